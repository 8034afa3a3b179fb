import { type Account, type ItemKey, workerLockKey, writerLockKey } from '../store/item-keys.ts';
import { type Item, readItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { deleteItem, ifConditionHolds, putItem, updateItem } from '../store/write.ts';

// One writer of an account: imports and deletions exclude each other. A lock has a random owner, so nobody renews or
// releases the lock of another. A worker on this machine has a second lock, which excludes other workers and a deletion,
// but no import. A deployment needs none: its queue keeps workers apart, and a deletion waits until all have ended.

/** A lock that is not confirmed for this long is free. Milliseconds. */
export const lease = 60_000;
/** The lease less the longest attempt of a request (3 s) and the difference between two machines' clocks (7 s). */
const trustedFor = lease - 10_000;
/** A holder that was asleep for longer has lost the lock, also if nobody else has had it. */
const renewableFor = 5 * 60_000;
/** After the end of its lock a writer is given up, and its mark closed: later than the lock can be renewed by any clock. */
const givenUpAfter = 10 * 60_000;
const confirmedEvery = 5000;
/** Keeps the lock while nothing is written, for example while long files are read. */
const renewedEvery = 15_000;
/** For how long a lock that is passed on waits for the process that goes on. */
const passedOnFor = 10 * 60_000;

export type Work = 'import' | 'change' | 'deletion' | 'erasure' | 'restore' | 'update';

const inWords: Readonly<Record<Work, { readonly a: string; readonly done: string }>> = {
  import: { a: 'an import', done: 'imported' },
  change: { a: 'a change on the page', done: 'changed' },
  deletion: { a: 'a deletion', done: 'deleted' },
  erasure: { a: 'an erasure', done: 'erased' },
  restore: { a: 'a restore', done: 'restored' },
  update: { a: 'an update of the views', done: 'updated' },
};

/** Who holds the lock, for people. */
export interface Holder {
  readonly work: Work;
  /** For example `process 12 on laptop`. */
  readonly place: string;
  /** Known to other processes of the machine only. */
  readonly process?: { readonly machine: string; readonly id: number };
}

export interface LockRequest extends Holder {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** True if the holder is a process of this machine that has ended: its lock is free at once. */
  readonly hasEnded?: (other: Holder) => boolean;
  /** Waits before the next try, if another holds the lock. Without it, `AccountLocked` is thrown. */
  readonly wait?: (other: Holder) => Promise<void>;
  /**
   * The owner of work that several processes do, one after the other: each takes over the lock of the last one. Without
   * it, a random owner.
   */
  readonly owner?: string;
  /** True if the work ended so that another process goes on: the lock then stays with its owner. */
  readonly passesOn?: (error: unknown) => boolean;
}

/** A lock that this process holds. */
export interface WriterLock {
  /** The table for the work under the lock: no request leaves unless the lock was confirmed lately. */
  readonly table: Table;
  /** Confirms the lock, unless that was done in the last seconds. Throws `LockLost` if another has it. */
  readonly confirm: () => Promise<void>;
}

export class AccountLocked extends Error {
  override name = 'AccountLocked' as const;
  readonly exitCode = 4;
  readonly holder: Holder;

  constructor(account: Account, work: Work, holder: Holder) {
    super(`Nothing was ${inWords[work].done}: ${heldBy(account, holder)} If it was killed, try again in a minute.`);
    this.holder = holder;
  }
}

/** A sentence that says who holds the lock. */
export function heldBy(account: Account, { work, place }: Holder): string {
  return `${inWords[work].a} of ${account} is running (${place}).`;
}

export class LockLost extends Error {
  override name = 'LockLost' as const;
  readonly exitCode = 4;

  constructor(account: Account, work: Work) {
    super(
      `The ${work} of ${account} has stopped: it lost its lock, because it did not renew it in time (the machine slept, or the table could not be reached). Run the same command again to complete it.`,
    );
  }
}

/** Whether a writer holds the lock, or may wake and renew it. */
export async function isLocked(table: Table, account: Account, now: number): Promise<boolean> {
  const stored = await readItem(table, writerLockKey(account), { consistent: true });
  return stored !== undefined && Number(stored.ttl) > (now - givenUpAfter) / 1000;
}

/** Does the work while holding the lock of the account. Throws `AccountLocked` if another holds it. */
export async function withWriterLock<T>(
  table: Table,
  account: Account,
  request: LockRequest,
  work: (lock: WriterLock) => Promise<T>,
): Promise<T> {
  const { clock } = request;
  const key = request.work === 'update' ? workerLockKey(account) : writerLockKey(account);
  const owner = request.owner ?? randomOwner(request.randomBytes);
  let confirmedAt = clock();
  for (let other = await takeLock(table, key, owner, request); other; ) {
    if (!request.wait) throw new AccountLocked(account, request.work, other);
    await request.wait(other);
    confirmedAt = clock();
    other = await takeLock(table, key, owner, request);
  }
  let isLost = false;
  const renew = async () => {
    const now = clock();
    isLost ||= !(await renewLock(table, key, owner, now));
    if (isLost) throw new LockLost(account, request.work);
    confirmedAt = now;
  };
  // ignore a failed renewal: the next request or confirmation reports it
  const renewal = setInterval(() => void renew().catch(() => undefined), renewedEvery);
  const lock: WriterLock = {
    table: {
      ...table,
      beforeSending: () => {
        if (isLost || clock() - confirmedAt > trustedFor) throw new LockLost(account, request.work);
      },
    },
    confirm: async () => {
      if (isLost || clock() - confirmedAt > confirmedEvery) await renew();
    },
  };
  try {
    const result = await work(lock);
    await releaseLock(table, key, owner);
    return result;
  } catch (error) {
    if (request.passesOn?.(error)) await renewLock(table, key, owner, clock(), passedOnFor);
    else await releaseLock(table, key, owner).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

export function randomOwner(randomBytes: LockRequest['randomBytes']): string {
  return Buffer.from(randomBytes(16)).toString('base64url');
}

/** Returns the holder of another lock that is in force, if there is one. */
async function takeLock(table: Table, key: ItemKey, owner: string, request: LockRequest): Promise<Holder | undefined> {
  const now = request.clock();
  const stored = await readItem(table, key, { consistent: true });
  const other = stored && holderOf(stored);
  const isForeign = other && stored.owner !== owner;
  if (isForeign && Number(stored.ttl) > now / 1000 && !request.hasEnded?.(other)) return other;
  const { work, place, process } = request;
  const isTaken = await ifConditionHolds(
    putItem(table, {
      item: { ...key, owner, work, place, ...(process && { process }), ttl: endOf(now) },
      // only if nobody has taken or renewed it since it was read
      ...(stored
        ? {
            condition: '#owner = :owner AND #ttl = :ttl',
            names: { '#owner': 'owner', '#ttl': 'ttl' },
            values: { ':owner': stored.owner, ':ttl': stored.ttl },
          }
        : { condition: 'attribute_not_exists(pk)' }),
    }),
  );
  if (isTaken) return undefined;
  const winner = await readItem(table, key, { consistent: true });
  // a request whose response was lost is repeated
  if (winner?.owner === owner) return undefined;
  return winner ? holderOf(winner) : takeLock(table, key, owner, request);
}

/** Returns false if the lock is another's, was removed or ended too long ago. One that ended lately was nobody else's. */
async function renewLock(table: Table, key: ItemKey, owner: string, now: number, time = lease): Promise<boolean> {
  return ifConditionHolds(
    updateItem(table, {
      key,
      update: 'SET #ttl = :ttl',
      condition: '#owner = :owner AND #ttl > :oldest',
      names: { '#owner': 'owner', '#ttl': 'ttl' },
      values: { ':owner': owner, ':ttl': endOf(now, time), ':oldest': (now - renewableFor) / 1000 },
    }),
  );
}

/** Does nothing if the lock is another's. */
async function releaseLock(table: Table, key: ItemKey, owner: string): Promise<void> {
  await ifConditionHolds(
    deleteItem(table, {
      key,
      condition: '#owner = :owner',
      names: { '#owner': 'owner' },
      values: { ':owner': owner },
    }),
  );
}

function holderOf({ work, place, process }: Item): Holder {
  return {
    work: work as Work,
    place: String(place),
    ...(process !== undefined && { process: process as NonNullable<Holder['process']> }),
  };
}

function endOf(now: number, time = lease): number {
  return Math.ceil((now + time) / 1000);
}
