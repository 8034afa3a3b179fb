import type { JobDeps } from '../../shared/jobs/queue.ts';
import { nightMessage } from '../../shared/jobs/requests.ts';
import { withMetrics } from '../../shared/log.ts';
import { listAccounts } from '../../shared/table/access/accounts.ts';

/** Sends a message for each account. Suspended accounts are scored too, so their history has no gaps. */
export async function dispatchNight({ table, queue, clock, log }: JobDeps, runDate: string): Promise<void> {
  const startedAt = clock();
  const accounts = await listAccounts(table);
  await queue.send(accounts.map(({ customerId }) => nightMessage(customerId, runDate)));
  const line = {
    level: 'info',
    kind: 'dispatch',
    runDate,
    accounts: accounts.length,
    milliseconds: clock() - startedAt,
  };
  log(withMetrics(line, clock(), { AccountsExpected: accounts.length }));
}
