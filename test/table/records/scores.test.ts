import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { noCounts, toClientItem } from '../../../shared/table/records/clients.ts';
import { packScores, unpackScores } from '../../../shared/table/records/packed-scores.ts';
import {
  areStored,
  type ClientScore,
  clientScoreOf,
  replaceScores,
  type Score,
  type StoredScore,
} from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { holds } from '../../support/holds.ts';
import { aroundAttempts, throttlingError } from '../../support/sim/attempts.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient } from '../../support/store/facts.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const day = 20_777;

function scoreUpTo(last: number, ...points: number[]): Score {
  const topics = Array<number | null>(15).fill(100);
  return { history: { last, points: Uint16Array.from(points) }, topics, source: 'chr2', model: 1 };
}

const before: ClientScore = { ...scoreUpTo(day - 1, 900), ofStreams: new Map([['web', scoreUpTo(day - 1, 800)]]) };
const after: ClientScore = { ...scoreUpTo(day, 900, 910), ofStreams: new Map([['web', scoreUpTo(day, 800, 0)]]) };

const found = () => clientScoreOf(db.table, acme, 'c1');
const replace = (stored: StoredScore | undefined, scores: ClientScore, table = db.table) =>
  replaceScores(table, acme, 'c1', stored, scores);
const begin = async () => {
  await replace(undefined, before);
  return (await found()) as StoredScore;
};

beforeEach(async () => {
  await deleteAll(db.table, await dumpOf(db.table, 'acme'));
  await putAll(db.table, [toClientItem(acme, { ...aClient('c1').value, ...noCounts })]);
});

describe('the scores of a client and its streams', () => {
  it('are stored the first time and replaced later', async () => {
    const stored = await begin();
    expect(stored).toMatchObject(before);

    expect(await replace(stored, after)).toBe('replaced');
    expect(await found()).toMatchObject(after);
  });

  it('are not stored if another run was first, or has replaced them', async () => {
    const stored = await begin();
    expect(await replace(undefined, after)).toBe('changed');
    await replace(stored, { ...before, ofStreams: new Map() });

    let attempts = 0;
    const throttledOnce = aroundAttempts(db.open(), async (send) => {
      attempts += 1;
      if (attempts === 1) throw throttlingError();
      return send();
    });
    expect([await replace(stored, after), await replace(stored, after, throttledOnce)]).toEqual(['changed', 'changed']);
    expect(await found()).toMatchObject({ ...before, ofStreams: new Map() });
  });

  it('of a removed client are not made again', async () => {
    const stored = await begin();
    await deleteAll(db.table, await dumpOf(db.table, 'acme'));

    expect([await replace(stored, after), await replace(undefined, after)]).toEqual(['removed', 'removed']);
    expect(await dumpOf(db.table, 'acme')).toEqual([]);
  });

  it('cannot be stored in a table that is out of order', async () => {
    await expect(replace(undefined, after, failingTable())).rejects.toThrow('out of order');
  });

  it.each<[string, Partial<ClientScore>]>([
    ['day', { history: { last: day + 1, points: Uint16Array.of(900, 910) } }],
    ['points', { history: { last: day, points: Uint16Array.of(900, 911) } }],
    ['topics', { topics: Array(15).fill(99) }],
    ['source', { source: 'chr1' }],
    ['model', { model: 2 }],
    ['streams', { ofStreams: new Map() }],
    ['id of a stream', { ofStreams: new Map([['app', scoreUpTo(day, 800, 0)]]) }],
  ])('are equal to what is stored, unless they have another %s', async (_, other) => {
    await replace(await begin(), after);
    const stored = await found();

    expect([areStored(stored, after), areStored(stored, { ...after, ...other })]).toEqual([true, false]);
    expect(areStored(undefined, after)).toBe(false);
  });

  it('are unpacked as they were packed', () => {
    const scores = fc.record({
      history: fc.record({
        last: fc.integer({ min: 0, max: 65_535 }),
        points: fc.uint16Array({ min: 0, max: 2000, minLength: 1, maxLength: 365 }),
      }),
      topics: fc.array(fc.option(fc.double({ min: 0, max: 200, noNaN: true })), { minLength: 15, maxLength: 15 }),
      source: fc.constantFrom('chr1' as const, 'chr2' as const),
      model: fc.integer({ min: 0, max: 255 }),
    });
    const all = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z0-9]{0,64}$/), scores), { selector: ([id]) => id });
    holds(
      fc.property(all, (entries) => {
        const given = new Map(
          entries.map(([id, score]): [string, Score] => [
            id,
            score.source === 'chr2' && id.length % 2 === 0 ? { ...score, isFirst: true } : score,
          ]),
        );
        expect(unpackScores(packScores(given))).toEqual(given);
      }),
    );
  });
});
