import { beforeEach, describe, expect, it } from 'vitest';
import { releaseImportLock, takeImportLock } from '../../../shared/table/access/import-lock.ts';
import { asAccount, importLockKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { openTable, type Table } from '../../../shared/table/store/table.ts';
import { staleReads } from '../../support/mem-dynamo/stale-reads.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { aroundAttempts, connectionResetError } from '../../support/sim/attempts.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const now = Date.UTC(2026, 10, 20, 12, 0, 0, 900);
const seconds = Math.floor(now / 1000);
const mine = { host: 'here', process: 7 };
const other = { host: 'there', process: 7 };

const take = (owner = mine, at = now, isAbandoned = () => false, table: Table = db.table) =>
  takeImportLock(table, acme, owner, at, isAbandoned);
const stored = () => readItem(db.table, importLockKey(acme), { consistent: true });

beforeEach(() => releaseImportLock(db.table, acme));

describe('the lock of an import', () => {
  it('is free at first, and taken for a minute', async () => {
    expect(await take()).toBeUndefined();
    expect(await stored()).toEqual({ ...importLockKey(acme), ...mine, ttl: seconds + 60 });
  });

  it.each([
    ['on another host', other],
    ['in another process', { host: 'here', process: 8 }],
  ])('names its owner to an import %s, and stays as it is', async (_, second) => {
    await take();
    const before = await stored();

    expect(await take(second, now + 59_000)).toEqual(mine);
    expect(await stored()).toEqual(before);
  });

  it('is renewed by its owner', async () => {
    await take();

    expect(await take(mine, now + 30_000)).toBeUndefined();
    expect(await stored()).toMatchObject({ ...mine, ttl: seconds + 90 });
  });

  it('is free a minute after it was last renewed', async () => {
    await take();

    expect(await take(other, now + 60_000)).toBeUndefined();
    expect(await stored()).toMatchObject(other);
  });

  it('is free if its owner has left it', async () => {
    await take();
    const asked: unknown[] = [];
    const isAbandoned = (...owners: unknown[]) => asked.push(...owners) > 0;

    expect(await take(other, now, isAbandoned)).toBeUndefined();
    expect(await stored()).toMatchObject(other);
    expect(asked).toEqual([mine]);
  });

  it('is free after it was released', async () => {
    await take();
    await releaseImportLock(db.table, acme);

    expect(await take(other)).toBeUndefined();
  });
});

/** Takes the lock; something is done between the read of the lock and the write. */
function takeWhile(act: () => Promise<unknown>) {
  const table = openTable(db.address, 'job');
  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (sent) => {
        if (`${commandName}`.startsWith('Put')) await act();
        return next(sent);
      },
    { step: 'initialize', name: 'watched' },
  );
  return take(mine, now, undefined, table);
}

describe('of two imports that find the lock free', () => {
  it('one gets it', async () => {
    expect(await takeWhile(() => take(other))).toEqual(other);
    expect(await stored()).toMatchObject(other);
  });

  it('one gets the lock that a third one has left', async () => {
    await take({ host: 'left', process: 1 }, now - 60_000);

    expect(await takeWhile(() => take(other))).toEqual(other);
    expect(await stored()).toMatchObject(other);
  });

  it('none takes the lock from an owner that has renewed it in between', async () => {
    await take(other, now - 60_000);

    expect(await takeWhile(() => take(other))).toEqual(other);
  });

  it('none goes on without the lock if the other one has released it already', async () => {
    await take(other, now - 60_000);

    expect(await takeWhile(() => releaseImportLock(db.table, acme))).toBeDefined();
    expect(await stored()).toBeUndefined();
  });
});

it('a failure of the write is no lock', async () => {
  const failing = takeWhile(async () => {
    throw new Error('out of order');
  });

  await expect(failing).rejects.toThrow('out of order');
});

describe('on a table whose eventually consistent reads are old', () => {
  it('the lock is free as soon as it is released', async () => {
    const store = staleReads(() => 0.999, 'item');
    const table = memTable(store);
    await take(other, now, undefined, table);
    store.settle();

    await releaseImportLock(table, acme);

    expect(await take(mine, now, undefined, table)).toBeUndefined();
  });

  it('the lock is taken even if the response was lost and the SDK repeats the write', async () => {
    let writes = 0;
    const table = aroundAttempts(memTable(staleReads(() => 0.999, 'item')), async (send, input) => {
      if ('Item' in input) writes += 1;
      const answer = await send();
      if (writes === 1) throw connectionResetError();
      return answer;
    });

    expect(await take(mine, now, undefined, table)).toBeUndefined();
    expect(writes).toBe(2);
  });
});
