import { describe, expect, it } from 'vitest';
import type { BoardData, Portrait } from '../../../bin/admin/board/data/collect.ts';
import type { Row } from '../../../bin/admin/board/data/rows.ts';
import { embedded, type Snapshot, snapshotIn, snapshotOf } from '../../../bin/admin/board/data/snapshot.ts';
import { fromMiddle, histogramOf, shareBar, stackedBar } from '../../../bin/admin/board/view/bars.ts';
import { behind } from '../../../bin/admin/board/view/behind.ts';
import { firstScreen } from '../../../bin/admin/board/view/first-screen.ts';
import {
  endOf,
  scaleFor,
  sparkline,
  sparklineStripes,
  yearBackground,
  yearChart,
} from '../../../bin/admin/board/view/lines.ts';
import { clientList } from '../../../bin/admin/board/view/list.ts';
import { picture } from '../../../bin/admin/board/view/picture.ts';
import { changesSince } from '../../../bin/admin/board/view/since.ts';
import {
  ageText,
  changeText,
  contactAge,
  counted,
  dateText,
  escaped,
  percent,
  revenueText,
  signed,
} from '../../../bin/admin/board/view/text.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { noon } from '../../support/service/deps.ts';

// What the parts of a board show of a few made-up clients. figures.test.ts compares a whole board with the API.

const row = (id: string, score: number, more: Partial<Row> = {}): Row => ({
  ...{ id, name: id, score, level: bandOf(score), hasLittleData: false, lastContactDate: null, owner: '' },
  ...{ revenue: undefined, change7: undefined, change30: undefined, alignment: '', portfolios: [] },
  ...more,
});
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const moves = { improving: 1, declining: 2, stable: 3, averageChange: 0.5 };
const overview = (more: object = {}) =>
  ({
    ...{ customerId: 'acme', total: 4, score: 99.96, medianScore: 88.04, insufficientDataCount: 0 },
    breakdown: { highRisk: 1, mediumRisk: 2, lowRisk: 0, onTrack: 1, total: 4 },
    revenueTTM: { total: 400, highRisk: 100, mediumRisk: 300, lowRisk: 0, onTrack: 0 },
    trends: { '7day': { ...moves, averageChange: -2 }, '30day': moves },
    scoresUpdatedAt: '2026-11-20T00:00:00.000Z',
    ...more,
  }) as unknown as BoardData['overview'];
const dataOf = (rows: readonly Row[], more: Partial<BoardData> = {}): BoardData => ({
  ...{ title: 'Acme', scope: 'All clients', overview: overview(), rows, portraits: [], streamsAtRisk: [] },
  portfolios: new Map([['p1', 'North']]),
  ...more,
});
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
/** The text of the card with this heading. */
const cardIn = (html: string, heading: string) =>
  textOf(html.split(`<h2>${heading}</h2>`)[1]?.split('</section>')[0] ?? '');
/** These attributes of the elements of one name, in order. */
const drawn = (svg: string, element: string, ...names: string[]) =>
  [...svg.matchAll(new RegExp(`<${element}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    names.map((name) => attributes.match(new RegExp(`(?:^|\\s)${name}="([^"]*)"`))?.[1] ?? '').join(' '),
  );

describe('texts', () => {
  it.each<[string, readonly (readonly [unknown, string])[], (value: never) => string]>([
    [
      'revenue',
      [
        ...([
          [undefined, '–'],
          [0, '0'],
          [-12, '−12'],
          [9999, '9,999'],
          [10_000, '10 k'],
          [999_499, '999 k'],
        ] as const),
        ...([
          [999_500, '1.00 M'],
          [9_994_000, '9.99 M'],
          [9_995_000, '10.0 M'],
          [-1_220_000, '−1.22 M'],
        ] as const),
        ...([
          [999_400_000, '999.4 M'],
          [999_500_000, '1,000 M'],
        ] as const),
      ],
      revenueText,
    ],
    [
      'changes',
      [
        [undefined, '–'],
        [0, '0.0'],
        [1.25, '▲ +1.3'],
        [-2, '▼ −2.0'],
      ],
      changeText,
    ],
    [
      'signed numbers',
      [
        [0, '0.0'],
        [3, '+3.0'],
        [-3, '−3.0'],
      ],
      signed,
    ],
    [
      'shares',
      [
        [0, '0%'],
        [0.004, '&lt;1%'],
        [0.005, '1%'],
        [0.5, '50%'],
      ],
      percent,
    ],
    [
      'ages',
      [
        [-5, '0 hours'],
        [3_600_000, '1 hour'],
        [172_799_999, '47 hours'],
        [172_800_000, '2 days'],
      ],
      ageText,
    ],
    [
      'dates',
      [
        ['2026-01-09', '9 Jan 2026'],
        ['2026-12-31', '31 Dec 2026'],
      ],
      dateText,
    ],
    ['names', [['a<b>&\u0007', 'a&#60;b&#62;&#38; ']], escaped],
  ])('of %s', (_, cases, written) => {
    for (const [value, expected] of cases) expect(written(value as never).replaceAll('\u00a0', ' ')).toBe(expected);
  });

  it('of contacts count days of the calendar', () => {
    const dates = ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-01'];
    expect(dates.map((date) => contactAge(date, noon))).toEqual(['on 2026-11-21', 'today', '1 day ago', '19 days ago']);
    expect([counted(1, 'client'), counted(2, 'client'), counted(2000, 'more', 'more')]).toEqual([
      ...['1 client', '2 clients', '2,000 more'],
    ]);
  });
});

describe('bars', () => {
  it('have the width of what they show', () => {
    expect(drawn(stackedBar([1, 0, 3, -4], 'Clients'), 'rect', 'class', 'x', 'width')).toEqual([
      ...['h 0.00% 24.70%', 'l 25.00% 74.70%'],
    ]);
    expect(drawn(stackedBar([4, 0, 0, 996], 'Clients'), 'rect', 'class', 'x', 'width')).toEqual([
      ...['h 0.00% 0.10%', 't 0.40% 99.30%'],
    ]);
    expect(stackedBar([1], 'Clients')).toContain('aria-label="Clients"');
    expect(stackedBar([0, -1], 'Clients')).toBe('<svg class="stack" aria-hidden="true"></svg>');
    const middle = [100, 150, 50, 300, -300].map((value) => fromMiddle(value, 100, 100, 'x'));
    expect(middle.flatMap((svg) => drawn(svg, 'rect', 'x', 'width'))).toEqual([
      ...['50.0% 0.0%', '50.0% 25.0%', '25.0% 25.0%', '50.0% 50.0%', '0.0% 50.0%'],
    ]);
    expect([-1, 0.256, 2].flatMap((share) => drawn(shareBar(share, 'h'), 'rect', 'class', 'width'))).toEqual([
      ...['h 0.0%', 'h 25.6%', 'h 100.0%'],
    ]);
  });

  it('of a histogram have the height of their count, and the colour of their level', () => {
    const svg = histogramOf(many(20, (at) => ({ 0: 1, 7: 2, 19: 4 })[at] ?? 0));
    const bars = drawn(svg, 'rect', 'class', 'x', 'y', 'width', 'height');
    expect([bars[0], bars[1], bars[7], bars[19]]).toEqual([
      ...['h 1.5 102 25 28', 'h 29.5 130 25 0', 'm 197.5 74 25 56', 't 533.5 18 25 112'],
    ]);
    expect(bars.map((bar) => bar[0]).join('')).toBe('hhhhhhhmmmlllltttttt');
    expect(drawn(svg, 'text', 'x', 'y', 'text-anchor')).toEqual([
      ...['14 98 middle', '210 70 middle', '546 14 middle'],
      ...['0 146 start', '196 146 middle', '280 146 middle', '392 146 middle', '560 146 end'],
    ]);
    expect(svg).toContain('aria-label="Clients by score. High risk 1, Medium risk 2, Low risk 0, On track 4"');
    expect([999, 1000].map((count) => histogramOf([count]).includes('bins many'))).toEqual([false, true]);
    expect(drawn(histogramOf([0, 0]), 'rect', 'height')).toEqual(['0', '0']);
  });
});

describe('lines', () => {
  it('share a scale of at least 60 points, in steps of ten, within the scores', () => {
    const scales = [[], [[100]], [[5], [12, 7]], [[199]], [[40, 160]], [[43, 157]], [[70, 131]]].map((lists) => {
      const { low, high } = scaleFor(lists);
      return [low, high];
    });
    expect(scales).toEqual([
      [40, 160],
      [70, 130],
      [0, 40],
      [160, 200],
      [40, 160],
      [40, 160],
      [70, 140],
    ]);
  });

  it('end at the right, one step a day, over the stripes of the levels', () => {
    const scale = { low: 40, high: 160 };
    const svg = sparkline([...many(30, () => 0), 160, 40, 100, 70], scale);
    expect(sparkline([], scale)).toBe('<span class="quiet">no history</span>');
    expect(svg).toContain('aria-label="From 0.0 to 70.0 in 30 days"');
    const short = sparkline([160, 40, 100], scale);
    expect(drawn(short, 'path', 'd')).toEqual(['M108 2l4 36 4-18']);
    expect(drawn(short, 'circle', 'cx', 'cy')).toEqual(['116 20']);
    expect(drawn(sparkline([160], scale), 'path', 'd')).toEqual(['M116 2']);
    expect(drawn(sparklineStripes(scale), 'rect', 'fill', 'width', 'y', 'height')).toEqual([
      ...['var(--sh) 120 29 9', 'var(--sm) 120 20 9', 'var(--sl) 120 8 12', 'var(--st) 120 2 6'],
    ]);
    expect(drawn(sparklineStripes({ low: 70, high: 140 }), 'rect', 'fill')).toEqual(['var(--sm)', 'var(--sl)']);
  });

  it('of a year have the months and levels behind them', () => {
    const scale = { low: 60, high: 160 };
    const end = Date.UTC(2026, 1, 10);
    const svg = yearBackground(end, scale);
    expect(svg).toContain('id="year-2026-02-10" viewBox="0 0 1092 246"');
    expect(drawn(svg, 'path', 'd').slice(0, 3)).toEqual(['M1065 0v226', 'M972 0v226', 'M879 0v226']);
    expect(drawn(svg, 'path', 'd')).toHaveLength(12);
    expect(textOf(svg)).toBe('2026 Dec Nov Oct Sep Aug Jul Jun May Apr Mar 140 70 100');
    expect(drawn(svg, 'text', 'x', 'y').slice(0, 1)).toEqual(['977 240']);
    expect(drawn(svg, 'text', 'x', 'y').slice(-3)).toEqual(['1088 39', '1088 193', '1088 127']);
    expect(drawn(svg, 'rect', 'width', 'y', 'height')).toEqual([
      '1092 198 22',
      '1092 132 66',
      '1092 44 88',
      '1092 0 44',
    ]);
    expect(textOf(yearBackground(end, { low: 70, high: 100 }))).not.toMatch(/ 70| 100|140/);
    // the first of a month is the day of the newest score, or a year before it
    expect(drawn(yearBackground(Date.UTC(2026, 1, 1), scale), 'path', 'd').at(0)).toBe('M1092 0v226');

    expect(endOf([1, 2, 3], '2026-02-08')).toBe(end);
    const chart = yearChart([160, 60, 110], '2026-02-08', scale, 'A<b>');
    expect(chart).toContain('aria-label="Scores of A&#60;b&#62; from 160.0 on 2026-02-08 to 110.0 on 2026-02-10"');
    expect(chart).toContain('<use href="#year-2026-02-10"/>');
    expect(drawn(chart, 'path', 'd')).toEqual(['M1086 0l3 220 3-110']);
    const long = many(400, (at) => (at < 35 ? 60 : 160));
    expect(drawn(yearChart(long, '2025-01-06', scale, 'x'), 'path', 'd')[0]).toMatch(/^M0 0l3 0( 3 0)+$/);
  });
});

describe('the picture', () => {
  const ring = (svg: string) => drawn(svg, 'circle', 'class', 'cx', 'cy');

  it('has a point for each client at its score and the logarithm of its revenue', () => {
    const rows = [
      row('a', 0, { revenue: 10_000 }),
      row('b', 10, { revenue: 10_000 }),
      row('c', 69.6, { revenue: 1_000_000 }),
      row('d', 200, { revenue: 100_000 }),
      row('e', 200, { revenue: 100_000 }),
      row('f', 250, { revenue: 0 }),
      row('g', -3),
    ];
    const svg = picture(rows);
    expect(drawn(svg, 'path', 'class', 'd').filter((each) => each.startsWith('points'))).toEqual([
      ...['points h m58 275h0m0 26h0m35-26h0m205-236h0', 'points t m748 157h0m0 144h0'],
    ]);
    expect(svg).toContain('aria-label="7 clients by score and revenue. "');
    expect(drawn(svg, 'path', 'class', 'd').filter((each) => each.startsWith('grid')).length).toBe(5);
    expect(textOf(svg)).toBe(
      'High risk Medium risk Low risk On track 10 k 30 k 100 k 300 k 1 M unknown 0 40 70 100 140 200',
    );
    expect(drawn(svg, 'rect', 'class', 'x', 'y', 'width', 'height')).toEqual([
      ...['sh 58 20 242 294', 'sm 300 20 103 294', 'sl 403 20 138 294', 'st 541 20 207 294'],
    ]);
    expect(ring(svg)).toEqual([]);
  });

  it.each([
    [[1000, 1500], '500 1 k'],
    [[100, 100_000], '100 1 k 10 k 100 k'],
    [[1_000_000, 1_000_001], '200 k 500 k 1 M'],
    [[-5], 'unknown'],
  ])('of revenues %j has the ticks %s', (revenues, ticks) => {
    const rows = revenues.map((revenue, at) => row(`c${at}`, 100, { revenue }));
    expect(textOf(picture(rows))).toBe(`High risk Medium risk Low risk On track ${ticks} 0 40 70 100 140 200`);
  });

  it('has smaller points from 1,001 clients on', () => {
    const of = (count: number) => picture(many(count, (at) => row(`${at}`, 100, { revenue: 10 })));
    expect(
      [1000, 1001].map((count) => drawn(of(count), 'path', 'class').filter((name) => /points/.test(name))),
    ).toEqual([...[['points l'], ['points l many']]]);
  });

  it('rings and names the six that fell most, where there is room for a name', () => {
    const fell = (id: string, score: number, change30: number) => row(id, score, { revenue: 1000, change30 });
    const alone = picture([fell('Ada & Co', 50, -20), row('x', 150, { revenue: 900 })]);
    expect(ring(alone)).toEqual(['ring h 231 54']);
    expect(drawn(alone, 'path', 'class', 'd').filter((each) => each.startsWith('tail'))).toEqual(['tail M300 54H231']);
    expect(drawn(alone, 'text', 'class', 'x', 'y', 'text-anchor').filter((each) => each.startsWith('name'))).toEqual([
      'name 309 58 start',
    ]);
    expect(alone).toContain('Fell most in 30 days: Ada &#38; Co −20.0.');
    expect(alone).toMatch(/\u2068Ada &#38; Co\u2069 <tspan>−20\.0<\/tspan>/);

    const names = (svg: string) =>
      drawn(svg, 'text', 'class', 'x', 'y', 'text-anchor').flatMap((each) =>
        each.startsWith('name') ? [each.slice(5)] : [],
      );
    const right = picture([fell(`${'y'.repeat(24)}🙂🙂🙂`, 190, -5), row('x', 150, { revenue: 900 })]);
    expect(names(right)).toEqual(['703 58 end']);
    expect(right).toContain(`\u2068${'y'.repeat(24)}🙂…\u2069`);
    // no name lies on the tail of another client
    expect(names(picture([fell('A', 100, -80), fell('B', 110, -5)]))).toEqual(['688 58 start', '438 42 middle']);
    // a name that is not next to its ring has a line
    const crowd = picture(many(8, (at) => fell(`client ${at}`, 100, -10 - at)));
    expect(ring(crowd)).toHaveLength(6);
    const places = names(crowd);
    expect(places).toEqual([
      ...['471 58 start', '392 58 end', '403 42 middle', '403 74 middle', '403 104 middle', '403 120 middle'],
    ]);
    expect(drawn(crowd, 'path', 'class', 'd').filter((each) => each.startsWith('leader'))).toEqual([
      ...['leader M403 60V93', 'leader M403 60V109'],
    ]);
  });
});

describe('the first screen', () => {
  const rows = [
    row('a', 50, { revenue: 100 }),
    row('b', 80, { revenue: 300 }),
    row('c', 90),
    row('d', 150, { revenue: 0 }),
  ];
  const figuresOf = (given: readonly Row[], more?: object) =>
    textOf(firstScreen(dataOf(given, { overview: overview(more) }), noon).match(/<section.*?<\/section>/s)?.[0] ?? '');

  it('shows the score, its changes, and clients and revenue by level', () => {
    const html = firstScreen(dataOf(rows), noon);
    expect(textOf(html.match(/<header>.*?<\/header>/s)?.[0] ?? '')).toBe(
      'Acme Client health, All clients Scores of 20 Nov 2026, 12 hours old',
    );
    expect(figuresOf(rows)).toBe(
      [
        '100.0 Medium risk +0.5 in 30 days, −2.0 in 7 days Average score (0–200) and change. Median 88.0.',
        '4 clients, all with 8 topics or more. 100 revenue at high risk, 25% of 400. Revenue missing for 1 client.',
        'Clients and revenue of 12 months by level Level Clients Revenue, 12 months High risk 1 25% 100 25%',
        'Medium risk 2 50% 300 75% Low risk 0 0% 0 0% On track 1 25% 0 0% Clients Revenue',
      ]
        .join(' ')
        .replaceAll(' in ', '  in ')
        .replaceAll('  in ', ' in '),
    );
    expect(textOf(html)).toContain('Clients by score and revenue (log scale). Rings and lines: fell most in 30 days.');
    expect(html).toContain('<svg class="picture"');
    expect(drawn(html, 'i', 'class')).toEqual(['h', 'm', 'l', 't']);
  });

  it('shows a dash for what is not known', () => {
    const none = rows.map(({ revenue: _, ...each }) => ({ ...each, revenue: undefined }));
    const text = figuresOf(none, { insufficientDataCount: 1 });
    expect(text).toContain('1 with fewer than 8 of 15 topics. – revenue at high risk; no revenue is known Clients');
    expect(text).toContain('High risk 1 25% – – Medium risk 2 50% – – Low risk 0 0% – – On track 1 25% – –');
    const revenueTTM = { ...overview().revenueTTM, currency: 'EUR', otherCurrencies: 1 };
    const inDollars = row('b', 80, { otherCurrency: 'USD' });
    expect(figuresOf([row('a', 50, { revenue: 100 }), inDollars], { revenueTTM })).toContain(
      'of 400 EUR . Without 1 client in USD . Clients',
    );
    const unknownHigh = figuresOf([row('a', 50), ...rows.slice(1)]);
    expect(unknownHigh).toContain('– revenue at high risk, none known of 400. Revenue missing for 2 clients.');
    expect(unknownHigh).toContain('High risk 1 25% – – Medium risk 2 50% 300 75% Low risk 0 0% 0 0%');
    expect(figuresOf(rows.filter(({ revenue }) => revenue !== undefined))).toContain('25% of 400 Clients and');
    const free = { revenueTTM: { total: 0, highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 } };
    expect(figuresOf([row('d', 50, { revenue: 0 })], free)).toContain('0 revenue at high risk, – of 0 Clients');
    const still = { improving: 0, declining: 0, stable: 0, averageChange: 0 };
    const first = { trends: { '30day': still, '7day': { ...moves, averageChange: null } } };
    expect(figuresOf(rows, first)).toContain('– in 30 days, – in 7 days');
    for (const one of ['improving', 'declining', 'stable'])
      expect(figuresOf(rows, { trends: { '30day': { ...still, [one]: 1 }, '7day': still } })).toContain(
        '0.0 in 30 days',
      );
  });

  it('of an account without clients shows no score', () => {
    const text = textOf(firstScreen(dataOf([], { overview: overview({ total: 0, scoresUpdatedAt: null }) }), noon));
    expect(text).toBe(
      'Acme Client health, All clients No scores computed yet – 0 clients. Import some, and the next night scores them. Where the trouble is There are no clients yet.',
    );
  });
});

describe('the cards behind the first screen', () => {
  const contact = (days: number) => new Date(noon - days * 86_400_000).toISOString().slice(0, 10);

  it('are left out without clients', () => {
    expect(behind(dataOf([]), noon)).toBe('');
  });

  it('name the largest moves of both periods, on one scale', () => {
    const rows = [
      ...many(6, (at) => row(`down ${at}`, 50 + at, { change30: -40 + at, change7: 0 })),
      ...many(6, (at) => row(`up ${at}`, 150 + at, { change30: 30 - at, change7: at === 0 ? 2 : 0 })),
    ];
    const html = behind(dataOf(rows), noon);
    const downs = many(5, (at) => `down ${at} −${40 - at}.0 ${50 + at}.0`);
    const ups = many(5, (at) => `up ${at} +${30 - at}.0 ${150 + at}.0`);
    const head = 'Client Bar Change Score';
    expect(cardIn(html, 'Moves, down and up')).toBe(
      [
        'The largest 5 each. All bars have one scale. 30 days: 6 down, 6 up',
        ...[head, ...downs, ...ups, `7 days: 0 down, 1 up ${head} up 0 +2.0 150.0`],
      ].join(' '),
    );
    const bars = drawn(html.split('<table class="moves">')[1] ?? '', 'rect', 'class', 'x', 'width');
    expect([bars[0], bars.at(-1)]).toEqual(['fell 0.0% 50.0%', 'rose 50.0% 32.5%']);
    const little = row('little', 1, { hasLittleData: true, change7: -5 });
    const few = cardIn(
      behind(dataOf([row('b', 100), row('a', 100, { change7: -5 }), little]), noon),
      'Moves, down and up',
    );
    expect(few).toBe(
      `The largest 5 each, of clients with enough data. All bars have one scale. 30 days: no earlier scores yet 7 days: 1 down, 0 up ${head} a −5.0 100.0`,
    );
    const small = behind(dataOf([row('a', 100, { change7: -5, change30: 0 })]), noon);
    expect(drawn(small.split('<table class="moves">')[1] ?? '', 'rect', 'width')[0]).toBe('25.0%');
    expect(cardIn(small, 'Moves, down and up')).toContain('30 days: 0 down, 0 up 7 days');
  });

  it('sum up owners and portfolios, most revenue at risk first, the others folded', () => {
    const rows = [
      row('a', 50, { owner: 'Ada', revenue: 900, portfolios: ['p1', 'p9'] }),
      row('b', 150, { owner: 'Ada', revenue: 100 }),
      row('c', 60.2),
      ...many(7, (at) => row(`o${at}`, 100 + at, { owner: `Owner ${at}`, portfolios: [`q${at}`] })),
    ];
    const html = behind(dataOf(rows), noon);
    const head = (what: string) => `${what} Clients Mean At high risk Revenue of these`;
    const owners = many(7, (at) => `Owner ${at} 1 ${100 + at}.0 0% –`);
    expect(cardIn(html, 'By owner')).toBe(
      [
        `Most revenue at high risk first. Clients by owner ${head('Owner')} Ada 2 100.0 50% 900 no owner 1 60.2 100% –`,
        ...owners.slice(0, 6),
        `1 more Further clients by owner ${head('Owner')} ${owners[6]}`,
      ].join(' '),
    );
    expect(cardIn(html, 'By portfolio')).toBe(
      [
        `A client can be in several, so these do not add up. Clients by portfolio ${head('Portfolio')}`,
        'North 1 50.0 100% 900 p9 1 50.0 100% 900',
        ...many(5, (at) => `q${at} 1 ${100 + at}.0 0% –`),
      ]
        .join(' ')
        .replace('q0 1', 'in none 2 105.1 50% – q0 1')
        .concat(` 2 more Further clients by portfolio ${head('Portfolio')} q5 1 105.0 0% – q6 1 106.0 0% –`),
    );
    const eight = behind(dataOf(rows.slice(0, -1)), noon);
    expect(cardIn(eight, 'By owner')).not.toContain('more');
    expect(drawn(html.split('<h2>By owner')[1] ?? '', 'rect', 'class', 'width')[0]).toBe('h 50.0%');
  });

  it('compare what people say with the levels', () => {
    const rows = [
      ...many(6, (at) => row(`g${at}`, 60, { alignment: 'green', change30: -9 + at, owner: at === 0 ? 'Ada' : '' })),
      ...['red', 'amber'].map((alignment) => row(alignment, 60, { alignment, change30: -50 })),
      row('n', 150, {}),
    ];
    const html = behind(dataOf(rows), noon);
    const lines = many(5, (at) => `g${at} −${9 - at}.0 to 60.0${at === 0 ? ', Ada' : ''}`);
    expect(cardIn(html, 'People against scores').replaceAll(' ,', ',')).toBe(
      [
        'How many clients people rate like this, by the level of the score.',
        'How people rate clients, by the level of the score People say High risk Medium risk Low risk On track All',
        'Red 1 0 0 0 1 Amber 1 0 0 0 1 Green 6 0 0 0 6 Not rated 0 0 0 1 1',
        `Rated green and falling: ask whether the rating still holds ${lines.join(' ')}`,
      ].join(' '),
    );
    expect(drawn(html, 'td', 'class').filter((name) => name.startsWith('heat'))).toEqual([
      ...Array(2).fill(['heat1', 'heat0', 'heat0', 'heat0']).flat(),
      ...['heat4', ...Array(3).fill('heat0')],
      ...['heat0', 'heat0', 'heat0', 'heat1'],
    ]);
    expect(cardIn(behind(dataOf([row('a', 100)]), noon), 'People against scores')).not.toContain('Rated green');
  });

  it('name the clients that nobody has contacted for 30 days, most revenue first', () => {
    const rows = [
      row('today', 50, { lastContactDate: contact(0), revenue: 1e9 }),
      row('30', 50, { lastContactDate: contact(30), revenue: 1e9 }),
      row('31', 50, { lastContactDate: contact(31), revenue: 10 }),
      row('61', 60, { lastContactDate: contact(61), revenue: 500 }),
      row('91', 40, { lastContactDate: contact(91), revenue: 10 }),
      row('never', 70),
      row('never 2', 75),
      row('never 3', 80),
    ];
    expect(cardIn(behind(dataOf(rows), noon), 'Contacts to catch up')).toBe(
      [
        'No contact for more than 30 days: 3, more than 60 days: 2, more than 90 days: 1; never: 3. Most revenue first.',
        'Clients without contact Client Last contact Score Revenue',
        '61 61 days ago 60.0 500 91 91 days ago 40.0 10 31 31 days ago 50.0 10 never never 70.0 – never 2 never 75.0 –',
      ].join(' '),
    );
    expect(cardIn(behind(dataOf(rows.slice(0, 2)), noon), 'Contacts to catch up')).toBe(
      'No contact for more than 30 days: 0, more than 60 days: 0, more than 90 days: 0; never: 0. Everybody was contacted in the last 30 days.',
    );
  });

  it('name the streams at high risk, and how many there are at least', () => {
    const stream = (at: number) =>
      ({ name: `s${at}`, parentClientName: `c${at}`, score: 60 + at, historicalData: [100, 60 + at] }) as never;
    const textWith = (count: number) =>
      cardIn(behind(dataOf([row('a', 1)], { streamsAtRisk: many(count, stream) }), noon), 'Streams at high risk');
    expect(textWith(0)).toBe('');
    expect(textWith(1)).toBe('1 has a score below 70; lowest first. Line: 30 days. s0 c0 60.0');
    expect(textWith(8)).toMatch(/^8 have a score below 70; lowest first\. .* s7 c7 67\.0$/);
    expect(textWith(19)).toMatch(/^19 have a score below 70; the 8 lowest\. .* s7 c7 67\.0$/);
    expect(textWith(20)).toMatch(/^At least 20 have /);
    const html = behind(dataOf([row('a', 1)], { streamsAtRisk: [stream(0)] }), noon);
    expect(html.split('<ul class="streams">')[1]).toContain('<path d="M112 8l4 24"/>');
    expect(html.split('<ul class="streams">')[1]).toContain('<b class="pill h">60.0</b>');
    expect(html.split('<ul class="streams">')[1]).not.toContain('#levels');
  });

  it('say how old and how complete the data is', () => {
    const rows = [
      row('a', 50, { lastContactDate: contact(1) }),
      row('b', 50, { lastContactDate: contact(2), revenue: 0 }),
      row('c', 50),
    ];
    const shown = (given: readonly Row[], more?: object) =>
      cardIn(behind(dataOf(given, { overview: overview(more) }), noon), 'How far to trust this');
    const end = 'fewer than 8 of 15 topics Revenue unknown';
    expect(shown(rows, { insufficientDataCount: 1 })).toBe(
      `Whether data still arrives is shown by client-health status . Scores 20 Nov 2026, 12 hours old Newest contact 19 Nov 2026, 1 day ago Little data 1 of 4 clients, 25%: ${end} 2 of 4 clients`,
    );
    expect(shown([row('a', 50)], { scoresUpdatedAt: null })).toContain(
      'Scores not computed yet Newest contact – Little',
    );
  });

  it('begin with the distribution of the scores', () => {
    const html = behind(dataOf([row('a', 5), row('b', 5), row('c', 200)]), noon);
    expect(cardIn(html, 'Scores of all clients')).toBe(
      'How many clients have a score of 0 to 10, 10 to 20 and so on. 2 1 0 70 100 140 200',
    );
  });
});

describe('the list', () => {
  const topic = (id: string, contribution: number, more: object = {}) => ({
    ...{ id, displayName: `Topic ${id}`, score: 100 + contribution, contribution, hasInsufficientData: false },
    ...more,
  });
  const portrait = (id: string, topics: object[], more: object = {}): Portrait =>
    ({
      detail: { id, spotlightSummary: `About ${id}.`, historicalData: [100, 90], topics: { topics, evidence: [] } },
      priorities: [{ topic: 't', recommendations: ['Call them', 'Visit them', 'Write'] }],
      ...more,
    }) as unknown as Portrait;
  const urgent = many(12, (at) =>
    row(`u${at}`, 50 + at, { revenue: 1200 - at * 100, owner: at === 0 ? 'Ada' : '', change30: -1 }),
  );
  const listOf = (rows: readonly Row[], more: Partial<BoardData> = {}, short?: number) =>
    clientList(dataOf(rows, more), noon, short);
  const itemsIn = (html: string, id: string) =>
    (
      html
        .split(`<ol id="${id}">`)[1]
        ?.split('</ol>\n')[0]
        ?.split('</ol></details>')[0]
        ?.match(/<li data-l/g) ?? []
    ).length;
  const titleIn = (html: string) => textOf(html.match(/<h2>.*?<\/h2><p class="quiet">.*?<\/p>/s)?.[0] ?? '');
  const summaryIn = (html: string) => textOf(html.match(/<details id="rest"[^>]*><summary>.*?<\/summary>/s)?.[0] ?? '');

  it('has the first ten to act on, and folds the others below', () => {
    const order =
      'What to do first At high or medium risk, by revenue × (points below 100 + points lost, not gained, in 30 days).';
    const html = listOf([...urgent, row('fine', 150)]);
    expect([itemsIn(html, 'first'), itemsIn(html, 'others')]).toEqual([10, 3]);
    expect([titleIn(html), summaryIn(html)]).toEqual([order, 'All other clients: 3']);
    expect(html).not.toContain('<details id="rest" open>');
    const little = (count: number) => many(count, (at) => row(`l${at}`, 40, { hasLittleData: true }));
    const [one, two] = [1, 2].map((count) => listOf([...urgent.slice(0, 2), ...little(count), row('fine', 150)]));
    expect(titleIn(one ?? '')).toBe(`${order} 1 client with little data is left out here.`);
    expect(titleIn(two ?? '')).toBe(`${order} 2 clients with little data are left out here.`);
    expect([itemsIn(one ?? '', 'first'), itemsIn(one ?? '', 'others')]).toEqual([2, 2]);
    const all = listOf(urgent.slice(0, 3));
    expect([itemsIn(all, 'first'), all.includes('id="rest"')]).toEqual([3, false]);
    expect(listOf([])).toBe('');
  });

  it('is open if nobody has to be acted on', () => {
    const html = listOf([row('fine', 150), row('edge', 100)]);
    expect(titleIn(html)).toBe('What to do first No client with enough data is at high or medium risk.');
    expect(html).toContain('<details id="rest" open><summary>The clients: 2</summary>');
    const little = [row('l', 99.9, { hasLittleData: true }), row('m', 100, { hasLittleData: true })];
    expect(titleIn(listOf(little))).toMatch(/risk\. 1 client with little data is listed below\.$/);
    expect(titleIn(listOf([...little, row('n', 1, { hasLittleData: true })]))).toMatch(
      /2 clients .* are listed below\.$/,
    );
  });

  it('of a large account says which clients it has, and the short one has neither filters nor others', () => {
    const rows = many(301, (at) => row(`c${at}`, 150 + at / 10));
    expect(summaryIn(listOf([...rows, ...urgent.slice(0, 1)]))).toBe(
      'All other clients: 299 of 301; those that fell most, have most revenue at risk or the lowest scores',
    );
    const short = listOf(urgent, {}, 5);
    expect([itemsIn(short, 'first'), short.includes('id="rest"'), short.includes('id="find"')]).toEqual([
      5,
      false,
      false,
    ]);
  });

  it('can be filtered by owner, portfolio and level', () => {
    const rows = [
      row('a', 50, { owner: 'Zoe' }),
      row('b', 50, { owner: 'ada' }),
      row('c', 50),
      row('d', 50, { owner: 'Zoe' }),
    ];
    const html = listOf(rows);
    const options = [...html.matchAll(/<select name="(\w+)">(.*?)<\/select>/g)].map(([, name, inner = '']) => [
      name,
      [...inner.matchAll(/value="(.*?)">(.*?)</g)].map(([, value, text]) => `${value}:${text}`).join(' '),
    ]);
    expect(options).toEqual([
      ['owner', ':All 0:ada 1:Zoe -:no owner'],
      ['portfolio', ':All 0:North'],
      ['level', ':All h:High risk m:Medium risk l:Low risk t:On track'],
      ['order', ':to do first s:lowest score c:fell most r:most revenue n:name'],
    ]);
    expect(html).toContain('<form id="find" hidden data-total="4">');
    expect(listOf(rows, { portfolios: new Map() })).not.toContain('name="portfolio"');
  });

  it('has rows with what is known of each client', () => {
    const rows = [
      row('a', 50.5, {
        revenue: 1e6,
        owner: 'Ada',
        change30: -2,
        portfolios: ['p1', 'p7'],
        alignment: 'red',
        lastContactDate: '2026-11-19',
      }),
      row('b', 150, { hasLittleData: true, change30: 0 }),
      row('c', 160, { revenue: 0 }),
    ];
    const html = listOf(rows, {
      portfolios: new Map([
        ['p0', 'South'],
        ['p1', 'North'],
        ['p7', 'West'],
      ]),
    });
    const items = html.match(/<li data-l.*?<\/li>/gs) ?? [];
    expect(items.map(textOf)).toEqual([
      'a Ada 1.00 M 50.5 ▼ −2.0 Last contact 1 day ago · rated red · North · West',
      'b no owner – 150.0 little data 0.0 No contact known',
      'c no owner 0 160.0 – No contact known',
    ]);
    expect(items.map((item) => item.match(/<li (.*?)>/)?.[1])).toEqual([
      ...[
        'data-l=h data-s=50.5 data-r=1000000 data-c=-2 data-o=0 data-p=" 1 2 " id="client-a"',
        'data-l=t data-s=150 data-r=-1 data-c=0 data-few id="client-b"',
        'data-l=t data-s=160 data-r=0 id="client-c"',
      ],
    ]);
    expect(items.map((item) => item.includes('<i class="d">'))).toEqual([true, false, false]);
  });

  it('draws its lines on the scale of the days that they show', () => {
    const detail = { ...portrait('a', []).detail, historicalData: [0, ...many(30, () => 100)] };
    const drawnFrom = (history: readonly number[]) =>
      listOf([row('a', 50)], {
        portraits: [{ ...portrait('a', []), detail: { ...detail, historicalData: [...history] } }],
      });
    expect(drawnFrom(detail.historicalData)).toBe(drawnFrom(detail.historicalData.slice(1)));
    // those of a year have the months of their own last day behind them
    const years = ['2026-11-19', '2026-11-18', '2026-11-19'].map((firstDate, at) =>
      portrait(`c${at}`, [], { year: [90, 80], firstDate }),
    );
    expect(drawn(listOf([row('a', 50)], { portraits: years }), 'symbol', 'id')).toEqual([
      ...['levels', 'year-2026-11-20', 'year-2026-11-19'],
    ]);
  });

  it('opens the section of a client whose details are known', () => {
    const topics = [
      topic('t', -9),
      topic('u', 5),
      topic('v', -3),
      topic('w', -99, { hasInsufficientData: true }),
      topic('x', 0, { score: null }),
    ];
    const people = [
      { name: 'Eve', title: 'CEO', email: 'e@x' },
      { name: 'Bob', title: '', email: '' },
    ];
    const year = many(364, (at) => 100 - at / 10);
    const rows = [
      row('a', 50, {
        ...{ name: 'Alpha', revenue: 9, hasLittleData: true, alignment: 'red' },
        lastContactDate: '2026-11-20',
        portfolios: ['p1', 'zz'],
      }),
      row('b', 60, { revenue: 5 }),
      row('c', 70, { revenue: 1 }),
    ];
    const html = listOf(rows, {
      portraits: [
        portrait('a', topics, { people, year, firstDate: '2025-11-22' }),
        portrait('b', [topic('t', -1)], {
          priorities: [{ topic: 't', recommendations: ['Call them'] }],
          people: [],
          year: many(365, () => 100),
          firstDate: '2025-11-21',
        }),
        portrait('c', [topic('t', 0, { hasInsufficientData: true })], { priorities: [] }),
      ],
    });
    const items = (html.match(/<li data-l.*?(?=<li data-l|<\/section>)/gs) ?? []).map(textOf);
    const [b, c, a] = items;
    expect(a).toBe(
      [
        'Alpha no owner 9 50.0 little data – Topic t −9.0 Topic v −3.0 Call them About a. Next steps Call them Visit them Write',
        'Score, last 12 months First score on 22 Nov 2025. People Eve, CEO, e@x Bob',
        'Last contact today · rated red by people · in North , zz Topics, worst first Topic Below or above 100 Score Points 30 days',
        'Topic t 91.0 −9.0 Topic v 97.0 −3.0 Topic u 105.0 +5.0 2 of 5 topics have no data.',
      ].join(' '),
    );
    expect(b).toBe(
      'b no owner 5 60.0 – Topic t −1.0 As for Alpha About b. Score, last 12 months People No key people are known. No contact known · not rated by people Topics, worst first Topic Below or above 100 Score Points 30 days Topic t 99.0 −1.0',
    );
    expect(c).toMatch(
      /^c no owner 1 70\.0 – No topic has data About c\. No contact known · not rated by people Topics No topic has data\./,
    );
    expect(drawn(html, 'symbol', 'id')).toEqual(['levels', 'year-2026-11-20']);
    const charts = html.match(/<svg class="year".*?<\/svg>/g) ?? [];
    expect(charts.map((chart) => drawn(chart, 'path', 'd')[0]?.slice(0, 20))).toEqual([
      'M0 63l3 0 3 0 3 0 3 ',
      'M3 63l3 0 3 0 3 1 3 ',
    ]);
    // coloured by the level of the topic
    expect(html.match(/<svg class="mid"><rect class="."/g)?.map((bar) => bar.at(-2))).toEqual(['m', 'm', 'm', 'l']);
    const least = listOf([row('d', 60)], {
      portraits: [portrait('d', [topic('t', 1, { score: 0 }), topic('u', 0, { hasInsufficientData: true })])],
    });
    expect(textOf(least)).toMatch(/No topic is below 100 .* Topic t 0\.0 \+1\.0 1 of 2 topics have no data\./);
  });
});

it('a client that fell shows what changed, and the signals behind it', () => {
  const topics = [
    { id: 't', displayName: 'Topic t', score: 60, contribution: -20, hasInsufficientData: false },
    { id: 'u', displayName: 'Topic u', score: null, contribution: 0, hasInsufficientData: true },
  ];
  const moved = [
    { id: 't', change: -18.2 },
    { id: 'u', change: -6, data: 'ended' },
  ];
  const text = 'no meeting for 31 days, usually every 14';
  const evidence = [{ topic: 't', date: '2026-10-20', signalId: null, text, points: -12.5 }];
  const changes = { '30day': { change: -25, topics: moved, other: -0.8 } };
  const detail = { id: 'a', spotlightSummary: '', historicalData: [], topics: { topics, changes, evidence } };
  const data = dataOf(
    [row('a', 50, { change30: -25, largestMove: 'Topic t -18.2' }), row('b', 55, { largestMove: 'Topic v -9' })],
    {
      portraits: [{ detail, priorities: [] } as unknown as Portrait],
    },
  );
  const shown = textOf(clientList(data, noon));

  expect(shown).toContain('In 30 days: Topic t −18.2 Topic u, data ended −6.0');
  expect(shown).toContain(`What changed ${text} Topic t, 20 Oct 2026 −12.5`);
  expect(shown).toContain('1 of 2 topics have no data. Ended in 30 days: Topic u −6.0.');
  expect(shown).toContain('Topic v -9 · No contact known');
  expect(textOf(behind(data, noon))).toContain('a Topic t -18.2 −25.0 50.0');
});

it('a board names its pictures, fields and columns, and hides from screen readers what other words say', () => {
  const topic = { id: 't', displayName: 'T', score: 80, contribution: -5, hasInsufficientData: false };
  const detail = { id: 'a', spotlightSummary: '', historicalData: [90, 50], topics: { topics: [topic], evidence: [] } };
  const data = dataOf([row('a', 50, { revenue: 100, change30: -1 }), row('b', 150)], {
    portraits: [{ detail, priorities: [], year: [90, 50], firstDate: '2026-11-19', people: [] } as unknown as Portrait],
    streamsAtRisk: [{ name: 's', parentClientName: 'c', score: 60, historicalData: [100, 60] } as never],
  });
  const html = firstScreen(data, noon) + clientList(data, noon) + behind(data, noon);
  const names = /<(\w+)\b[^>]*? (aria-[a-z]+|placeholder)="([^"]*)"|<(h2|label)\b[^>]*>(.*?)<(?:\/h2|select|\/label)/g;
  const parts = [...html.matchAll(names)].map(([, ...found]) => textOf(found.filter(Boolean).join(' ')));

  expect(parts).toEqual([
    'section aria-label The portfolio',
    'svg aria-label Clients by level',
    'svg aria-label Revenue by level',
    'svg aria-label 2 clients by score and revenue. Fell most in 30 days: a −1.0.',
    'h2 What to do first',
    'label Find',
    'label Owner',
    'label Portfolio',
    'label Level',
    'label Order',
    'label with little data',
    ...['svg aria-hidden true', 'svg aria-hidden true', 'div aria-hidden true'],
    'svg aria-label From 90.0 to 50.0 in 2 days',
    'svg aria-label Scores of a from 90.0 on 2026-11-19 to 50.0 on 2026-11-20',
    'h2 Scores of all clients',
    'svg aria-label Clients by score. High risk 1, Medium risk 0, Low risk 0, On track 1',
    'h2 How far to trust this',
    'h2 Moves, down and up',
    'h2 By owner',
    'h2 By portfolio',
    'h2 People against scores',
    'h2 Contacts to catch up',
    'h2 Streams at high risk',
    'svg aria-label From 100.0 to 60.0 in 2 days',
  ]);
  expect(html).toContain('<input type="search" name="text" placeholder="Name, topic, person">');
  expect(textOf(html.match(/<div class="head".*?<\/div>/s)?.[0] ?? '')).toBe(
    'Client, owner Revenue Score 30 days Fell or pulled down by (points) Next step',
  );
});

describe('an earlier board', () => {
  const since: Snapshot = {
    ...{ customerId: 'acme', scope: 'All clients', scoresUpdatedAt: '2026-11-01T00:00:00Z', score: 90 },
    ...{ breakdown: { highRisk: 5 }, highRisk: ['gone', 'stays'] },
  };

  it('is compared level by level, and the clients that are new at high risk are named', () => {
    const rows = [row('stays', 50), row('new', 60, { name: 'New & Co' }), row('fine', 70)];
    expect(textOf(changesSince(dataOf(rows), since))).toBe(
      'Since 1 Nov 2026 Portfolio score 90.0 → 100.0 (+10.0). High risk 5 → 1, Medium risk 0 → 2, Low risk 0 → 0, On track 0 → 1. New at high risk: New &#38; Co No longer at high risk: gone',
    );
    const nothing = textOf(changesSince(dataOf([]), { ...since, scoresUpdatedAt: null, highRisk: [] }));
    expect(nothing).toMatch(/^Since the earlier board .*New at high risk: none No longer at high risk: none$/);
    const crowd = (count: number) =>
      textOf(changesSince(dataOf(many(count, (at) => row(`c${at}`, 1))), { ...since, highRisk: [] }));
    expect(crowd(20)).toMatch(/c18 , c19 No longer/);
    expect(crowd(22)).toMatch(/c18 , c19 and 2 more No longer/);
  });

  it('is read from the page that has it, whatever its texts are', () => {
    const odd = { ...since, scope: '</script><script>alert(1)</script>' };
    const page = `<html><script>1</script>${embedded(odd)}<script>2</script>`;
    expect(snapshotIn(page, 'f')).toEqual(odd);
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    expect(snapshotIn(embedded(since), 'f')).toEqual(since);
    const refused = 'f is no board. Give --since a file that this command has written.';
    for (const wrong of ['', '{}</script>', embedded({ ...odd, score: 'x' } as never), JSON.stringify(since)])
      expect(() => snapshotIn(wrong, 'f')).toThrow(refused);
    const data = embedded(since);
    expect(() => snapshotIn(`${'x'.repeat(data.indexOf('{') - 1)}${data.slice(data.indexOf('{'))}`, 'f')).toThrow(
      refused,
    );
    const { highRisk, breakdown, scope } = snapshotOf(dataOf([row('a', 50), row('b', 150)]));
    expect({ highRisk, breakdown, scope }).toEqual({
      ...{ highRisk: ['a'], scope: 'All clients' },
      breakdown: { highRisk: 1, mediumRisk: 2, lowRisk: 0, onTrack: 1, total: 4 },
    });
  });

  it('keeps the 2,000 clients with the lowest scores', () => {
    const rows = many(2010, (at) => row(`c${at}`, 1));
    expect(snapshotOf(dataOf(rows)).highRisk).toEqual(rows.slice(10).map(({ id }) => id));
  });
});
