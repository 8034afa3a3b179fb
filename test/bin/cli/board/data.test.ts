import { describe, expect, it } from 'vitest';
import { collect, collectFirstScreen, collectRows } from '../../../../board/data/collect.ts';
import { distributionOf, groupOf, groupsBy, readsAgainstLevels, revenueOf } from '../../../../board/data/groups.ts';
import { listed, withSections } from '../../../../board/data/order.ts';
import { type Row, rowsOf } from '../../../../board/data/rows.ts';
import { bandOf } from '../../../../shared/domain/scoring/bands.ts';
import { apiOf, stubService } from './stub-service.ts';

const row = (id: string, score: number, more: Partial<Row> = {}): Row => ({
  id,
  name: id,
  score,
  level: bandOf(score),
  archived: false,
  scoredTopics: 9,
  lastContactDate: null,
  owner: '',
  revenue: undefined,
  change7: undefined,
  change30: undefined,
  moved7: undefined,
  moved30: undefined,
  alignment: '',
  portfolios: [],
  ...more,
});
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const many = (count: number, make: (at: number) => Row) => Array.from({ length: count }, (_, at) => make(at));

it('a row has the cells of the export, without guards; what is empty is not known', () => {
  const head =
    'id,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,revenueTTM,archived,change7day,change30day,alignment,portfolios,scoredTopics,moved7day,moved30day,reason,reasonKind,nextStep';
  const full = "c1,'=One,80,mediumRisk,true,2026-11-01,'+Ada,0,true,-1.5,2,red,p1;p2,1,0,3,Trust -4,slow,Ask";
  expect(rowsOf(`${head}\r\n${full}\r\nc2,Two,100,odd,false,,,,,,,,,9,,,,,\r\n`)).toEqual([
    row('c1', 80, {
      name: '=One',
      archived: true,
      scoredTopics: 1,
      lastContactDate: '2026-11-01',
      owner: '+Ada',
      revenue: 0,
      change7: -1.5,
      change30: 2,
      moved7: 0,
      moved30: 3,
      reason: 'Trust -4',
      reasonKind: 'slow',
      nextStep: 'Ask',
      alignment: 'red',
      portfolios: ['p1', 'p2'],
    }),
    row('c2', 100, { name: 'Two', level: 'highRisk' }),
  ]);
  expect(rowsOf('id,score\n1,2')).toEqual([row('1', 2, { name: '', level: 'highRisk', scoredTopics: 0 })]);
});

it('clients of one name are told apart by their domain, else by their id', () => {
  const file =
    'id,name,metadata.Website\r\nc1,Acme,https://www.acme.example/shop\r\nc2,ACMÉ,\r\nc3,Bolt,bolt.example\r\n';

  expect(rowsOf(file).map(({ apart }) => apart)).toEqual(['acme.example', 'c2', undefined]);
});

it('a row tells revenue in one currency only', () => {
  const file = 'id,revenueTTM,metadata.currency\r\nc1,5,EUR\r\nc2,7,USD\r\nc3,9,\r\n';

  expect(rowsOf(file, 'EUR').map(({ revenue, otherCurrency }) => [revenue, otherCurrency])).toEqual([
    ...[
      [5, undefined],
      [undefined, 'USD'],
      [9, undefined],
    ],
  ]);
});

describe('groups', () => {
  it('have means in tenths, and revenue only if some is known', () => {
    expect(groupOf([])).toEqual({ count: 0, mean: 0, highRisk: 0, revenueAtRisk: undefined, revenue: undefined });
    const [high, low] = [row('a', 60.1, { revenue: 5 }), row('b', 120.2, { revenue: 7 })];
    expect(groupOf([high, low])).toEqual({ count: 2, mean: 90.15, highRisk: 1, revenueAtRisk: 5, revenue: 12 });
    expect(groupOf([low])).toMatchObject({ highRisk: 0, revenueAtRisk: 0, revenue: 7 });
    expect(groupOf([row('c', 1), low])).toMatchObject({ revenueAtRisk: undefined, revenue: 7 });
    expect(groupOf([row('c', 120)])).toMatchObject({ revenueAtRisk: undefined, revenue: undefined });
    expect([revenueOf([row('z', 1, { revenue: 0 })]), revenueOf([row('z', 1)])]).toEqual([0, undefined]);
  });

  it('are ordered by revenue at risk, then by the share at high risk, then by size', () => {
    const rows = [
      row('1', 10, { owner: 'poor', revenue: 1 }),
      row('2', 10, { owner: 'rich', revenue: 9 }),
      ...many(3, (at) => row(`h${at}`, at === 0 ? 10 : 100, { owner: 'third' })),
      ...many(2, (at) => row(`g${at}`, at === 0 ? 10 : 100, { owner: 'half' })),
      ...many(4, (at) => row(`f${at}`, at < 2 ? 10 : 100, { owner: 'large half' })),
    ];
    for (const given of [rows, rows.toReversed()])
      expect(groupsBy(given, ({ owner }) => [owner]).map(({ key }) => key)).toEqual([
        'rich',
        'poor',
        'large half',
        'half',
        'third',
      ]);
    expect(
      groupsBy([row('1', 10, { portfolios: ['a', 'b'] })], ({ portfolios }) => portfolios).map(
        ({ group }) => group.count,
      ),
    ).toEqual([1, 1]);
  });

  it('count scores in steps of ten, 200 in the last, and reads by level', () => {
    const bins = distributionOf([0, 9.9, 10, 199.9, 200, 200].map((score) => row('x', score)));
    expect(bins).toEqual([2, 1, ...Array(17).fill(0), 3]);
    const reads = readsAgainstLevels([
      row('a', 10, { alignment: 'red' }),
      row('b', 150, { alignment: 'red' }),
      row('c', 80),
      row('d', 120, { alignment: 'green' }),
    ]);
    expect(reads).toEqual([
      { read: 'red', counts: [1, 0, 0, 1] },
      { read: 'amber', counts: [0, 0, 0, 0] },
      { read: 'green', counts: [0, 0, 1, 0] },
      { read: '', counts: [0, 1, 0, 0] },
    ]);
  });
});

describe('the order', () => {
  it('of the list is first what to do, then who fell, most revenue at risk, and the lowest scores', () => {
    const rows = [
      row('better', 160, { revenue: 1000 }),
      row('good', 150),
      row('edge', 100, { revenue: 1000 }),
      row('fell', 140, { moved30: -5 }),
      row('little', 20, { scoredTopics: 1, revenue: 1 }),
      row('rich', 90, { scoredTopics: 1, revenue: 100 }),
      row('act', 50, { revenue: 1 }),
    ];
    expect(ids(listed(rows))).toEqual(['act', 'fell', 'rich', 'little', 'edge', 'good', 'better']);
    const low = many(400, (at) => row(`c${at}`, 50 + at / 10, { revenue: 1 }));
    expect(ids(listed(low))).toEqual(ids(low.slice(0, 300)));
    // also after the first two hundred: the higher the score here, the more urgent
    const richer = low.map((each, at) => ({ ...each, revenue: (at + 1) ** 8 }));
    expect(ids(listed(richer))).toEqual(ids(richer.toReversed().slice(0, 300)));
    const falling = many(60, (at) => row(`f${at}`, 150, { moved30: (at - 100) / 4 }));
    const rich = many(60, (at) => row(`r${at}`, 99, { scoredTopics: 1, revenue: 1000 - at }));
    const list = ids(listed([...low, ...falling, ...rich]));
    expect([list.length, list[199], list[200], list[249], list[250], list[299]]).toEqual([
      300,
      'c199',
      'f0',
      'f49',
      'r0',
      'r49',
    ]);
    // the fifty with most revenue, and then those with the lowest scores
    const many60 = rich.map((each, at) => ({ ...each, score: 99 - at / 100 }));
    expect(ids(listed(many60)).slice(49, 52)).toEqual(['r49', 'r59', 'r58']);
  });

  it('of sections has a place for the ten that fell most', () => {
    const low = many(60, (at) => row(`c${String(at).padStart(2, '0')}`, 10 + at, { revenue: 1 }));
    const falling = many(12, (at) => row(`f${at}`, 150, { moved30: (at - 100) / 4 }));
    const chosen = ids(withSections([...falling, ...low]));
    expect(chosen).toEqual([...ids(low.slice(0, 40)), ...ids(falling.slice(0, 10))]);
    expect(ids(withSections([...falling, ...low], 6))).toEqual([...ids(low.slice(0, 5)), 'f0']);
    const both = low.map((each, at) => (at < 3 ? { ...each, moved30: -50 } : each));
    expect(withSections(both)).toHaveLength(50);
  });
});

it('a board of an account has its lowest streams, best of them last', async () => {
  const api = apiOf(stubService({ clients: 5 }).fetch);
  const { streamsAtRisk, scope, title } = await collect(api);
  expect([scope, title, ...streamsAtRisk.map(({ score }) => score)]).toEqual(['All clients', 'acme', 66, 67, 68, 69]);
  for (const [portfolio, said] of [
    ['other', 'There is no portfolio other. The account has: Plain name, Plain name.'],
    ['plain NAME', '2 portfolios are called plain NAME. Give one of their ids: p1, p2.'],
  ] as const)
    await expect(collect(api, { portfolio })).rejects.toThrow(said);
});

it('a board asks for its scope, and for each client with a section, and the first screen for less', async () => {
  const asked: string[] = [];
  const { fetch } = stubService({ clients: 2 });
  const portfolios = [
    { id: 'p1', name: 'North', isSystem: false },
    { id: 'all-clients', name: 'All', isSystem: true },
  ];
  const api = apiOf(async (url, init) => {
    const path = url.slice('https://api.example.com/v1'.length);
    asked.push(path);
    const text = async () => JSON.stringify({ portfolios, total: 2 });
    return path === '/portfolios' ? { status: 200, headers: new Headers(), text } : fetch(url, init);
  });
  const account = [
    '/portfolios',
    '/clients/statistics/overview?portfolio_id=p1',
    '/clients/export/csv?portfolio_id=p1',
  ];
  const board = await collect(api, { portfolio: 'p1' });
  expect([board.scope, board.streamsAtRisk]).toEqual(['North', []]);

  const details = '/clients?ids=c1%2Cc0&include=details';
  const parts = ['/key-people', '/streams', '/streams/s1'];
  expect(asked.toSorted()).toEqual(
    [...account, details, ...['c1', 'c0'].flatMap((id) => parts.map((part) => `/clients/${id}${part}`))].sort(),
  );
  expect(board.portfolios).toEqual(new Map([['p1', 'North']]));
  const [person] = board.portraits[0]?.people ?? [];
  expect(person).toMatchObject({ name: 'Plain name', email: '', phone: '' });
  expect(board.portraits[0]).not.toHaveProperty('notes');
  const [whole] = (await collect(api, { portfolio: 'p1', withPrivate: true })).portraits;
  expect(whole?.people?.[0]).toMatchObject({ email: 'Plain name', phone: 'Plain name' });
  expect(whole).toMatchObject({ notes: [{ content: 'Plain name' }], insights: { stream: 'Plain name' } });

  asked.length = 0;
  const first = await collectFirstScreen(api, { portfolio: 'p1' });
  expect(asked).toEqual([...account, details]);
  expect(first).toMatchObject({ scope: 'North', streamsAtRisk: [] });
  expect(first.portraits.map((each) => Object.keys(each))).toEqual(Array(2).fill(['detail']));
});

it('the board of a browser has a line in each of its 300 rows, from 9 requests', async () => {
  const { fetch, requests } = stubService({ clients: 400 });
  const { portraits } = await collectRows(apiOf(fetch));

  expect([portraits.length, requests()]).toEqual([300, 9]);
});
