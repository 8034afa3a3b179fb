import { setTimeout } from 'node:timers/promises';
import { prefixesOf } from '../../../import/inbox/keys.ts';
import { removeAllPeople } from '../../../shared/people/people.ts';
import {
  createAccount,
  ignoreMissingAccount,
  NoSuchAccount,
  readAccount,
} from '../../../shared/table/access/accounts.ts';
import {
  AccountDeleted,
  completeDeletion,
  type DeletedAccount,
  deletedAccount,
  lateWritesEnd,
  markDeleted,
  recordEmptied,
} from '../../../shared/table/access/deleted-accounts.ts';
import { type IssuedKey, listedKeys } from '../../../shared/table/access/issued-keys.ts';
import { removeAllNotices } from '../../../shared/table/access/notices.ts';
import { suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { deleteFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { deleteInbox, readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import {
  type Holder,
  heldBy,
  type Work,
  type WriterLock,
  withWriterLock,
} from '../../../shared/table/facts/writer-lock.ts';
import { eachLimit } from '../../../shared/table/store/batches.ts';
import {
  type Account,
  accountRange,
  apiKeyItemKey,
  erasedRange,
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
  peopleOfAccountRange,
  recordsRange,
  rosterNames,
} from '../../../shared/table/store/item-keys.ts';
import { readRangeInParts } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { thisProcess } from '../../local/jobs/this-process.ts';
import type { Target } from '../service/target.ts';
import { counted } from '../terminal/counted.ts';

export interface Deleted {
  readonly keys: number;
  readonly clients: number;
}

const deletionsInParallel = 4;

export interface Deletion {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Called with a sentence about what the deletion waits for. */
  readonly onWait?: (reason: string) => void;
  readonly onDeleted?: (clients: number) => void;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** What a deletion needs of the service. */
type Place = Pick<Target, 'table' | 'gateway' | 'pool' | 'queue' | 'inbox' | 'inboxBucket'>;

const secondsBetweenTries = 2;

/** Holds the lock of the account; waits for an import or another deletion. */
async function underLock<T>(
  table: Table,
  account: Account,
  { clock, randomBytes, onWait = () => undefined, pause = setTimeout }: Deletion,
  doing: (lock: WriterLock) => Promise<T>,
  work: Work = 'deletion',
): Promise<T> {
  let told = false;
  const wait = async (other: Holder) => {
    if (!told) onWait(`Waiting: ${heldBy(account, other)}`);
    told = true;
    await pause(secondsBetweenTries * 1000);
  };
  return withWriterLock(table, account, { ...thisProcess(), work, clock, randomBytes, wait }, doing);
}

/**
 * Rejects requests first, so that no caller reads half-deleted data. Then deletes the account itself, which ends imports,
 * new keys and publications, and moves its clients and portfolios to a list of pending deletions: workers that start now
 * find nothing to write. What running workers still write is deleted after they have ended; locally, before the id is
 * created again. A killed deletion can be repeated.
 */
export function deleteAccount(place: Place, account: Account, deletion: Deletion): Promise<Deleted> {
  const { table, queue } = place;
  return underLock(table, account, deletion, async (lock) => {
    await blockRequests(lock.table, account);
    const exists = await readAccount(lock.table, account).catch(ignoreMissingAccount);
    const known = exists ? undefined : await deletedAccount(lock.table, account);
    if (!exists && !known) throw new NoSuchAccount(account);
    await lock.confirm();
    const marked = known ?? (await markDeleted(lock.table, account, deletion.clock()));
    // again: the account may have been resumed, and keys may have been issued in the meantime
    await blockRequests(lock.table, account);
    const deleted = await emptyLists(lock, marked, deletion);
    if (queue) await untilLateWritesEnd(lock, deleted, deletion);
    // a worker that begins later finds no account
    else await underLock(lock.table, account, deletion, async () => undefined, 'update');
    const removed = await deleteData(place, lock, account, deletion, { isLast: queue !== undefined });
    await completeDeletion(lock.table, deleted);
    return removed;
  });
}

/** Deletes what belongs to an account whose lists are empty. */
async function deleteData(
  { gateway, pool, inbox, inboxBucket }: Place,
  lock: WriterLock,
  account: Account,
  deletion: Deletion,
  { isLast }: { readonly isLast: boolean },
): Promise<Deleted> {
  const { table } = lock;
  // not earlier: keys that were being issued have to be found
  const keys = await blockRequests(table, account);
  for (const key of keys) {
    await lock.confirm();
    await gateway?.remove(key);
    await deleteAll(table, [issuedKeyItemKey(key.keyId)]);
  }
  await removeAllPeople({ table, pool, clock: deletion.clock }, account);
  await deleteRange(table, peopleOfAccountRange(account));
  await removeAllNotices(table, account);
  await deleteRange(table, erasedRange(account));
  await endInbox(lock, account, deletion, inboxBucket);
  await deleteFeeds(table, account);
  for (const prefix of prefixesOf(account)) await inbox?.remove(prefix);
  const clients = await deletePending(lock, account, deletion.onDeleted, isLast);
  return { keys: keys.length, clients };
}

/** Ends the notices, and deletes the settings of the inbox. Waits for a run that is under way: it may still be moving files. */
async function endInbox(
  { table, confirm }: WriterLock,
  account: Account,
  { clock, onWait = () => undefined, pause = setTimeout }: Deletion,
  bucket: Target['inboxBucket'],
): Promise<void> {
  let told = false;
  for (;;) {
    const { run, settings } = await readInbox(table, account);
    if (!run || run.until <= clock()) {
      for (const { subscription } of settings.notify ?? []) await bucket?.unsubscribe(subscription);
      if (await deleteInbox(table, account, run)) return;
      continue;
    }
    if (!told) onWait(`Waiting: the inbox of ${account} is working on run ${run.id}.`);
    told = true;
    await pause(secondsBetweenTries * 1000);
    await confirm();
  }
}

/** Creates an account. If its id was deleted, completes that first. Returns whether this call created it. */
export async function createNewAccount(
  place: Place,
  account: Account,
  name: string,
  deletion: Deletion,
): Promise<boolean> {
  const { table } = place;
  const created = new Date(deletion.clock()).toISOString();
  try {
    return await createAccount(table, account, name, created);
  } catch (error) {
    if (!(error instanceof AccountDeleted)) throw error;
  }
  return underLock(table, account, deletion, async (lock) => {
    const deleted = await deletedAccount(lock.table, account);
    if (deleted) {
      await untilLateWritesEnd(lock, await emptyLists(lock, deleted, deletion), deletion);
      // what has come since a complete deletion is for the new account
      if (deleted.isComplete) await deletePending(lock, account, deletion.onDeleted, true);
      else await deleteData(place, lock, account, deletion, { isLast: true });
    }
    return createAccount(lock.table, account, name, created, deleted);
  });
}

async function emptyLists(lock: WriterLock, deleted: DeletedAccount, { clock }: Deletion): Promise<DeletedAccount> {
  await moveToPendingDeletions(lock, deleted.customerId);
  return deleted.emptied ? deleted : recordEmptied(lock.table, deleted, clock());
}

/** Waits until workers that were running, and requests that were sent, when the lists were emptied have ended. */
async function untilLateWritesEnd(
  lock: WriterLock,
  deleted: DeletedAccount,
  { clock, onWait, pause = setTimeout }: Deletion,
) {
  const { customerId, at, emptied = at } = deleted;
  const left = Date.parse(emptied) + lateWritesEnd - clock();
  if (left <= 0) return;
  const minutes = Math.ceil(left / 60_000);
  onWait?.(
    `${customerId} was deleted at ${at}. Waiting ${counted(minutes, 'minute')}: workers that are processing it have to end first.`,
  );
  await pause(left);
  await lock.confirm();
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

/** The name to show for the account, also if it is deleted. */
export async function accountLabel(table: Table, account: Account): Promise<string> {
  const item = await readAccount(table, account).catch(ignoreMissingAccount);
  if (item) return item.name;
  const deleted = await deletedAccount(table, account);
  if (!deleted) throw new NoSuchAccount(account);
  return deleted.isComplete ? 'already deleted' : 'partly deleted';
}

/** Deletes the account's own partition and lists its clients and portfolios as pending deletions. */
async function moveToPendingDeletions({ table, confirm }: WriterLock, account: Account): Promise<void> {
  for await (const part of keysIn(table, accountRange(account))) {
    await confirm();
    const remembered = part.filter((key) => isClient(key) || isPortfolio(key));
    await putAll(
      table,
      remembered.map((key) => ({ ...pendingDeletionKey(account, key) })),
    );
    await deleteAll(table, part);
  }
}

/**
 * Deletes the data of all pending deletions, including data written since they were listed. Keeps the list while
 * something may still be written.
 */
async function deletePending(
  lock: WriterLock,
  account: Account,
  onDeleted: (clients: number) => void = () => undefined,
  isLast: boolean,
): Promise<number> {
  const { table, confirm } = lock;
  await moveToPendingDeletions(lock, account);
  let clients = 0;
  for await (const part of keysIn(table, pendingDeletionsRange(account))) {
    await eachLimit(part, deletionsInParallel, async (key) => {
      await confirm();
      const range = isClient(key) ? recordsRange(account, idIn(key.sk)) : membersRange(account, idIn(key.sk));
      await deleteRange(table, range);
    });
    if (isLast) await deleteAll(table, part);
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
