import { expect, it } from 'vitest';
import type { FeedRecord } from '../../../shared/domain/feeds.ts';
import { deleteFeeds, listFeeds, readFeeds, saveFeeds } from '../../../shared/table/access/feeds.ts';
import { asAccount, feedsKey } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { slowWrites } from '../../support/store/late.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const [acme, other] = [asAccount('acme'), asAccount('other')];
const record = (feed: string, more: Partial<FeedRecord> = {}): FeedRecord => ({
  ...{ feed, kind: 'clients', faults: [{ is: 'missing' }], ...more },
});

it('feeds are kept by account, in the order of their names, until they are deleted', async () => {
  expect(await readFeeds(db.table, acme)).toEqual([]);
  await saveFeeds(slowWrites(db.open()), acme, [record('c'), record('a', { columns: ['Id'], every: 7 }), record('b')]);
  await saveFeeds(slowWrites(db.open()), other, [record('d')]);

  const feeds = [record('a', { columns: ['Id'], every: 7 }), record('b'), record('c')];
  expect(await readFeeds(db.table, acme)).toEqual(feeds);
  expect(await listFeeds(db.table)).toEqual(
    new Map([
      [acme, feeds],
      [other, [record('d')]],
    ]),
  );
  await deleteFeeds(slowWrites(db.open()), acme);
  expect([await readFeeds(db.table, acme), await readFeeds(db.table, other)]).toEqual([[], [record('d')]]);
});

it('those with the most text lose their columns, if an item would hold more than 300 KB', async () => {
  const columns = (count: number) => Array.from({ length: count }, () => `x${'é'.repeat(498)}`);
  const rest = Buffer.byteLength(JSON.stringify([record('a', { columns: [] }), record('b', { columns: [] })]));
  const most = [record('a', { columns: columns(99) }), record('b', { columns: [...columns(200), ''] })];
  // a column of 997 bytes takes 1000 with its quotes and its comma, which the first one of a list lacks
  const left = 300_000 - rest - 99_000 - 200_000 + 1 - 2;
  const filled = (letters: number) =>
    [most[0], record('b', { columns: [...columns(200), 'x'.repeat(letters)] })] as FeedRecord[];
  await saveFeeds(slowWrites(db.open()), acme, filled(left));
  expect(await readFeeds(db.table, acme)).toEqual(filled(left));

  await saveFeeds(slowWrites(db.open()), acme, filled(left + 1));
  expect(await readFeeds(db.table, acme)).toEqual([most[0], record('b')]);
  // nothing else can be left out
  const long = [record('x'.repeat(301_000)), record('y', { columns: columns(1) })];
  await saveFeeds(slowWrites(db.open()), acme, long);
  expect(await readFeeds(db.table, acme)).toEqual([long[0], record('y')]);
});

it('an item of a later version is refused', async () => {
  await putAll(db.table, [{ ...feedsKey(acme), v: 99, feeds: [] }]);

  await expect(readFeeds(db.table, acme)).rejects.toThrow('99');
});
