import { completeWriters } from '../../../functions/nightly/complete-writers.ts';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import type { Deps } from '../../../shared/deps.ts';
import type { JobDeps } from '../../../shared/jobs/queue.ts';
import { listAccounts } from '../../../shared/table/access/accounts.ts';
import { meterConsumption } from '../../../shared/table/store/meter.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import type { TableAddress } from '../../../shared/table/store/table.ts';
import { rootsOf } from '../../../shared/table/views/root/root.ts';
import { lockedWorker } from './locked-worker.ts';
import { everyMidnight } from './midnight.ts';
import { localQueue } from './queue.ts';

const quarterOfAnHour = 900_000;

/** Starts the schedule, the nightly function, the queue and the worker. `scoreToday` makes up for a missed midnight. */
export function startJobs(
  deps: Deps & Pick<JobDeps, 'notices'>,
  address: TableAddress,
): { jobs: JobDeps; scoreToday: () => void; stop: () => Promise<void> } {
  const { consumed, onConsumed } = meterConsumption();
  const table = { ...openTable(address), onConsumed };
  const queue = localQueue();
  const jobs: JobDeps = { ...deps, table, queue, consumed };
  const nightly = createNightly(jobs);
  queue.start(lockedWorker(jobs));
  let dispatched: Promise<void> | undefined;
  const dispatch = (scheduledTime: string) => {
    dispatched = nightly({ task: 'dispatch', scheduledTime }).catch((error: Error) => {
      deps.log({ level: 'error', kind: 'dispatch', error: { name: error.name } });
    });
  };
  const stopSchedule = everyMidnight(dispatch);
  const complete = async () => {
    const accounts = await listAccounts(table);
    const roots = await rootsOf(
      table,
      accounts.map(({ customerId }) => customerId),
    );
    await completeWriters(jobs, roots);
  };
  const failed = ({ name }: Error) => deps.log({ level: 'error', kind: 'check', error: { name } });
  let checked = complete().catch(failed);
  const checks = setInterval(() => {
    checked = complete().catch(failed);
  }, quarterOfAnHour);
  const stop = async () => {
    clearInterval(checks);
    stopSchedule();
    await dispatched;
    await queue.stop();
    await checked;
    table.close();
  };
  return { jobs, scoreToday: () => dispatch(new Date().toISOString()), stop };
}
