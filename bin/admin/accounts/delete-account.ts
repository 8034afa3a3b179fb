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

/** Lambda stops the worker of a deployment after this time. */
export const workerTimeout = 5 * 60_000;

const deletionsInParallel = 4;

/**
 * Blocks requests first, so that no caller reads half-deleted data. Deletes the account itself last, so that a killed
 * run can be repeated. In between, it moves clients and portfolios to a list of pending deletions: workers that start
 * now find nothing to write, and what running workers still write is deleted after they have ended.
 */
export async function deleteAccount(
  { table, gateway, queue }: Pick<Target, 'table' | 'gateway' | 'queue'>,
  account: Account,
  {
    onDeleted = () => undefined,
    // locally the worker runs in this process, so there is nothing to wait for
    waitForWorkers = async () => void (queue && (await setTimeout(workerTimeout))),
  }: { onDeleted?: (clients: number) => void; waitForWorkers?: () => Promise<void> } = {},
): Promise<Deleted> {
  await blockRequests(table, account);
  await moveToPendingDeletions(table, account);
  await waitForWorkers();
  // again: the account may have been resumed, and keys may have been issued in the meantime
  const keys = await blockRequests(table, account);
  for (const { keyId } of keys) {
    await gateway?.remove(keyId);
    await deleteAll(table, [issuedKeyItemKey(keyId)]);
  }
  const clients = await deletePending(table, account, onDeleted);
  await deleteSuspended(table, account);
  // a worker may have published views between these two steps
  await deletePending(table, account, onDeleted);
  return { keys: keys.length, clients };
}

/** Rejects all requests from now on. Returns the keys of the account. */
async function blockRequests(table: Table, account: Account): Promise<IssuedKey[]> {
  await suspendAccount(table, account).catch(ignoreMissingAccount);
  const keys = await listedKeys(table, account);
  await deleteAll(
    table,
    keys.map(({ hash }) => apiKeyItemKey(hash)),
  );
  return keys;
}

/** The name to show for the account. A killed deletion may have left data without an account. */
export async function accountLabel(table: Table, account: Account): Promise<string> {
  const item = await readAccount(table, account).catch(ignoreMissingAccount);
  if (item) return item.name;
  const ranges = [
    accountRange(account),
    pendingDeletionsRange(account),
    ...rosterNames.map((roster) => pagesRange(account, roster)),
  ];
  const left = await Promise.all(ranges.map((range) => readRange(table, range, { consistent: true, limit: 1 })));
  if (left.flat().length === 0) throw new NoSuchAccount(account);
  return 'partly deleted';
}

function ignoreMissingAccount(error: unknown): undefined {
  if (!(error instanceof NoSuchAccount)) throw error;
}

/** Deletes the account's own partition and lists its clients and portfolios as pending deletions. */
async function moveToPendingDeletions(table: Table, account: Account): Promise<void> {
  for await (const part of keysIn(table, accountRange(account))) {
    const remembered = part.filter((key) => isClient(key) || isPortfolio(key));
    await putAll(
      table,
      remembered.map((key) => ({ ...pendingDeletionKey(account, key) })),
    );
    await deleteAll(table, part);
  }
}

/** Deletes the data of all pending deletions, including data written since they were listed. */
async function deletePending(table: Table, account: Account, onDeleted: (clients: number) => void): Promise<number> {
  await moveToPendingDeletions(table, account);
  let clients = 0;
  for await (const part of keysIn(table, pendingDeletionsRange(account))) {
    await eachLimit(part, deletionsInParallel, async (key) => {
      const range = isClient(key) ? recordsRange(account, idIn(key.sk)) : membersRange(account, idIn(key.sk));
      await deleteRange(table, range);
    });
    await deleteAll(table, part);
    const deleted = part.filter(isClient).length;
    clients += deleted;
    onDeleted(deleted);
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
