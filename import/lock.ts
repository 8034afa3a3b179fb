import { hostname } from 'node:os';
import { type LockOwner, lockSeconds, releaseImportLock, takeImportLock } from '../shared/table/access/import-lock.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import type { Table } from '../shared/table/store/table.ts';

class ImportRunning extends Error {
  override name = 'ImportRunning' as const;
  readonly exitCode = 4;

  constructor(account: Account, { host, process: id }: LockOwner) {
    super(
      `Nothing was imported: another import of ${account} is running (process ${id} on ${host}). If it was killed, try again in a minute.`,
    );
  }
}

/** Does the work while holding the import lock of the account. */
export async function withImportLock<T>(
  table: Table,
  account: Account,
  clock: () => number,
  work: () => Promise<T>,
): Promise<T> {
  const owner: LockOwner = { host: hostname(), process: process.pid };
  const take = () => takeImportLock(table, account, owner, clock(), isAbandoned);
  const other = await take();
  if (other) throw new ImportRunning(account, other);
  // ignore a failed renewal: the next one, or the release of the lock, reports it
  const renewal = setInterval(() => void take().catch(() => undefined), (lockSeconds * 1000) / 3);
  try {
    const result = await work();
    await releaseImportLock(table, account);
    return result;
  } catch (error) {
    await releaseImportLock(table, account).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** True if the owner is a process of this machine that has ended. */
function isAbandoned({ host, process: id }: LockOwner): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
