import { rebuilding } from '../../../shared/jobs/requests.ts';
import { listAccounts, readAccount } from '../../../shared/table/access/accounts.ts';
import { erasedInBoth } from '../../../shared/table/access/erased.ts';
import { suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { readInbox, saveInboxSettings } from '../../../shared/table/arrivals/inboxes.ts';
import { type Restored, restoreFacts } from '../../../shared/table/facts/restore.ts';
import { writingFacts } from '../../../shared/table/facts/writer.ts';
import { withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import { type Account, accountKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { thisProcess } from '../../local/jobs/this-process.ts';
import type { Target } from '../service/target.ts';
import type { Context } from '../terminal/context.ts';
import { runWorker } from '../worker/run-worker.ts';
import { createNewAccount } from './delete-account.ts';

export interface RestoreOptions {
  readonly account: Account;
  /** The name of the other table. */
  readonly from: string;
  readonly dryRun?: boolean;
  readonly onClients?: (count: number) => void;
}

/** Takes back facts and scores from another table, but for what was erased, under the lock that imports take too, and has the views rebuilt. */
export async function restoreAccount(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  target: Pick<Target, 'table' | 'queue'>,
  { account, from, dryRun, onClients }: RestoreOptions,
): Promise<Restored> {
  const { table } = target;
  if (from === table.name) throw new Error(`${from} is the table of this service itself. Name the restored one.`);
  const other = { ...table, name: from };
  await readAccount(table, account);
  // without this check, a wrong table would empty the account
  if (!(await hasAccount(other, account))) throw new Error(`The table ${from} has no account ${account}.`);
  const followed = onClients && { onClients };
  if (dryRun) {
    const erased = await erasedInBoth(table, other, account, { writes: false });
    return restoreFacts(table, other, account, { ...followed, erased });
  }
  const request = { ...thisProcess(), work: 'restore', clock, randomBytes } as const;
  const { result, isBehind } = await withWriterLock(table, account, request, (lock) =>
    writingFacts({ ...lock, clock, randomBytes }, account, (writer) =>
      erasedInBoth(lock.table, other, account, { writes: true }).then((erased) =>
        restoreFacts(lock.table, other, account, { ...followed, writer, erased }),
      ),
    ),
  );
  const requests = isBehind ? [rebuilding(account, randomBytes)] : [];
  await runWorker({ clock, randomBytes }, target, requests);
  return result;
}

/**
 * After the loss of a deployment: brings all accounts of another table over. Creates those that are missing here, with
 * their state and the settings of their inboxes, and restores each. Addresses for notices belonged to the lost topic.
 */
export async function restoreAll(
  context: Pick<Context, 'clock' | 'randomBytes'>,
  target: Pick<Target, 'table' | 'queue'>,
  from: string,
  onRestored: (account: Account, restored: Restored) => void,
): Promise<void> {
  const { table } = target;
  const other = { ...table, name: from };
  for (const { customerId: account, name, status } of await found(listAccounts(other), from)) {
    await createNewAccount(target, account, name, context);
    // also of an account that is here: a run that was killed may have created it alone
    if (status === 'suspended') await suspendAccount(table, account);
    const { notify: _, ...settings } = (await readInbox(other, account)).settings;
    const isConfigured = (await readInbox(table, account)).settings.maps.length > 0;
    if (settings.maps.length > 0 && !isConfigured) await saveInboxSettings(table, account, settings);
    onRestored(account, await restoreAccount(context, target, { account, from }));
  }
}

async function hasAccount(table: Table, account: Account): Promise<boolean> {
  return (await found(readItem(table, accountKey(account), { consistent: true }), table.name)) !== undefined;
}

async function found<T>(reading: Promise<T>, name: string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    throw new Error(`There is no table ${name}. Restore one first: docs/operations.md, Restore.`, { cause: error });
  }
}
