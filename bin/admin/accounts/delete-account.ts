import { setTimeout } from 'node:timers/promises';
import { deleteSuspended, NoSuchAccount, readAccount } from '../../../shared/table/access/accounts.ts';
import { type IssuedKey, listedKeys } from '../../../shared/table/access/issued-keys.ts';
import { suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { eachLimit } from '../../../shared/table/store/batches.ts';
import {
  type Account,
  accountRange,
  apiKeyItemKey,
  type ItemKey,
  idIn,
  isClient,
  isPortfolio,
  issuedKeyItemKey,
  type KeyRange,
  membersRange,
  pagesRange,
  pendingDeletionKey,
  pendingDeletionsRange,
  recordsRange,
  rosterNames,
} from '../../../shared/table/store/item-keys.ts';
import { readRange, readRangeInParts } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import type { Target } from '../target/target.ts';

export interface Deleted {
  readonly keys: number;
  readonly clients: number;
}

/** How long the worker of a deployment may be at one message: Lambda ends it then. */
export const longestWork = 5 * 60_000;

const goneAtOnce = 4;

/**
 * First what admits requests, so that nobody reads what is half gone; the account itself last, so that a run that was
 * killed can be repeated. In between, all that a worker begins with is taken out of sight, so that one which begins now
 * finds nothing to write; what others have written is deleted once they have ended.
 */
export async function deleteAccount(
  { table, gateway, queue }: Pick<Target, 'table' | 'gateway' | 'queue'>,
  account: Account,
  {
    onDeleted = () => undefined,
    // locally it is this process that works
    workersEnd = async () => void (queue && (await setTimeout(longestWork))),
  }: { onDeleted?: (clients: number) => void; workersEnd?: () => Promise<void> } = {},
): Promise<Deleted> {
  await refuseAll(table, account);
  await hide(table, account);
  await workersEnd();
  // again, as somebody may have resumed the account; and by now the gateway knows those, too, that were being issued
  const keys = await refuseAll(table, account);
  for (const { keyId } of keys) {
    await gateway?.remove(keyId);
    await deleteAll(table, [issuedKeyItemKey(keyId)]);
  }
  const clients = await deleteRemembered(table, account, onDeleted);
  await deleteSuspended(table, account);
  // what was published between the two by a worker that still found the account
  await deleteRemembered(table, account, onDeleted);
  return { keys: keys.length, clients };
}

/** From here on no request is admitted. Returns the keys that there are. */
async function refuseAll(table: Table, account: Account): Promise<IssuedKey[]> {
  await suspendAccount(table, account).catch(unlessGone);
  const keys = await listedKeys(table, account);
  await deleteAll(
    table,
    keys.map(({ hash }) => apiKeyItemKey(hash)),
  );
  return keys;
}

/** What to call the account. One that is gone has no name, but something of it may be left. */
export async function accountLabel(table: Table, account: Account): Promise<string> {
  const item = await readAccount(table, account).catch(unlessGone);
  if (item) return item.name;
  const ranges = [
    accountRange(account),
    pendingDeletionsRange(account),
    ...rosterNames.map((roster) => pagesRange(account, roster)),
  ];
  const left = await Promise.all(ranges.map((range) => readRange(table, range, { consistent: true, limit: 1 })));
  if (left.flat().length === 0) throw new NoSuchAccount(account);
  return 'gone, but not all of it';
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof NoSuchAccount)) throw error;
}

/** Deletes all that lies beside the clients, but remembers whose records and members are left. */
async function hide(table: Table, account: Account): Promise<void> {
  for await (const part of keysIn(table, accountRange(account))) {
    const remembered = part.filter((key) => isClient(key) || isPortfolio(key));
    await putAll(
      table,
      remembered.map((key) => ({ ...pendingDeletionKey(account, key) })),
    );
    await deleteAll(table, part);
  }
}

/** Deletes whatever there is, and what was written since it was hidden. */
async function deleteRemembered(table: Table, account: Account, onDeleted: (clients: number) => void): Promise<number> {
  await hide(table, account);
  let clients = 0;
  for await (const part of keysIn(table, pendingDeletionsRange(account))) {
    await eachLimit(part, goneAtOnce, async (key) => {
      const had = isClient(key) ? recordsRange(account, idIn(key.sk)) : membersRange(account, idIn(key.sk));
      await deleteRange(table, had);
    });
    await deleteAll(table, part);
    const gone = part.filter(isClient).length;
    clients += gone;
    onDeleted(gone);
  }
  for (const roster of rosterNames) await deleteRange(table, pagesRange(account, roster));
  return clients;
}

async function deleteRange(table: Table, range: KeyRange): Promise<void> {
  for await (const part of keysIn(table, range)) await deleteAll(table, part);
}

function keysIn(table: Table, range: KeyRange): AsyncGenerator<readonly ItemKey[]> {
  return readRangeInParts(table, range, { consistent: true, attributes: ['pk', 'sk'] });
}
