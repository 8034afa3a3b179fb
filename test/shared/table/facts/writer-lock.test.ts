import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AccountLocked,
  type Holder,
  LockLost,
  type LockRequest,
  lease,
  type WriterLock,
  withWriterLock,
} from '../../../../shared/table/facts/writer-lock.ts';
import { asAccount, writerLockKey } from '../../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../../shared/table/store/read.ts';
import { deleteAll, putAll } from '../../../../shared/table/store/write.ts';
import { losingFirstAnswers } from '../../../support/sim/attempts.ts';
import { aroundCalls } from '../../../support/store/clients.ts';
import { slowWrites } from '../../../support/store/late.ts';
import { useMemoryTable } from '../../../support/store/table.ts';

const db = useMemoryTable();
const account = asAccount('acme');
const start = 1_000_000;
let now = start;
let owners = 0;

const request = (given: Partial<LockRequest> = {}): LockRequest => ({
  work: 'import',
  place: 'process 1 on laptop',
  clock: () => now,
  randomBytes: (count) => new Uint8Array(count).fill(owners++),
  ...given,
});
const locked = <T>(
  work: (lock: WriterLock) => Promise<T>,
  given?: Partial<LockRequest>,
  table = slowWrites(db.open()),
) => withWriterLock(table, account, request(given), work);
const stored = () => readItem(db.table, writerLockKey(account), { consistent: true });
const write = (lock: WriterLock) => putAll(lock.table, [{ pk: 'A', sk: 'B' }]);
const nothing = async () => undefined;

beforeEach(async () => {
  now = start;
  await deleteAll(db.table, [writerLockKey(account)]);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a lock', () => {
  it('is held while the work is done, and is free afterwards, also if it fails', async () => {
    const process = { machine: 'm', id: 1 };
    const during = await locked(stored, { process });

    expect(during).toEqual({
      ...writerLockKey(account),
      owner: Buffer.alloc(16, owners - 1).toString('base64url'),
      ttl: (start + lease) / 1000,
      work: 'import',
      place: 'process 1 on laptop',
      process,
    });
    expect(await stored()).toBeUndefined();
    await expect(locked(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await stored()).toBeUndefined();
  });

  it.each([
    ['import', 'restore', 'Nothing was imported: a restore of acme is running (there).'],
    ['deletion', 'import', 'Nothing was deleted: an import of acme is running (there).'],
    ['restore', 'deletion', 'Nothing was restored: a deletion of acme is running (there).'],
  ] as const)('refuses the %s during a %s', async (work, other, message) => {
    const error = await locked(() => locked(nothing, { work }).catch((thrown) => thrown), {
      work: other,
      place: 'there',
    });

    expect(error).toBeInstanceOf(AccountLocked);
    expect(error).toMatchObject({
      name: 'AccountLocked',
      exitCode: 4,
      holder: { work: other, place: 'there' },
      message: `${message} If it was killed, try again in a minute.`,
    });
    expect(error.holder).toStrictEqual({ work: other, place: 'there' });
  });

  it('is free once it was not confirmed for a minute, and lost for its last holder', async () => {
    await locked(async (lock) => {
      now = start + lease - 1000;
      await expect(locked(nothing)).rejects.toThrow(AccountLocked);
      now = start + lease;
      await locked(
        async () => {
          await expect(lock.confirm()).rejects.toThrow(new LockLost(account, 'import'));
          // lost for good, whatever the clock says
          now = start;
          await expect(lock.confirm()).rejects.toThrow(LockLost);
          await expect(write(lock)).rejects.toThrow(LockLost);
          expect(await stored()).toMatchObject({ place: 'other' });
        },
        { place: 'other' },
      );
    });
    expect(new LockLost(account, 'import')).toMatchObject({
      name: 'LockLost',
      exitCode: 4,
      message: `The import of ${account} has stopped: it lost its lock, because it did not renew it in time (the machine slept, or the table could not be reached). Run the same command again to complete it.`,
    });
  });

  it('of a holder that has ended is free at once', async () => {
    const asked: Holder[] = [];
    const hasEnded = (holder: Holder) => asked.push(holder) > 1;
    const process = { machine: 'm', id: 7 };

    await locked(
      async () => {
        await expect(locked(nothing, { hasEnded })).rejects.toThrow(AccountLocked);
        expect(await locked(async () => 'done', { hasEnded })).toBe('done');
      },
      { process },
    );
    expect(asked).toEqual([1, 2].map(() => ({ work: 'import', place: 'process 1 on laptop', process })));
  });

  it('is waited for by who can wait', async () => {
    const waited: Holder[] = [];
    const wait = async (other: Holder) => {
      waited.push(other);
      now += lease / 2;
    };

    await locked(async () => {
      // confirmed when it was taken: no request is held back
      await locked(write, { wait });
    });
    expect(waited).toHaveLength(2);
  });

  it('is confirmed at most every five seconds, and trusted for 50', async () => {
    await locked(async (lock) => {
      const ttl = async () => Number((await stored())?.ttl) - (start + lease) / 1000;
      const confirmedAt = async (second: number) => {
        now = start + second * 1000;
        await lock.confirm();
        return ttl();
      };

      expect([await confirmedAt(5), await confirmedAt(5.001), await confirmedAt(10), await confirmedAt(11)]).toEqual([
        ...[0, 6, 6, 11],
      ]);
      now = start + 61_000;
      await write(lock);
      now += 1;
      await expect(write(lock)).rejects.toThrow(LockLost);
      // nobody else had it in between
      expect(await confirmedAt(90)).toBe(90);
      await write(lock);
    });
  });

  it('is trusted from before the requests that took and confirmed it, however long they took', async () => {
    const table = db.open();
    aroundCalls(table, (send, command) => {
      if (command === 'put' || command === 'update') now += 20_000;
      return send();
    });

    const lateWrites = async (lock: WriterLock) => {
      now += 30_000;
      await write(lock);
      now += 1;
      await expect(write(lock)).rejects.toThrow(LockLost);
    };
    await locked(
      async (lock) => {
        await lateWrites(lock);
        await lock.confirm();
        await lateWrites(lock);
      },
      {},
      table,
    );
  });

  it('renews itself every 15 seconds while nothing is written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await locked(async (lock) => {
      for (let seconds = 15; seconds <= 90; seconds += 15) {
        now = start + seconds * 1000;
        vi.advanceTimersByTime(15_000);
        await vi.waitFor(async () => expect(await stored()).toMatchObject({ ttl: (now + lease) / 1000 }));
      }
      await write(lock);
      await deleteAll(db.table, [writerLockKey(account)]);
      // reported by the next request
      vi.advanceTimersByTime(15_000);
      await vi.waitFor(() => expect(write(lock)).rejects.toThrow(LockLost));
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is passed on waits ten minutes for the process that goes on', async () => {
    const [owner, passesOn] = ['run-1', (error: unknown) => error === 'enough'];

    await expect(locked(() => Promise.reject('enough'), { owner, passesOn })).rejects.toBe('enough');
    expect(await stored()).toMatchObject({ owner, ttl: start / 1000 + 600 });
    await expect(locked(nothing)).rejects.toThrow(AccountLocked);
    await expect(locked(() => Promise.reject('broken'), { owner, passesOn })).rejects.toBe('broken');
    expect(await stored()).toBeUndefined();
  });

  it('that cannot be released does not hide why the work failed', async () => {
    const table = db.open();
    aroundCalls(table, (send, command) => (command === 'delete' ? Promise.reject(new Error('no table')) : send()));

    await expect(locked(() => Promise.reject(new Error('broken')), {}, table)).rejects.toThrow('broken');
  });

  it('that is released while another tries to take it is taken', async () => {
    const table = db.open();
    aroundCalls(table, async (send, command) => {
      // between the read that finds the lock and the write that takes it over
      if (command === 'put') await deleteAll(db.table, [writerLockKey(account)]);
      return send();
    });
    await putAll(db.table, [{ ...writerLockKey(account), owner: 'x', work: 'import', place: 'there', ttl: 1 }]);

    expect(await locked(stored, { place: 'here' }, table)).toMatchObject({
      place: 'here',
      ttl: (start + lease) / 1000,
    });
  });

  it('that has ended is not taken if its holder renews it meanwhile', async () => {
    const table = db.open();
    const held = { ...writerLockKey(account), owner: 'x', work: 'import', place: 'there', ttl: 1 };
    aroundCalls(table, async (send, command) => {
      if (command === 'put') await putAll(db.table, [{ ...held, ttl: 2000 }]);
      return send();
    });
    await putAll(db.table, [held]);

    await expect(locked(nothing, {}, table)).rejects.toThrow(AccountLocked);
    expect(await stored()).toEqual({ ...held, ttl: 2000 });
  });

  it('is taken by one of two that take it at once, and the answer may be lost', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    let holders = 0;
    // the first holder waits until the other request is refused, which may take long on a slow machine
    const hold = () => {
      holders += 1;
      if (holders === 2) end();
      return isOver;
    };
    const both = [1, 2].map(() => locked(hold));
    for (const each of both) each.catch(() => end());
    const outcomes = await Promise.allSettled(both);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await locked(async () => 'done', {}, losingFirstAnswers(db.open()))).toBe('done');
  });
});
