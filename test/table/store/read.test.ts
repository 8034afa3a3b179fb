import { beforeAll, describe, expect, it } from 'vitest';
import { countRange, readBatch, readItem, readRange, readRangeInParts } from '../../../shared/table/store/read.ts';
import { withSignal } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const range = { pk: 'P', from: 'A#', to: 'A#z' };
const text = 'x'.repeat(300_000);
const items = Array.from({ length: 9 }, (_, at) => ({ pk: 'P', sk: `A#${at}`, place: at, text }));
const places = items.map(({ place }) => place);

/** DynamoDB responds with at most 1 MB, which is three of these items. */
beforeAll(() => putAll(db.table, [...items, { pk: 'P', sk: 'B#0', place: 10 }, { pk: 'Q', sk: 'A#0', place: 11 }]));

describe('a range that is larger than a response', () => {
  it('is read to its end, in order', async () => {
    expect(await readRange(db.table, range)).toEqual(items);
    expect((await readRange(db.table, range, { backwards: true })).map(({ place }) => place)).toEqual(
      places.toReversed(),
    );
  });

  it('comes response by response', async () => {
    const parts: unknown[][] = [];
    for await (const part of readRangeInParts(db.table, range)) parts.push(part.map(({ place }) => place));

    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat()).toEqual(places);
  });

  it('ends at the limit', async () => {
    const first = async (limit: number) => (await readRange(db.table, range, { limit })).map(({ place }) => place);

    expect(await first(2)).toEqual([0, 1]);
    expect(await first(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('is counted', async () => {
    expect(await countRange(db.table, range)).toBe(9);
  });

  it('transfers only the attributes that are asked for', async () => {
    const read = await readRange(db.table, range, { attributes: ['sk', 'place'] });

    expect(read).toEqual(items.map(({ sk, place }) => ({ sk, place })));
  });
});

it('a range without a start is the whole partition', async () => {
  const read = await readRange(db.table, { pk: 'P', from: '', to: '' }, { attributes: ['place'] });

  expect(read.map(({ place }) => place)).toEqual([...places, 10]);
});

it('reads end with the signal of their table', async () => {
  const table = withSignal(db.table, AbortSignal.abort());

  await expect(readItem(table, { pk: 'P', sk: 'A#0' })).rejects.toMatchObject({ name: 'AbortError' });
});

it('reads cost half as much unless they have to see every write', async () => {
  const table = db.open();
  const seen: unknown[] = [];
  aroundCalls(table, (send, _, input) => {
    seen.push((input as { readonly consistent: boolean }).consistent);
    return send();
  });
  const key = { pk: 'P', sk: 'A#0' };
  for (const reading of [undefined, { consistent: true }]) {
    await readItem(table, key, reading);
    await readBatch(table, [key], reading);
    await countRange(table, range, { ...reading });
  }

  // counting takes several responses
  expect(seen.slice(0, 3)).toEqual([false, false, false]);
  expect(seen.slice(-3)).toEqual([true, true, true]);
  expect(seen.indexOf(true)).toBe(seen.length / 2);
});
