import { describe, expect, it } from 'vitest';
import { collect, collectFirstScreen } from '../../../bin/admin/board/data/collect.ts';
import {
  distributionOf,
  groupOf,
  groupsBy,
  readsAgainstLevels,
  revenueOf,
} from '../../../bin/admin/board/data/groups.ts';
import { fallen, listed, risen, toDoFirst, withSections } from '../../../bin/admin/board/data/order.ts';
import { type Row, rowsOf } from '../../../bin/admin/board/data/rows.ts';
import { nextSteps, worstTopics } from '../../../bin/admin/board/data/steps.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { apiOf, stubService } from './stub-service.ts';

const row = (id: string, score: number, more: Partial<Row> = {}): Row => ({
  ...{ id, name: id, score, level: bandOf(score), hasLittleData: false, lastContactDate: null, owner: '' },
  ...{ revenue: undefined, change7: undefined, change30: undefined, alignment: '', portfolios: [] },
  ...more,
});
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const many = (count: number, make: (at: number) => Row) => Array.from({ length: count }, (_, at) => make(at));

it('a row has the cells of the export, without guards; what is empty is not known', () => {
  const head =
    'id,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,revenueTTM,change7day,change30day,alignment,portfolios';
  const full = "c1,'=One,80,mediumRisk,true,2026-11-01,'+Ada,0,-1.5,2,red,p1;p2";
  expect(rowsOf(`${head}\r\n${full}\r\nc2,Two,100,odd,false,,,,,,,\r\n`)).toEqual([
    row('c1', 80, {
      ...{ name: '=One', hasLittleData: true, lastContactDate: '2026-11-01', owner: '+Ada', revenue: 0 },
      ...{ change7: -1.5, change30: 2, alignment: 'red', portfolios: ['p1', 'p2'] },
    }),
    row('c2', 100, { name: 'Two', level: 'highRisk' }),
  ]);
  expect(rowsOf('id,score\n1,2')).toEqual([row('1', 2, { name: '', level: 'highRisk' })]);
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
  it('of what to do first is by revenue × (points below 100 + points lost), then by score and id', () => {
    const rows = [
      row('small', 50, { revenue: 10 }),
      row('fell', 50, { revenue: 10, change30: -1 }),
      row('rose', 50, { revenue: 10, change30: 30 }),
      row('middle', 60, { revenue: 20 }),
      row('unknown', 45),
      row('owes', 10, { revenue: -50 }),
      row('b', 90, { revenue: 0 }),
      row('a', 90, { revenue: 0 }),
      row('fine', 100, { revenue: 999 }),
      row('little', 1, { revenue: 999, hasLittleData: true }),
    ];
    // the median of -50 0 0 10 10 10 20 999 999 is 10
    expect(ids(toDoFirst(rows))).toEqual(['middle', 'unknown', 'fell', 'rose', 'small', 'owes', 'a', 'b']);
    expect(ids(toDoFirst([row('y', 50), row('x', 60, { change30: -30 })]))).toEqual(['x', 'y']);
  });

  it('of moves is by their size, then by score; scores of little data are left out', () => {
    const rows = [
      row('a', 90, { change30: -1, change7: 5 }),
      row('b', 80, { change30: -1, change7: 6 }),
      row('c', 70, { change30: -9, change7: 0 }),
      row('d', 60, { change30: -99, change7: -1, hasLittleData: true }),
      row('e', 60),
      row('f', 50, { change30: 3 }),
    ];
    expect([fallen(rows), fallen(rows, 'change7'), risen(rows), risen(rows, 'change7')].map(ids)).toEqual([
      ['c', 'b', 'a'],
      [],
      ['f'],
      ['b', 'a'],
    ]);
  });

  it('of the list is first what to do, then who fell, most revenue at risk, and the lowest scores', () => {
    const rows = [
      row('better', 160, { revenue: 1000 }),
      row('good', 150),
      row('edge', 100, { revenue: 1000 }),
      row('fell', 140, { change30: -5 }),
      row('little', 20, { hasLittleData: true, revenue: 1 }),
      row('rich', 90, { hasLittleData: true, revenue: 100 }),
      row('act', 50, { revenue: 1 }),
    ];
    expect(ids(listed(rows))).toEqual(['act', 'fell', 'rich', 'little', 'edge', 'good', 'better']);
    const low = many(400, (at) => row(`c${at}`, 50 + at / 10, { revenue: 1 }));
    expect(ids(listed(low))).toEqual(ids(low.slice(0, 300)));
    // also after the first two hundred: the higher the score here, the more urgent
    const richer = low.map((each, at) => ({ ...each, revenue: (at + 1) ** 8 }));
    expect(ids(listed(richer))).toEqual(ids(richer.toReversed().slice(0, 300)));
    const falling = many(60, (at) => row(`f${at}`, 150, { change30: at - 100 }));
    const rich = many(60, (at) => row(`r${at}`, 99, { hasLittleData: true, revenue: 1000 - at }));
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

  it('of sections has a place for the five that fell most', () => {
    const low = many(40, (at) => row(`c${String(at).padStart(2, '0')}`, 10 + at, { revenue: 1 }));
    const falling = many(9, (at) => row(`f${at}`, 150, { change30: at - 100 }));
    const chosen = ids(withSections([...falling, ...low]));
    expect(chosen).toEqual([...ids(low.slice(0, 15)), 'f0', 'f1', 'f2', 'f3', 'f4']);
    expect(ids(withSections([...falling, ...low], 6))).toEqual([...ids(low.slice(0, 5)), 'f0']);
    const both = low.map((each, at) => (at < 3 ? { ...each, change30: -50 } : each));
    expect(withSections(both)).toHaveLength(20);
  });
});

describe('next steps', () => {
  const topic = (id: string, contribution: number, hasInsufficientData = false) => ({
    id,
    contribution,
    hasInsufficientData,
  });
  const portrait = (id: string, topics: object[], steps: Record<string, string[]>) =>
    ({
      detail: { id, topics: { topics, evidence: [] } },
      priorities: Object.entries(steps).map(([topic, recommendations]) => ({ topic, recommendations })),
    }) as unknown as Parameters<typeof worstTopics>[0];

  it('are those of the two topics with data that take most points', () => {
    const topics = [topic('a', -1), topic('b', -5), topic('c', -9, true), topic('d', 0), topic('e', -3), topic('f', 4)];
    const one = portrait('1', topics, { a: ['a1'], b: ['b1', 'b2'], c: ['c1'], e: ['e1', 'e2'], f: ['f1'] });
    expect(worstTopics(one).map(({ id }) => id)).toEqual(['b', 'e']);
    expect(nextSteps([one])).toEqual([{ first: 'b1', sameAs: undefined, further: ['b2', 'e1'] }]);
  });

  it('are none without topics that take points, or without steps', () => {
    expect(worstTopics(portrait('1', [topic('a', 0)], {}))).toEqual([]);
    expect(nextSteps([portrait('1', [topic('a', -1)], {})])).toEqual([
      { first: undefined, sameAs: undefined, further: [] },
    ]);
  });

  it('are named once; who has the same is told', () => {
    const of = (id: string, ...steps: string[]) => portrait(id, [topic('t', -1)], { t: steps });
    expect(nextSteps([of('1', 'x', 'y'), of('2', 'x', 'z'), of('3', 'x'), of('4')])).toEqual([
      { first: 'x', sameAs: undefined, further: ['y'] },
      { first: 'z', sameAs: undefined, further: [] },
      { first: undefined, sameAs: '1', further: [] },
      { first: undefined, sameAs: undefined, further: [] },
    ]);
  });

  it('are first one for each client, and further ones only of what is left', () => {
    const of = (id: string, ...steps: string[]) => portrait(id, [topic('t', -1)], { t: steps });
    expect(nextSteps([of('1', 'x', 'y', 'z', 'w', 'v'), of('2', 'x', 'y', 'u')])).toEqual([
      { first: 'x', sameAs: undefined, further: ['z', 'w'] },
      { first: 'y', sameAs: undefined, further: ['u'] },
    ]);
  });
});

it('a board of a portfolio has no streams, and the name of the portfolio if it has one', async () => {
  const asked: string[] = [];
  const { fetch } = stubService({ clients: 5 });
  const api = apiOf((url, init) => {
    asked.push(url.slice('https://api.example.com/v1'.length));
    return fetch(url, init);
  });
  expect(await collect(api, { portfolioId: 'p1' })).toMatchObject({
    scope: 'Plain name',
    title: 'acme',
    streamsAtRisk: [],
  });
  expect(asked.filter((path) => path.startsWith('/streams'))).toEqual([]);
  expect((await collect(api, { portfolioId: 'other', title: 'Acme' })).scope).toBe('other');
  const { streamsAtRisk, scope } = await collect(api);
  expect(scope).toBe('All clients');
  expect(asked.filter((path) => path.startsWith('/streams'))).toEqual([
    '/streams?limit=1',
    '/streams?limit=20&offset=0',
  ]);
  expect(streamsAtRisk.map(({ score }) => score)).toEqual([66, 67, 68, 69]);
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
  const board = await collect(api, { portfolioId: 'p1' });

  expect(asked).toEqual([
    ...account,
    ...['c1', 'c0'].flatMap((id) =>
      ['', '/priorities', '/history?days=365', '/key-people'].map((part) => `/clients/${id}${part}`),
    ),
  ]);
  expect(board.portfolios).toEqual(new Map([['p1', 'North']]));
  expect(board.portraits).toMatchObject(
    ['c1', 'c0'].map((id) => ({
      ...{ detail: { id }, priorities: [{ topic: 't0' }], firstDate: '2025-11-21', people: [{ name: 'Plain name' }] },
    })),
  );
  expect(board.portraits.map(({ year }) => year?.length)).toEqual([365, 365]);

  asked.length = 0;
  const first = await collectFirstScreen(api, { portfolioId: 'p1' });
  expect(asked).toEqual([...account, ...['c1', 'c0'].flatMap((id) => [`/clients/${id}`, `/clients/${id}/priorities`])]);
  expect(first).toMatchObject({ scope: 'North', streamsAtRisk: [] });
  expect(first.portraits.map((each) => Object.keys(each))).toEqual(Array(2).fill(['detail', 'priorities']));
});
