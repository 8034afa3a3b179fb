import type { JobDeps } from '../../shared/jobs/queue.ts';
import { scheduledBy } from '../../shared/jobs/schedule.ts';
import { loggedError } from '../../shared/log.ts';
import { checkKey } from './check-key.ts';
import { checkNight } from './check-night.ts';
import { dispatchNight } from './dispatch-night.ts';

export type NightlyHandler = (event: unknown) => Promise<void>;

/** Two schedules call it: at 00:00 UTC to dispatch all accounts to the worker, and every 15 minutes to check the night. */
export function create(deps: JobDeps): NightlyHandler {
  return async (event) => {
    let scheduled: ReturnType<typeof scheduledBy> | undefined;
    try {
      scheduled = scheduledBy(event);
      const { task, runDate } = scheduled;
      if (task === 'dispatch') return await dispatchNight(deps, runDate);
      await checkKey(deps);
      await checkNight(deps, runDate);
    } catch (error) {
      deps.log({ level: 'error', kind: scheduled?.task, runDate: scheduled?.runDate, error: loggedError(error) });
      // a failed invocation counts as a missed night, and the next check follows in 15 minutes
      if (scheduled?.task !== 'check') throw error;
    }
  };
}
