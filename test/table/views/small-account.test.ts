import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NotFound } from '../../../shared/domain/errors.ts';
import { tallyOf } from '../../../shared/domain/lists/health.ts';
import type { Period } from '../../../shared/domain/scoring/changes.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import { type Client, noCounts } from '../../../shared/table/records/clients.ts';
import type { Score } from '../../../shared/table/records/scores.ts';
import { asAccount, type ItemKey, type RosterName } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { buildViews, listIdsOf, type Views } from '../../../shared/table/views/model/build-views.ts';
import { favorites, inPortfolio, linesOf, memberText } from '../../../shared/table/views/model/descriptions.ts';
import { type ClientEntry, clientEntry, entryOf, inOrder } from '../../../shared/table/views/model/entries.ts';
import { fromListItem, toListItem } from '../../../shared/table/views/model/lists.ts';
import { ownMetadataKeys } from '../../../shared/table/views/model/metadata-keys.ts';
import { nightClientOf } from '../../../shared/table/views/model/night-client.ts';
import { toPageItems } from '../../../shared/table/views/model/pages.ts';
import {
  emptyPortfolioView,
  fromPortfolioViewItem,
  memberListIds,
  toPortfolioViewItem,
} from '../../../shared/table/views/model/portfolio-view.ts';
import { chosenParts, ListVersion } from '../../../shared/table/views/read/list-version.ts';
import { LiveVersion, liveVersion } from '../../../shared/table/views/read/live-version.ts';
import { MergedOrder } from '../../../shared/table/views/read/merged-order.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { namesIn, portfolioIdOf, scopedClients } from '../../../shared/table/views/read/scoped-clients.ts';
import { trendingClients, trendingParts } from '../../../shared/table/views/read/trending.ts';
import { publish } from '../../../shared/table/views/write/publish.ts';
import { memDynamo } from '../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { putViews, viewsOf } from '../../support/rosters/put-views.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aPortfolio, aStream } from '../../support/store/facts.ts';
import { memoryTable } from '../../support/store/table.ts';

// What the lists of a small account show, and what is read for an answer. Other files try many random accounts.

const acme = asAccount('acme');
const today = 20_777;
const strong = { consistent: true };

/** The score of the last of 31 days, in tenths: `week` before it for 7 days, and `month` for the days before. */
const scored = (now: number, week = now, month = week): Pick<Score, 'history'> => ({
  history: {
    last: today,
    points: Uint16Array.from({ length: 31 }, (_, day) => (day >= 24 ? now : day === 23 ? week : month)),
  },
});
const data = (id: string, given: Partial<Client>, score?: Pick<Score, 'history'>, portfolios: object = {}) => ({
  client: { ...aClient(id, { metadata: {} }).value, ...noCounts, ...given },
  score: score && {
    ...{ topics: Array(8).fill(90), source: 'chr2' as const, model: 1, ...score },
  },
  streams: [],
  memberships: new Map(Object.entries(portfolios)),
});
const read = { value: 'red', week: '2026-11-16', updatedAt: '2026-11-17T08:00:00Z', updatedBy: 'Ada' } as const;
const streamsOfAnna = [
  { stream: aStream('a', 's2', { state: 'inactive' }).value, score: undefined },
  { stream: aStream('a', 's1').value, score: undefined },
];
const clients = [
  {
    ...data(
      'a',
      {
        name: 'Anna',
        favorite: true,
        externalId: 'X1',
        latestRead: read,
        metadata: { zone: 'n', industry: 'i', revenueTTM: 5 },
      },
      scored(1100, 1000),
      { p: { tier: 'Gold' }, q: { t: '1' } },
    ),
    streams: streamsOfAnna,
  },
  data('b', { name: 'Bert', archived: true, favorite: true, metadata: { area: 'x' } }, scored(900, 950), { p: {} }),
  data('c', { name: 'cäcilie' }, scored(800, 800, 500), { p: {} }),
  data('d', { name: 'Doro' }, scored(700, 730)),
  data('e', { name: 'Emil', importedScore: 60 }, undefined, { q: {} }),
];
const portfolios = [
  aPortfolio('q', { name: 'zebra', description: 'd', userIds: ['u'], createdAt: '2026-01-01T00:00:00Z' }).value,
  aPortfolio('p', { name: 'Änne' }).value,
  aPortfolio('toString', { name: 'none' }).value,
];
const views = () => viewsOf(acme, clients, portfolios, today);
const entries = () =>
  clients.map(({ client, score, memberships }) => clientEntry(acme, client, score, [], memberships));

let table: Table;
beforeEach(() => {
  table = memoryTable();
});
/** A reader of the table, and the keys of the items that it has read. */
function reading() {
  const pages = new PageStore(1_000_000);
  const asked: string[] = [];
  const all = pages.read.bind(pages);
  pages.read = (from, keys, decode) => {
    asked.push(...keys.map(({ sk }) => sk.split('#')[0] ?? ''));
    return all(from, keys, decode);
  };
  return { reader: { table, pages }, asked };
}
const live = () => liveVersion(reading().reader, acme, strong);
const idsIn = (texts: readonly string[]) =>
  texts
    .map((text) => JSON.parse(text))
    .map(({ id, clientId = id }) => clientId)
    .join('');

describe('a list', () => {
  beforeEach(() => putViews(table, acme, views()));

  it.each<[RosterName, readonly number[], string]>([
    ['clients', [0], 'acde'],
    ['clients', [0, 1], 'abcde'],
    ['clients', [1], 'b'],
    ['alignment', [0], 'acde'],
    ['alignment', [0, 1], 'abcde'],
    ['trending7day', trendingParts('improving', true), 'a'],
    ['trending7day', trendingParts('declining', true), 'bd'],
    ['trending7day', trendingParts('declining', false), 'd'],
    ['trending7day', trendingParts('stable', true), 'c'],
    ['trending30day', trendingParts(undefined, true), 'cabd'],
    ['trending30day', trendingParts('improving', false), 'ca'],
  ])('%s, parts %j, is %s', async (roster, parts, expected) => {
    const list = (await live()).list(roster);
    const texts = await list.slice(parts, 0, 10);

    expect([...idsIn(texts)]).toEqual([...expected]);
    expect((await list.tally(parts)).total).toBe(expected.length);
  });

  it('shows each entry as its answer does', async () => {
    const version = await live();
    const first = async (roster: RosterName, parts: readonly number[]) =>
      JSON.parse((await version.list(roster).slice(parts, 0, 1))[0] ?? '');
    const client = {
      ...{ id: 'a', customerId: 'acme', name: 'Anna', score: 110, lastContactDate: null },
      ...{ hasInsufficientData: false, metadata: { industry: 'i', revenueTTM: 5, zone: 'n' } },
    };
    const change = { change: 10, percentage: 10, previousScore: 100 };

    expect(await first('clients', [0])).toEqual(client);
    expect(await first('trending7day', [0])).toEqual({ ...client, scoreChanges: { '7day': change, '30day': change } });
    expect(await version.list('alignment').slice([0], 0, 2)).toEqual([
      '{"clientId":"a","clientName":"Anna","externalClientId":"X1","serviceScore":110,"scoreSource":"chr2","alignment":' +
        `${JSON.stringify(read)}}`,
      '{"clientId":"c","clientName":"cäcilie","externalClientId":null,"serviceScore":80,"scoreSource":"chr2","alignment":null}',
    ]);
    expect(await version.list('streams').slice([0, 1], 0, 9)).toMatchObject([
      expect.stringContaining('"id":"s1"'),
      expect.stringContaining('"id":"s2"'),
    ]);
    const streams = version.list('streams');
    expect((await streams.tally([1])).total).toBe(1);
    expect(await streams.slice([1], 0, 9)).toMatchObject([expect.stringContaining('"id":"s2"')]);
    expect((await streams.fieldsAt([{ part: 0, at: 0 }])).map(({ id }) => id)).toEqual(['s1 a']);
  });

  it('of all clients has statistics with and without archived ones', async () => {
    const { overviews, parts } = await (await live()).list('overview').item();

    expect(parts).toEqual([]);
    expect(overviews.map((text) => JSON.parse(text))).toMatchObject([
      { total: 4, archivedCount: 1, streamCount: 1, insufficientDataCount: 1, alignment: { red: 1, notAssessed: 3 } },
      { total: 5, archivedCount: 1, streamCount: 1, scoresUpdatedAt: '2026-11-20T00:00:00.000Z' },
    ]);
    expect(overviews.map((text) => JSON.parse(text).revenueTTM.total)).toEqual([5, 5]);
    const ofMembers = await (await scopedClients(reading().reader, acme, 'p', strong)).list.item();
    expect(ofMembers.overviews.map((text) => JSON.parse(text))).toMatchObject([{ total: 2 }, { total: 3 }]);
    const unscored = viewsOf(acme, clients, portfolios, null).built.find(({ list }) => list.overviews.length > 0);
    expect(JSON.parse(unscored?.list.overviews[0] ?? '').scoresUpdatedAt).toBe(null);
  });

  it('is exported entry by entry, with its fields', async () => {
    const list = (await live()).list('clients');
    const found: ClientEntry[] = [];
    for await (const stored of list.entries([0, 1], () => table)) found.push(entryOf(stored));
    const parts: number[] = [];
    for await (const { part } of list.entries([1], () => table)) parts.push(part);

    expect(found.map(({ id, part }) => `${id}${part}`)).toEqual(['a0', 'b1', 'c0', 'd0', 'e0']);
    const [anna] = inOrder(clients.slice(0, 1).map(entryOfData));
    expect(found[0]).toEqual(anna);
    expect(parts).toEqual([1]);
  });

  it('is named by the version and the night', async () => {
    const version = await live();
    const { lists, portfolios: id } = version.named ?? expect.unreachable();
    const [member] = (await version.portfolios()).portfolios;

    expect(version.list('clients').version).toBe(`${lists.clients}-${today}`);
    expect(version.members(member?.clients ?? { list: '' }).version).toBe(`${member?.clients.list}-${today}`);
    expect(version.version).toBe(`${id}-${today}`);
  });
});

const entryOfData = ({ client, score, streams, memberships }: (typeof clients)[number]) =>
  clientEntry(
    acme,
    client,
    score,
    streams.map(({ stream }) => stream),
    memberships,
  );

it('an account without views has empty lists and no portfolios', async () => {
  const { reader, asked } = reading();
  for (const version of [new LiveVersion(reader, acme, undefined), await liveVersion(reader, acme, strong)]) {
    expect([version.version, version.list('clients').version, version.named]).toEqual(['none-none', 'none-none', null]);
    expect(await version.portfolios()).toBe(emptyPortfolioView);
    await expect(version.portfolio('p')).rejects.toThrow(NotFound);
    expect(await version.list('clients').tally([0, 1])).toMatchObject({ total: 0 });
    expect(await version.members({ list: '' }).slice([0, 1], 0, 9)).toEqual([]);
  }
  expect(asked).toEqual([]);
});

describe('portfolios', () => {
  it('are in order with their attributes, tallies and lists, and are read as they were stored', async () => {
    const built = views();
    await putViews(table, acme, built);
    const shown = await (await live()).portfolios();
    const tallies = shown.portfolios.map(({ id, clients: { main, hidden } }) => [id, main.total, hidden.total]);

    expect(tallies).toEqual([
      ['p', 2, 1],
      ['toString', 0, 0],
      ['q', 2, 0],
    ]);
    expect(shown.portfolios[2]).toEqual({ ...portfolios[0], clients: shown.portfolios[2]?.clients });
    expect(Object.keys(shown.portfolios[0] ?? {})).toEqual(['id', 'name', 'color', 'clients']);
    // one without clients has no list of its own, and not that of all
    expect(await (await live()).members({ list: '' }).slice([0, 1], 0, 9)).toEqual([]);
    expect([shown.all, shown.favorites].map(({ main, hidden }) => [main.total, hidden.total])).toEqual([
      [4, 1],
      [1, 1],
    ]);
    expect(shown.metadataKeys).toEqual(['area', 'zone']);
    expect(fromPortfolioViewItem(toPortfolioViewItem(acme, shown, 7))).toEqual(shown);
    expect(toPortfolioViewItem(acme, shown, 7).round).toBe(7);
    expect(await (await live()).portfolio('q')).toEqual(shown.portfolios[2]);
    expect(memberListIds(shown)).toEqual(
      [shown.favorites, ...shown.portfolios.map((each) => each.clients)].map(({ list }) => list),
    );
    expect(listIdsOf('clients', built)).toEqual([built.lists.clients, ...memberListIds(shown)]);
    expect(listIdsOf('streams', built)).toEqual([built.lists.streams]);
  });

  it('have members with the extra columns of this portfolio alone', () => {
    const all = inOrder(entries());
    const fieldsOf = (lines: ReturnType<typeof linesOf>) => lines.map(({ fields }) => fields as ClientEntry['fields']);

    const [anna, ...others] = fieldsOf(linesOf(inPortfolio('p'), all));
    expect(anna?.portfolios).toEqual({ p: { tier: 'Gold' }, q: {} });
    expect(others.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(fieldsOf(linesOf(favorites, all)).map((fields) => fields.portfolios)).toEqual([{ p: {}, q: {} }, { p: {} }]);
    expect(linesOf(inPortfolio('toString'), all)).toEqual([]);
    const fields = { ...(anna ?? expect.unreachable()), portfolios: { p: { tier: 'Gold' } } };
    const { scoreChanges } = fields;
    const text = (portfolio: string, more: object) => expect(JSON.parse(memberText({ ...fields, ...more }, portfolio)));
    text('p', {}).toEqual({ id: 'a', name: 'Anna', score: 110, scoreChanges, extraColumns: { tier: 'Gold' } });
    text('toString', { scoreChanges: undefined }).toEqual({ id: 'a', name: 'Anna', score: 110, extraColumns: {} });
  });
});

describe('the scope of a request', () => {
  beforeEach(() => putViews(table, acme, views()));
  const scope = (portfolioId: string | null, ofAll?: 'overview') =>
    scopedClients(reading().reader, acme, portfolioId, strong, ofAll);

  it('is a portfolio or the whole account', async () => {
    expect([undefined, 'all-clients', 'p'].map(portfolioIdOf)).toEqual([null, null, 'p']);
    const named = (await live()).named;
    expect(await scope(null)).toMatchObject({
      ...{ version: `${named?.lists.clients}-${today}`, echo: { customerId: 'acme', portfolioId: null } },
    });
    expect((await scope(null, 'overview')).version).toBe(`${named?.lists.overview}-${today}`);
    const { echo, list, version } = await scope('p');
    expect(echo).toEqual({ customerId: 'acme', portfolioId: 'p' });
    expect(version).toBe(list.version);
    expect(idsIn(await list.slice([0, 1], 0, 9))).toBe('abc');
    await expect(scope('nope')).rejects.toThrow(new NotFound('portfolio'));
  });

  it('is answered by a reader that has answered others as by a new one', async () => {
    const other = asAccount('other');
    await putViews(table, other, viewsOf(other, clients.slice(0, 3), portfolios, today));
    const answers = async (readerOf: () => Parameters<typeof scopedClients>[0]) => {
      const found: unknown[] = [];
      for (const account of [acme, other])
        for (const portfolio of [null, 'p', 'q'])
          for (const chosen of [[0], [0, 1], [1]]) {
            const { list } = await scopedClients(readerOf(), account, portfolio, strong);
            found.push((await namesIn(list, chosen)).search('e'), await list.slice(chosen, 0, 9));
            for (const period of ['7day', '30day'] as const) {
              const { slice } = await trendingClients(readerOf(), account, portfolio, period, strong);
              found.push(await slice(trendingParts(undefined, chosen.length > 1), 0, 9));
            }
          }
      return found;
    };
    const { reader } = reading();
    expect(await answers(() => reader)).toEqual(await answers(() => reading().reader));
  });

  it.each([
    [null, [0], 'CACILIE', [1]],
    [null, [0, 1], 'cacilie', [2]],
    [null, [0, 1], 'bert', [1]],
    [null, [0], 'bert', []],
    [null, [1], 'bert', [0]],
    ['p', [0, 1], 'cacilie', [2]],
    ['p', [0], 'cacilie', [1]],
    ['p', [1], 'r', [0]],
  ] as const)('%s, parts %j: %s is found at %j', async (portfolioId, chosen, query, expected) => {
    const { list } = await scope(portfolioId);

    expect((await namesIn(list, chosen)).search(query)).toEqual(expected);
  });

  it.each<[string | null, Period, Parameters<typeof trendingParts>, string]>([
    ['p', '30day', [undefined, true], 'cab'],
    ['p', '30day', [undefined, false], 'ca'],
    ['p', '7day', ['stable', true], 'c'],
    ['p', '7day', ['declining', true], 'b'],
    ['q', '7day', [undefined, true], 'a'],
    [null, '7day', ['declining', true], 'bd'],
    [null, '7day', ['declining', false], 'd'],
  ])('%s over %s %j trend: %s', async (portfolioId, period, parts, expected) => {
    const { slice, echo, version } = await trendingClients(reading().reader, acme, portfolioId, period, strong);
    const whole = await slice(trendingParts(...parts), 0, 9);
    const second = await slice(trendingParts(...parts), 1, 1);

    expect(echo).toEqual({ customerId: 'acme', portfolioId });
    const { named } = await live();
    if (portfolioId === null) expect(version).toBe(`${named?.lists[`trending${period}`]}-${today}`);
    else expect(version).toBe((await scope(portfolioId)).version);
    expect([...idsIn(whole.texts)].sort()).toEqual([...expected].sort());
    expect(whole.texts[0]).toContain('"scoreChanges":{"7day":{');
    expect([idsIn(whole.texts), whole.total]).toEqual([expected, expected.length]);
    expect([second.texts, second.total]).toEqual([whole.texts.slice(1, 2), expected.length]);
  });
});

it('a slice reads the pages that hold it, once', async () => {
  await putViews(table, acme, views());
  const { reader, asked } = reading();
  const list = (await liveVersion(reader, acme, strong)).list('clients');
  await list.slice([0], 0, 2);
  await list.slice([0, 1], 1, 2);
  expect(asked).toEqual(['LIST', 'PAGE', 'PAGE', 'PAGE']);
  expect(await list.slice([0, 1], 5, 2)).toEqual([]);
  expect(await list.slice([0, 1], 6, 2)).toEqual([]);
  expect(chosenParts(true).concat(chosenParts(false))).toEqual([0, 1, 0]);
  const order = new MergedOrder('0120', [0, 2]);
  expect([2, 0, 1].map((index) => order.position(index))).toEqual([
    { part: 0, at: 1 },
    { part: 0, at: 0 },
    { part: 2, at: 0 },
  ]);
  expect(() => order.position(3)).toThrow('A list of 3 entries has no index 3.');
});

it.each([
  [250, true],
  [251, false],
])('an export of %i pages asks for the table before each 25, and they are cached: %s', async (count, isCached) => {
  const pages = Array.from({ length: count }, (_, at) => ({ id: `p${at}`, count: 1, start: at }));
  const list = { parts: [{ pages, tally: tallyOf([]) }], order: '0'.repeat(count), names: [], overviews: [] };
  const now = {} as Table;
  const read = async (table: Table, keys: readonly ItemKey[]) =>
    keys.map(({ sk }) =>
      sk.startsWith('LIST') ? list : table !== now ? [] : sk.startsWith('PAGE') ? [sk] : [{ id: sk }],
    );
  const cache = { table: {} as Table, pages: { read } as unknown as PageStore };
  const found: string[] = [];
  const tableNow = vi.fn(() => now);
  const walk = async () => {
    const version = new ListVersion(cache, acme, 'clients', 'x', null);
    for await (const { text } of version.entries([0], tableNow)) found.push(text);
  };
  // a reader without a table finds only what is cached
  if (isCached) await walk();
  else await expect(walk()).rejects.toThrow();
  expect(found).toEqual(isCached ? pages.map(({ id }) => `PAGE#${id}`) : []);
  expect(tableNow).toHaveBeenCalledTimes(isCached ? 10 : 1);
});

it('own metadata keys are sorted, and as many as there is room for', () => {
  const entry = (...keys: string[]) => ({
    ...(entries()[0] ?? expect.unreachable()),
    text: JSON.stringify({ name: 'a "metadata":{"x":1}', metadata: Object.fromEntries(keys.map((key) => [key, 1])) }),
  });
  const numbered = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `${1000 + at}`.padEnd(length, 'x'));
  const known = ['accountOwner', 'industry', 'location', 'revenueTTM'];

  expect(ownMetadataKeys([entry('b', ...known), entry('a', 'b', 'metadata')])).toEqual(['a', 'b', 'metadata']);
  expect(ownMetadataKeys([entry(...numbered(501, 4))])).toEqual(numbered(500, 4));
  // 32 KB
  expect(ownMetadataKeys([entry(...numbered(40, 1024))])).toEqual(numbered(32, 1024));
  expect(ownMetadataKeys([entry(...numbered(40, 1025))])).toEqual(numbered(31, 1025));
});

it('names are in pages of at most 500', () => {
  const client = entries()[0] ?? expect.unreachable();
  const many = Array.from({ length: 501 }, (_, at) => ({ ...client, id: `c${at}`, foldedName: `name ${at}` }));
  const [names] = buildViews({ clients: many, streams: [] }, [], null).built.flatMap(({ list }) =>
    list.names.slice(0, 1),
  );
  expect([names?.length, names?.reduce((sum, { count }) => sum + count, 0)]).toEqual([2, 501]);
});

it('the night of a client is the score of its entry, that of the day before and the change of a week', () => {
  const [anna, , , , emil] = clients.map(({ client, score }) => nightClientOf(client, score));
  expect(anna).toEqual({ id: 'a', name: 'Anna', score: 110, hasLittleData: false, before: 110, change: 10 });
  expect(emil).toEqual({
    ...{ id: 'e', name: 'Emil', score: 60, hasLittleData: true, before: undefined, change: undefined },
  });
});

it('views are stored with the round of the root, and lists are read as they were stored', async () => {
  const [list] = views().built;
  if (!list) throw new Error('no list');
  expect(fromListItem(toListItem(acme, list, 3))).toEqual(list.list);
  expect([
    toListItem(acme, list, 3).round,
    ...list.pages.flatMap((page) => toPageItems(acme, 'clients', page, 4)).map(({ round }) => round),
  ]).toEqual([3, 4, 4, 4, 4, 4, 4]);
  const unknown = /version/i;
  expect(() => fromListItem({ ...toListItem(acme, list, 3), v: 99 })).toThrow(unknown);
  expect(() => fromPortfolioViewItem({ ...toPortfolioViewItem(acme, views().portfolios, 3), v: 99 })).toThrow(unknown);
  await putViews(table, acme, views());
  expect((await readRoot(table, acme, strong))?.scoredFor).toBe(today);
});

it('unchanged views write nothing, and changed ones only items that are not stored', async () => {
  const store = memDynamo();
  const puts: string[] = [];
  table = memTable({
    perform: (operation, input) => {
      const { RequestItems = {}, Item } = input as unknown as {
        RequestItems?: Record<string, { PutRequest?: { Item: { sk: { S: string } } } }[]>;
        Item?: { sk: { S: string } };
      };
      if (operation === 'BatchWriteItem')
        puts.push(...Object.values(RequestItems).flatMap((all) => all.map((each) => each.PutRequest?.Item.sk.S ?? '')));
      if (operation === 'PutItem') puts.push(Item?.sk.S ?? '');
      return store.perform(operation, input);
    },
  });
  await putViews(table, acme, views());
  const publishNow = async (next: Views) => {
    puts.length = 0;
    const root = (await readRoot(table, acme, strong)) ?? expect.unreachable();
    await publish({ table, pages: new PageStore(0) }, acme, root, { ...next, facts: root.facts });
  };
  await publishNow(views());
  expect(puts).toEqual([]);

  const stored = new Set((await dumpOf(table, acme)).map(({ sk }) => sk));
  const [anna, ...others] = clients;
  const moved = { ...anna, client: { ...anna?.client, externalId: 'X2' } } as (typeof clients)[number];
  await publishNow(viewsOf(acme, [moved, ...others], portfolios, today));
  expect(puts.filter((sk) => stored.has(sk))).toEqual(['ROOT']);
  expect(puts.filter((sk) => sk.startsWith('VIEW'))).toHaveLength(1);
  expect((await live()).named).not.toEqual(null);
  await publishNow(viewsOf(acme, [moved, ...others], portfolios, today + 1));
  expect((await live()).scoredFor).toBe(today + 1);
  expect(puts).toContain('ROOT');
});
