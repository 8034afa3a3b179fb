import { describe, expect, it } from 'vitest';
import {
  clientScoreOf,
  fromScoreItem,
  fromStoredSource,
  isSameRecord,
  replaceScore,
  type Score,
  storedSource,
  toScoreItem,
} from '../../../shared/table/records/scores.ts';
import { asAccount, scoreKey } from '../../../shared/table/store/item-keys.ts';
import { type Item, readItem } from '../../../shared/table/store/read.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { aroundAttempts, throttlingError } from '../../support/sim/attempts.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const key = scoreKey(acme, 'c1');
const day = 20_777;
const counts = { notes: 3, latestRead: null, projectedMark: 'm' };

function scoreUpTo(last: number, ...points: number[]): Score {
  const topics = Array<number | null>(15).fill(100);
  return { history: { last, points: Uint16Array.from(points) }, topics, source: 'chr2', model: 1 };
}

const before = scoreUpTo(day - 1, 900);
const after = scoreUpTo(day, 900, 910);
const unscored: Score = { ...before, history: undefined };

const item = async () => (await readItem(db.table, key, { consistent: true })) as Item;
/** The score record as it is stored now. */
const found = async (): Promise<Score> => fromScoreItem(await item());
/** Stores a record with this score; returns it as it is read. */
const begin = async (score: Score) => {
  await putAll(db.table, [toScoreItem(acme, 'c1', { ...counts, ...score })]);
  return found();
};

describe('replacing a score', () => {
  it('creates the first record', async () => {
    await deleteAll(db.table, [key]);

    expect(await replaceScore(db.table, key, undefined, after)).toBe('replaced');
    expect(await clientScoreOf(db.table, acme, 'c1')).toStrictEqual({
      ...{ ...after, digest: (await item()).digest },
      ...{ notes: 0, latestRead: null, projectedMark: '' },
    });
  });

  it('keeps the counts of the record', async () => {
    const stored = await begin(before);

    expect(await replaceScore(db.table, key, stored, after)).toBe('replaced');
    expect(await found()).toMatchObject({ ...after, ...counts });
  });

  // an empty mark is one too
  it.each(['s', ''])('stores what a night knows besides, such as the mark "%s"', async (scoredMark) => {
    const stored = await begin(before);

    await replaceScore(db.table, key, stored, after, { tails: Uint8Array.of(1, 2), scoredMark, isCut: true });

    expect(await found()).toMatchObject({ tails: Uint8Array.of(1, 2), scoredMark, isCut: true });
  });

  it('stores no mark and no cut that a night does not have', async () => {
    const stored = await begin(before);

    await replaceScore(db.table, key, stored, after, { tails: new Uint8Array(0), scoredMark: undefined, isCut: false });

    expect(
      Object.keys(await item())
        .sort()
        .join(' '),
    ).toBe('day digest followed model notes pk points read sk source tails topics v');
  });

  it('gives a first score to a record that a projection has created', async () => {
    await begin(unscored);

    expect(await replaceScore(db.table, key, await found(), after)).toBe('replaced');
    expect(await found()).toMatchObject({ ...after, ...counts });
  });

  it('reports a failure of the table', async () => {
    await expect(replaceScore(failingTable(), key, before, after)).rejects.toThrow('out of order');
  });
});

describe('a score is not replaced', () => {
  it('by the first run of a client if another run was first', async () => {
    await begin(before);

    expect(await replaceScore(db.table, key, undefined, after)).toBe('changed');
    expect(await replaceScore(db.table, key, unscored, after)).toBe('changed');
    expect(await found()).toMatchObject(before);
  });

  it('if its record was deleted', async () => {
    const stored = await begin(before);
    await deleteAll(db.table, [key]);

    expect(await replaceScore(db.table, key, stored, after)).toBe('deleted');
    expect(await replaceScore(db.table, key, unscored, after)).toBe('deleted');
    expect(await readItem(db.table, key)).toBeUndefined();
  });

  it('if another run has scored a later day', async () => {
    const stored = await begin(before);
    await replaceScore(db.table, key, stored, after);

    expect(await replaceScore(db.table, key, stored, scoreUpTo(day + 1, 1))).toBe('changed');
    expect(await found()).toMatchObject(after);
  });

  it('if another run has replaced the score of the same day', async () => {
    const stored = await begin(before);
    const other = scoreUpTo(day - 1, 950);
    await replaceScore(db.table, key, stored, other);

    let attempts = 0;
    const throttledOnce = aroundAttempts(db.open(), async (send) => {
      attempts += 1;
      if (attempts === 1) throw throttlingError();
      return send();
    });

    expect(await replaceScore(db.table, key, stored, after)).toBe('changed');
    expect([await replaceScore(throttledOnce, key, stored, after), attempts]).toEqual(['changed', 2]);
    expect(await found()).toMatchObject(other);
  });
});

describe('a write would change nothing', () => {
  const tails = Uint8Array.of(1, 2, 3);

  it('if everything that the digest covers is equal', async () => {
    const stored = await begin(before);
    await replaceScore(db.table, key, stored, after, { tails, scoredMark: 'm', isCut: false });

    expect(isSameRecord(await found(), after, tails)).toBe(true);
  });

  it.each<[string, Score, Uint8Array?]>([
    ['day', { ...after, history: { last: day + 1, points: Uint16Array.of(900, 910) } }],
    ['points', scoreUpTo(day, 900, 911)],
    ['topics', { ...after, topics: Array(15).fill(99) }],
    ['source', { ...after, source: 'chr1' }],
    ['model', { ...after, model: 2 }],
    ['tails', after, Uint8Array.of(1, 2, 4)],
    ['points at all', unscored],
  ])('but not with other %s', async (_, other, otherTails = tails) => {
    const stored = await begin(before);
    await replaceScore(db.table, key, stored, after, { tails, scoredMark: 'm', isCut: false });

    expect(isSameRecord(await found(), other, otherTails)).toBe(false);
  });

  it('is not known of a score that is not stored, or of none', async () => {
    expect(isSameRecord(after, after)).toBe(false);
    expect(isSameRecord(undefined, after)).toBe(false);
  });
});

it('whether a score is imported, computed or the first computed one is stored in a word', () => {
  for (const origin of [{ source: 'chr1' }, { source: 'chr2' }, { source: 'chr2', isFirst: true }] as const) {
    expect(fromStoredSource(storedSource(origin))).toStrictEqual(origin);
  }
});
