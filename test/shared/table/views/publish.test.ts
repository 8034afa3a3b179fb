import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../../shared/table/access/accounts.ts';
import type { Fact } from '../../../../shared/table/facts/facts.ts';
import { toScoreItem } from '../../../../shared/table/records/scores.ts';
import { accountKey, asAccount, pagesRange, rootKey, rosterNames } from '../../../../shared/table/store/item-keys.ts';
import { type Item, readRange } from '../../../../shared/table/store/read.ts';
import { deleteAll, putAll } from '../../../../shared/table/store/write.ts';
import { RootReplaced } from '../../../../shared/table/views/root/root.ts';
import { rebuild } from '../../../../shared/table/views/write/rebuild.ts';
import { accountFacts } from '../../../functions/worker/accounts.ts';
import { deathsIn, dying, Killed } from '../../../support/faults/dying.ts';
import { accountWriter } from '../../../support/rosters/account-writer.ts';
import { expectViewsOfFacts } from '../../../support/rosters/oracle.ts';
import { readViews } from '../../../support/rosters/reading.ts';
import { aroundAttempts } from '../../../support/sim/attempts.ts';
import { everyNth, everyNthSaid } from '../../../support/size.ts';
import { dump } from '../../../support/store/dump.ts';
import { aClient, aMember, aPortfolio, aRead, aStream } from '../../../support/store/facts.ts';
import { restore } from '../../../support/store/restore.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { writeFacts } from '../../../support/store/writer.ts';

/** 20 November 2026 */
const today = 20_777;
const db = useMemoryTable();
const account = asAccount('acme');
const notYet = async () => undefined;

// One import: it moves a client of each list to the other and renames its streams, makes a stream inactive, adds a
// client and a portfolio, and files a read.
const news: Fact[] = [
  aClient('c000011', { name: 'Risen', archived: false, importedScore: 200 }),
  aClient('c000050', { name: 'Fallen', archived: true, favorite: true }),
  aClient('c200', { name: 'New', importedScore: 77 }),
  aStream('c000050', 's0', { state: 'inactive', name: 'Sleeping' }),
  aStream('c200', 's0', { importedScore: 10 }),
  aPortfolio('p3'),
  aMember('p3', 'c200', { tier: 'Gold' }),
  aRead('c000050', '2026-11-16', { value: 'red' }),
];

/** Clients with scores of 40 nights, so that they are in the lists of trending clients. */
const moved = ['c000011', 'c000012', 'c000013', 'c000050', 'c000051'];
function scoredClient(id: string, at: number) {
  const points = Uint16Array.from({ length: 40 }, (_, day) => 700 + (at - 2) * day);
  const score = { history: { last: today, points }, topics: [], source: 'chr2' as const, model: 1 };
  return toScoreItem(account, id, score);
}

let prepared: Item[] | undefined;

/** The account with its views, plus new facts that are not in the views yet. */
async function prepare(): Promise<void> {
  await restore(db.table, prepared ?? []);
  if (prepared) return;
  await writeFacts(accountWriter(db.table), account, accountFacts({ clients: 120, streams: 2, signals: 0 }));
  await putAll(db.table, moved.map(scoredClient));
  await rebuild(db.table, account, { now: 0 });
  await writeFacts({ ...accountWriter(db.table), changed: notYet }, account, news);
  prepared = await dump(db.table);
}

const seen = () => readViews(db.table, account);

const rebuildOver = (table: Parameters<typeof rebuild>[0]) => rebuild(table, account, { now: 0 });

describe('while an account switches to new views', () => {
  it('a reader between any two calls sees the old views or the new ones', async () => {
    await prepare();
    const before = await seen();
    const between: Awaited<ReturnType<typeof seen>>[] = [];
    const watched = aroundAttempts(db.open(), async (send) => {
      const answer = await send();
      between.push(await seen());
      return answer;
    });

    await rebuildOver(watched);

    const after = await seen();
    expect(after).not.toEqual(before);
    expect(after.version).not.toBe(before.version);
    expect(after.trending30day).toHaveLength(moved.length);
    const switched = between.findIndex((each) => each.version === after.version);
    // the switch is the last call
    expect(switched).toBe(between.length - 1);
    for (const [at, each] of between.entries()) expect(each).toEqual(at < switched ? before : after);
  });

  it(`a run killed at ${everyNthSaid(5)} point before, during or after its calls leaves one complete version, and a second run finishes it`, async () => {
    await prepare();
    const begin = await dump(db.table);
    const old = await seen();
    const whole = dying(db);
    await rebuildOver(whole.table);
    const end = await dump(db.table);
    const done = await seen();
    await expectViewsOfFacts(db.table, 'acme', null);

    for (const death of everyNth(5, deathsIn(whole.calls))) {
      await restore(db.table, begin);
      const { table } = dying(db, death);
      await expect(rebuildOver(table)).rejects.toThrow(Killed);
      expect([old, done]).toContainEqual(await seen());

      await rebuildOver(db.table);

      expect(await dump(db.table)).toEqual(end);
    }
  });

  it('a second run writes nothing', async () => {
    await prepare();
    await rebuildOver(db.table);
    const end = await dump(db.table);
    const writes: object[] = [];
    const watched = aroundAttempts(db.open(), (send, input) => {
      if ('Item' in input || JSON.stringify(input).includes('PutRequest') || 'UpdateExpression' in input) {
        writes.push(input);
      }
      return send();
    });

    await rebuildOver(watched);

    expect(writes).toEqual([]);
    expect(await dump(db.table)).toEqual(end);
  });

  it('a rebuild that was asked for puts again what was lost', async () => {
    await prepare();
    await rebuildOver(db.table);
    for (const roster of rosterNames) await deleteAll(db.table, await readRange(db.table, pagesRange(account, roster)));

    await rebuild(db.table, account, { again: true, now: 0 });

    await expectViewsOfFacts(db.table, 'acme', null);
  });

  it('a publication whose response was lost is not made again', async () => {
    await prepare();
    let lost = false;
    const table = aroundAttempts(db.open(), async (send, input) => {
      const answer = await send();
      if (!('Item' in input) || lost) return answer;
      lost = true;
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    });

    await rebuildOver(table);

    await expectViewsOfFacts(db.table, 'acme', null);
  });

  it('nothing is published for an account that was deleted and created again in between', async () => {
    await prepare();
    const before = await seen();
    const late = aroundAttempts(db.open(), async (send, input) => {
      if ('Item' in input) {
        await deleteAll(db.table, [accountKey(account), rootKey(account)]);
        await createAccount(db.table, account, 'Another');
      }
      return send();
    });

    await expect(rebuildOver(late)).rejects.toThrow(RootReplaced);

    expect(before.clients).not.toEqual([]);
    expect(await seen()).toMatchObject({ clients: [], streams: [], scoredFor: null });
  });
});
