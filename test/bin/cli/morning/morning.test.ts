import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../../bin/cli/morning/formats.ts';
import { type Morning, morningSchema, readMorning } from '../../../../bin/cli/morning/morning.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { holds } from '../../../support/holds.ts';
import { putKey } from '../../../support/service/api-keys.ts';
import { serving } from '../../../support/service/served.ts';
import { useSmallAccount } from '../../../support/service/small-account.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { db, read } = useSmallAccount();
const admin = cliOn(() => db.table);

const access = async () => `--url ${await serving(db.table)} --key ${await putKey(db.table)}`;
const printed = async (words: string) => (await admin(`morning ${words}`)).out.join('\n');

describe('the command', () => {
  it('prints the figures of the API, in each form', async () => {
    const options = `${await access()} --title Acme`;
    const morning: Morning = JSON.parse(await printed(`${options} --format json`));
    const { score, breakdown, revenueTTM, total } = await read('/clients/statistics/overview');
    const { clients: risen } = await read('/clients/trending?direction=improving');
    const { total: _, ...counts } = breakdown;

    expect(morning).toMatchObject({ customerId: 'acme', day: '2026-11-20', score, total, counts, revenue: revenueTTM });
    expect([morning.littleData, morning.noData].map((list) => list?.clients.map(({ id }) => id))).toEqual([
      ['muller'],
      ['cafe'],
    ]);
    const [{ id, name, score: now, scoreChanges }] = risen;
    const client = { id, name, score: now, owner: 'Ada Okafor', level: 'onTrack', revenue: 1_200_000, why: '' };
    expect(morning.rose['30day']).toEqual({ total: 1, clients: [{ ...client, change: scoreChanges['30day'].change }] });
    expect(await printed(options)).toBe(
      [
        'Acme, 2026-11-20',
        'Portfolio score 87.9 (medium risk), -4.0 in 7 days, +52.5 in 30 days. 4 clients: 1 high risk (below 70, act now), 2 medium risk (70 to 99, keep watch), 0 low risk (100 to 139, as expected), 1 on track (140 to 200, the best).',
        '1 client without data counts with the last score, or as 100.',
        '\nSince a week ago: 2',
        '  Café Müller: low risk to medium risk, now 99.5. On-Time Delivery -0.5.',
        '  New: Blue Harbour',
        '\nWhat to do first: 1',
        '  Blue Harbour: 0.0, high risk. Trust and Confidence -6.7, Executive Sponsorship -6.7',
        '\nFell in 7 days: 0\n\nFell in 30 days: 0\n\nRose in 7 days: 1',
        '  Northwind Bank: +2.5 to 152.5, on track, revenue 1.20\u00a0M, Ada Okafor\n\nRose in 30 days: 1',
        '  Northwind Bank: +52.5 to 152.5, on track, revenue 1.20\u00a0M, Ada Okafor\n\nWith little data: 1',
        '  Café Müller: 99.5, medium risk\n\nWithout data: 1',
        '  CAFE MULLER & Sons: counts with 99.5',
      ].join('\n'),
    );
    expect(await printed(`${options} --format markdown`)).toContain('- **CAFE MULLER &#38; Sons**: counts with 99.5');
    expect(await printed(`${options} --format html`)).toContain('<bdi>CAFE MULLER &#38; Sons</bdi>');
  });

  it('takes key and name of the account from the local service', async () => {
    const [, baseUrl = '', apiKey = ''] = (await access()).match(/--url (\S+) --key (\S+)/) ?? [];
    const localAccounts = [{ customerId: 'acme', apiKey, name: 'Acme Agency' }];
    const local = cliOn(() => db.table, { target: { baseUrl, localAccounts } });

    expect((await local('morning --account acme')).out[0]).toMatch(/^Acme Agency, 2026-11-20\n/);
    expect((await local('morning --account acme --title Ours')).out[0]).toMatch(/^Ours, 2026-11-20\n/);
  });

  it('says who changed level since an earlier report', async () => {
    const options = await access();
    const file = join(temporaryFolder(), 'earlier.json');
    expect((await admin(`morning ${options} --format json --out ${file}`)).out).toEqual([`${file} written.`]);
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`);
    const earlier = morningSchema.parse(JSON.parse(text));
    const levels = {
      ...earlier.levels,
      highRisk: ['northwind', 'gone'],
      mediumRisk: ['harbour', 'muller'],
      onTrack: [],
    };
    writeFileSync(file, JSON.stringify({ ...earlier, day: '2026-11-19', levels }));

    expect(await printed(`${options} --since ${file}`)).toContain(
      'Changed level since 2026-11-19: 2\n  Blue Harbour: medium risk to high risk, now 0.0\n  Northwind Bank: high risk to on track, now 152.5, Ada Okafor\n',
    );
    // before the first night
    writeFileSync(
      file,
      JSON.stringify({ ...earlier, day: null, changedLevel: { since: null, total: 0, clients: [] } }),
    );
    expect(await printed(`${options} --since ${file}`)).toContain('\n\nChanged level since the earlier report: 0\n\n');
    expect((await admin(`morning ${options} --since ${file}.none`)).err).toEqual([
      `error: ${file}.none: there is no such file or folder.`,
    ]);
    const other = join(temporaryFolder({ 'a.json': '{}' }), 'a.json');
    expect((await admin(`morning ${options} --since ${other}`)).err).toEqual([
      `error: ${other} is no morning report in JSON. Write one with --format json.`,
    ]);
    writeFileSync(other, JSON.stringify({ ...earlier, customerId: 'brown' }));
    expect((await admin(`morning ${options} --since ${other}`)).err).toEqual([
      `error: ${other} is a report of brown, and this one is of acme. Give --since one of the same account.`,
    ]);
  });
});

describe('a morning', () => {
  const head = 'id,name,score,riskLevel,scoredTopics,accountOwner,moved7day,moved30day,change7day';
  const week = { improving: 0, declining: 0, stable: 2, averageChange: 0.5 };
  const empty = { improving: 0, declining: 0, stable: 0, averageChange: 0 };
  const overview = {
    customerId: 'acme',
    scoresUpdatedAt: '2026-11-20T00:00:09Z',
    score: 99.9,
    total: 60,
    breakdown: { total: 60, highRisk: 1, mediumRisk: 2, lowRisk: 3, onTrack: 54 },
    revenueTTM: { total: 0, highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 },
    trends: { '7day': week, '30day': empty },
  };
  const asked: unknown[] = [];
  const answer = <T>(scope: unknown, value: T) => {
    asked.push(scope);
    return value;
  };
  const of = (
    rows: readonly string[],
    since?: Morning,
    more: object = {},
    given: { title?: string; portfolio?: string } = {},
  ) =>
    readMorning(
      {
        listPortfolios: async () => ({ portfolios: [{ id: 'north', name: 'north' }], total: 1 }),
        getStatisticsOverview: async (scope: unknown) => answer(scope, { ...overview, ...more }),
        exportClientsCsv: async (scope: unknown) => answer(scope, [head, ...rows].join('\n')),
      } as never,
      given,
      since,
    );

  it('lists the lowest scores of little data first, and moves of each period by their size', async () => {
    const rows = [
      'a,A,90,mediumRisk,1,,-9,-9',
      'b,B,50,highRisk,1,Ada,,',
      'c,C,99,mediumRisk,9,,-1,-2',
      'd,D,98,mediumRisk,9,,2,-3',
      'e,E,97,mediumRisk,9,,-5,3',
    ];
    const { toDo, littleData, fell, rose, levels, ...rest } = await of(rows, undefined, {}, { portfolio: 'North' });

    expect(asked.splice(0)).toEqual([{ portfolio_id: 'north' }, { portfolio_id: 'north' }]);
    expect(toDo?.clients.map(({ id, change, revenue, next }) => [id, change, revenue, next])).toEqual([
      ['d', -3, null, ''],
      ['e', 3, null, ''],
      ['c', -2, null, ''],
    ]);
    expect(littleData.clients).toEqual([
      { id: 'b', name: 'B', owner: 'Ada', score: 50, level: 'highRisk' },
      { id: 'a', name: 'A', owner: null, score: 90, level: 'mediumRisk' },
    ]);
    const moved = [fell['7day'], rose['7day'], fell['30day'], rose['30day']].map(({ clients }) =>
      clients.map(({ id, change }) => `${id} ${change}`).join(),
    );
    expect(moved).toEqual(['e -5,c -1', 'd 2', 'd -3,c -2', 'e 3']);
    expect(levels).toEqual({ highRisk: ['b'], mediumRisk: ['a', 'c', 'd', 'e'], lowRisk: [], onTrack: [] });
    expect(rest).toEqual({
      customerId: 'acme',
      title: 'acme',
      day: '2026-11-20',
      score: 99.9,
      level: 'mediumRisk',
      total: 60,
      change: { '7day': 0.5, '30day': null },
      counts: { highRisk: 1, mediumRisk: 2, lowRisk: 3, onTrack: 54 },
      revenue: overview.revenueTTM,
      noData: { total: 0, clients: [] },
      week: [],
      remarks: [],
    });
    expect(await of([], undefined, { scoresUpdatedAt: null })).toMatchObject({
      day: null,
      littleData: { total: 0, clients: [] },
    });
  });

  it('lists those that became worst first, then better ones, each with the lowest score first', async () => {
    const before = await of([
      'a,A,150,onTrack,9,,,',
      'b,B,150,onTrack,9,,,',
      'c,C,90,mediumRisk,9,,,',
      'd,D,10,highRisk,9,,,',
      'e,E,150,onTrack,9,,,',
      'gone,G,1,highRisk,9,,,',
    ]);
    const { changedLevel } = await of(
      [
        'd,D,80,mediumRisk,9,,,',
        'a,A,120,lowRisk,9,,,',
        'e,E,110,lowRisk,9,,,',
        'c,C,90,mediumRisk,9,,,',
        'b,B,20,highRisk,9,Ada,,',
        'new,N,1,highRisk,9,,,',
      ],
      before,
    );
    expect(changedLevel).toMatchObject({ since: '2026-11-20', total: 4 });
    expect(changedLevel?.clients.map(({ id, from, level }) => `${id}: ${from} to ${level}`)).toEqual([
      'b: onTrack to highRisk',
      'e: onTrack to lowRisk',
      'a: onTrack to lowRisk',
      'd: highRisk to mediumRisk',
    ]);
  });
});

describe('a report', () => {
  const client = (name: string) => ({ id: 'c', name, owner: name, score: 50, level: 'highRisk' as const });
  const none = { total: 0, clients: [] };
  const about = (name: string): Morning => ({
    customerId: 'acme',
    title: name,
    day: '2026-11-20',
    score: 50,
    level: 'highRisk',
    total: 1,
    change: { '7day': 0, '30day': 0 },
    counts: { highRisk: 1, mediumRisk: 0, lowRisk: 0, onTrack: 0 },
    revenue: { total: 0, highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 },
    littleData: { total: 1, clients: [client(name)] },
    fell: { '7day': none, '30day': none },
    rose: { '7day': none, '30day': none },
    levels: { highRisk: ['c'], mediumRisk: [], lowRisk: [], onTrack: [] },
  });
  const names = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '</title><script>alert(1)</script>',
      'a\n\n# b',
      '[a](javascript:x)',
      '![x](https://x.example)',
      '\u202Eb',
    ),
  );

  const list = (count: number, total = count) => ({
    total,
    clients: Array.from({ length: count }, () => ({ ...client('a*b <c>'), owner: null, change: -1 })),
  });
  const long = {
    ...about('Big & Co'),
    fell: { '7day': list(12), '30day': list(0, 3) },
    rose: { '7day': list(10), '30day': none },
    littleData: list(12, 61),
  };
  const changedLevel = { since: null, total: 60, clients: Array(12).fill({ ...client('Ada'), from: 'onTrack' }) };

  it('has the words of report.txt as Markdown and HTML: ten of many, and how many more there are', async () => {
    const forms = [formats.markdown, formats.html].map((form) => form({ ...long, changedLevel }));
    const once = forms.join('\n').replaceAll(/(<tr>.*?<\/tr>|^.+\n)\1+/gm, '$1(and again)\n');
    await expect(once).toMatchFileSnapshot('report.txt');
  });

  it.each([
    [
      'no earlier score',
      { change: { '7day': null, '30day': null } },
      /^Portfolio score 50.0 \(high risk\)\. 1 client:/m,
    ],
    ['no scores', { day: null, total: 0 }, /^x, no scores yet\nThere are no clients\.\n/],
    ['several clients', { total: 2 }, /\. 2 clients: 1 high risk \(/],
  ])('of %s says so', (_, more, expected) => {
    expect(formats.text({ ...about('x'), ...more })).toMatch(expected);
  });

  it('keeps names of others from beginning a line, markup or a link, in any form', () => {
    holds(
      fc.property(names, (name) => {
        const plain = about('x');
        const lines = (text: string) => text.split('\n').length;
        const tags = (text: string) => text.match(/<[^>]*>/g);
        const [text, markdown, html] = [formats.text, formats.markdown, formats.html].map((form) => form(about(name)));

        expect(lines(text ?? '')).toBe(lines(formats.text(plain)));
        expect(lines(markdown ?? '')).toBe(lines(formats.markdown(plain)));
        expect(markdown).not.toMatch(/<|(?<!\\)[[\]`]|:\/\//);
        expect(tags(html ?? '')).toEqual(tags(formats.html(plain)));
      }),
    );
  });
});
