import { beforeAll, describe, expect, it } from 'vitest';
import { nightsOf, readRoot } from '../../../shared/table/access/root.ts';
import {
  asAccount,
  pageKey,
  pagesRange,
  portfolioViewKey,
  portfolioViewsRange,
} from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import { fromListItem } from '../../../shared/table/views/model/lists.ts';
import { compress, textsIn } from '../../../shared/table/views/model/pages.ts';
import { fromPortfolioViewItem } from '../../../shared/table/views/model/portfolio-view.ts';
import { PageMissing, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const view = JSON.stringify({ all: 'ours', favorites: 'ours', metadataKeys: [], portfolios: [] });
const listText = (order: string) => JSON.stringify({ order, parts: [], names: [], overviews: [] });

const root = (account: string, generation: string, scoredFor: number | null = 20_777) =>
  literal(`CUST#${account}`, 'ROOT', { generation, version: 1, scoredFor, live: null, round: 0, deletions: [] });
const page = (account: string, name: string, sk: string, text: string) =>
  literal(`CUST#${account}#ROSTER#${name}`, sk, { z: compress(text), round: 0 });
const viewItem = (account: string, id: string, text: string) =>
  literal(`CUST#${account}`, `VIEW#${id}`, { z: compress(text), round: 0 });

beforeAll(() =>
  putLiteral(db.table, [
    root('acme', 'ours'),
    root('fresh', 'unscored', null),
    page('acme', 'clients', 'PAGE#one', '"ours"'),
    page('acme', 'clients', 'SIDE#one', '[]'),
    page('acme', 'clients', 'LIST#one', listText('01')),
    page('acme', 'streams', 'LIST#two', listText('10')),
    page('acme', 'streams', 'PAGE#two', '"a stream"'),
    viewItem('acme', 'one', view),
    literal('CUST#acme', 'PORTFOLIO#p', { id: 'p' }),
    ...lookalikes('acme').flatMap((other) => [
      root(other, 'theirs', 1),
      page(other, 'clients', 'PAGE#one', '"theirs"'),
      page(other, 'clients', 'LIST#one', listText('11')),
      page(other, 'clients', 'LIST#more', listText('11')),
      page(other, 'clients', 'PAGE#more', '"theirs"'),
      viewItem(other, 'one', '{}'),
      viewItem(other, 'more', '{}'),
    ]),
  ]),
);

describe('pattern 21: the root of an account', () => {
  it('belongs to this account', async () => {
    expect(await readRoot(db.table, acme)).toMatchObject({ generation: 'ours', scoredFor: 20_777 });
    expect(await readRoot(db.table, asAccount('ac'))).toBeUndefined();
  });
});

describe('pattern 22: pages by their ids', () => {
  const read = (id: string) => new PageStore(10_000).read(db.table, [pageKey(acme, 'clients', 'PAGE', id)], textsIn);

  it('belong to this roster of this account', async () => {
    expect(await read('one')).toEqual([['"ours"']]);
    await expect(read('two')).rejects.toThrow(PageMissing);
    await expect(read('more')).rejects.toThrow(PageMissing);
  });
});

describe('pattern 23: every page of a roster, every portfolio view', () => {
  it('is returned, and nothing of another roster or account', async () => {
    const found = [
      ...(await readRange(db.table, pagesRange(acme, 'clients'))),
      ...(await readRange(db.table, portfolioViewsRange(acme))),
    ];

    expect(found.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([
      'CUST#acme#ROSTER#clients LIST#one',
      'CUST#acme#ROSTER#clients PAGE#one',
      'CUST#acme#ROSTER#clients SIDE#one',
      'CUST#acme VIEW#one',
    ]);
  });
});

describe('pattern 24: a portfolio view by its id', () => {
  const read = (id: string) =>
    new PageStore(10_000).read(db.table, [portfolioViewKey(acme, id)], fromPortfolioViewItem);

  it('is that of this account', async () => {
    expect(await read('one')).toEqual([JSON.parse(view)]);
    await expect(read('more')).rejects.toThrow(PageMissing);
  });
});

describe('pattern 25: the night that each account shows', () => {
  it('is returned for accounts that show one', async () => {
    const found = await nightsOf(db.table, [acme, asAccount('fresh'), asAccount('nobody')]);

    expect(found).toEqual(new Map([[acme, 20_777]]));
  });
});

describe('pattern 26: a list item by its id', () => {
  const read = (id: string) =>
    new PageStore(10_000).read(db.table, [pageKey(acme, 'clients', 'LIST', id)], fromListItem);

  it('belongs to this roster of this account', async () => {
    expect(await read('one')).toMatchObject([{ order: '01' }]);
    await expect(read('two')).rejects.toThrow(PageMissing);
    await expect(read('more')).rejects.toThrow(PageMissing);
  });
});
