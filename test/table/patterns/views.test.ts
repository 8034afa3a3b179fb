import { beforeAll, describe, expect, it } from 'vitest';
import { asAccount, pagesRange } from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import { readHead } from '../../../shared/table/views/model/head.ts';
import { compress } from '../../../shared/table/views/model/pages.ts';
import { readPortfolioView } from '../../../shared/table/views/model/portfolio-view.ts';
import { PageMissing, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { scoredForOf } from '../../../shared/table/views/read/scored-for.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const nothing = { main: new Uint8Array(), aside: new Uint8Array() };
const tallies = { mainTally: [0, 0, 0, 0, 0, 0], asideTally: [0, 0, 0, 0, 0, 0] };

const noClients = { total: 0, sumOfTenths: 0, bands: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 } };
const stored = { main: noClients, aside: noClients };
const storedTallies = JSON.stringify({ all: stored, favorites: stored, portfolios: [] });

const head = (account: string, name: string, version: string, scoredFor: number | null = 20_777) =>
  literal(`CUST#${account}`, `ROSTER#${name}`, { version, scoredFor, ...nothing, ...tallies });
const page = (account: string, name: string, sk: string, text: string) =>
  literal(`CUST#${account}#ROSTER#${name}`, sk, { z: compress(text), putOn: 20_777 });

const listText = (order: string) => JSON.stringify({ order, parts: [], names: [], overviews: [] });

beforeAll(() =>
  putLiteral(db.table, [
    head('acme', 'clients', 'ours'),
    head('acme', 'streams', 'streams'),
    head('fresh', 'clients', 'unscored', null),
    page('acme', 'clients', 'PAGE#one', '"ours"'),
    page('acme', 'clients', 'SIDE#one', '[]'),
    page('acme', 'clients', 'LIST#one', listText('01')),
    page('acme', 'streams', 'LIST#two', listText('10')),
    page('acme', 'streams', 'PAGE#two', '"a stream"'),
    literal('CUST#acme', 'PORTFOLIOS', { version: 'ours', roster: 'ours', z: compress(storedTallies) }),
    literal('CUST#acme', 'PORTFOLIO#p', { id: 'p' }),
    ...lookalikes('acme').flatMap((other) => [
      head(other, 'clients', 'theirs', 1),
      page(other, 'clients', 'PAGE#one', '"theirs"'),
      page(other, 'clients', 'LIST#one', listText('11')),
      page(other, 'clients', 'LIST#more', listText('11')),
      page(other, 'clients', 'PAGE#more', '"theirs"'),
      literal(`CUST#${other}`, 'PORTFOLIOS', { version: 'theirs', roster: 'theirs', z: compress('{}') }),
    ]),
  ]),
);

describe('pattern 21: the head of a roster', () => {
  it('belongs to this roster of this account', async () => {
    expect(await readHead(db.table, acme, 'clients')).toMatchObject({ version: 'ours', scoredFor: 20_777 });
    expect(await readHead(db.table, acme, 'streams')).toMatchObject({ version: 'streams' });
    expect(await readHead(db.table, asAccount('ac'), 'clients')).toBeUndefined();
  });
});

describe('pattern 22: pages by their ids', () => {
  const read = (id: string) => new PageStore(10_000).texts(db.table, acme, 'clients', [{ id }]);

  it('belong to this roster of this account', async () => {
    expect(await read('one')).toEqual([['"ours"']]);
    await expect(read('two')).rejects.toThrow(PageMissing);
    await expect(read('more')).rejects.toThrow(PageMissing);
  });
});

describe('pattern 23: every page of a roster', () => {
  it('is returned with its side data, and nothing of another roster', async () => {
    const found = await readRange(db.table, pagesRange(acme, 'clients'));

    expect(found.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([
      'CUST#acme#ROSTER#clients LIST#one',
      'CUST#acme#ROSTER#clients PAGE#one',
      'CUST#acme#ROSTER#clients SIDE#one',
    ]);
  });
});

describe('pattern 24: the portfolio view', () => {
  it('is that of this account', async () => {
    const tallies = { main: noClients, hidden: noClients };
    expect(await readPortfolioView(db.table, acme)).toEqual({
      version: 'ours',
      roster: 'ours',
      metadataKeys: [],
      all: tallies,
      favorites: tallies,
      portfolios: [],
    });
    expect(await readPortfolioView(db.table, asAccount('fresh'))).toBeUndefined();
  });
});

describe('pattern 25: the night that each account shows', () => {
  it('is returned for accounts that show one', async () => {
    const found = await scoredForOf(db.table, [acme, asAccount('fresh'), asAccount('nobody')]);

    expect(found).toEqual(new Map([[acme, 20_777]]));
  });
});

describe('pattern 26: a list item by its id', () => {
  const read = (id: string) => new PageStore(10_000).list(db.table, acme, 'clients', id);

  it('belongs to this roster of this account', async () => {
    expect(await read('one')).toMatchObject({ order: '01' });
    await expect(read('two')).rejects.toThrow(PageMissing);
    await expect(read('more')).rejects.toThrow(PageMissing);
  });
});
