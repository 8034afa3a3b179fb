import type { JobDeps } from '../../shared/jobs/queue.ts';
import { scheduledBy } from '../../shared/jobs/schedule.ts';
import { loggedError } from '../../shared/log.ts';
import { checkNight } from './check-night.ts';
import { dispatchNight } from './dispatch-night.ts';

export type NightlyHandler = (event: unknown) => Promise<void>;

/** Called by two schedules: at 00:00 UTC to send every account to the worker, and all day long to see what came of it. */
export function create(deps: JobDeps): NightlyHandler {
  return async (event) => {
    let scheduled: ReturnType<typeof scheduledBy> | undefined;
    try {
      scheduled = scheduledBy(event);
      const { task, runDate } = scheduled;
      await (task === 'dispatch' ? dispatchNight(deps, runDate) : checkNight(deps, runDate));
    } catch (error) {
      deps.log({ level: 'error', kind: scheduled?.task, runDate: scheduled?.runDate, error: loggedError(error) });
      // what fails for good is taken for a missed night, and the next check is near
      if (scheduled?.task !== 'check') throw error;
    }
  };
}
