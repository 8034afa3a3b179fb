import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../bin/admin/morning/formats.ts';
import { type Morning, morningSchema } from '../../../bin/admin/morning/morning.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { holds } from '../../support/holds.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { serving } from '../../support/service/served.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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
    expect(morning.littleData.clients.map(({ id }) => id)).toEqual(['muller', 'cafe']);
    expect(morning.rose['30day']).toEqual({
      total: 1,
      clients: [
        {
          ...{ id: 'northwind', name: risen[0].name, owner: 'Ada Okafor', score: risen[0].score, level: 'onTrack' },
          change: risen[0].scoreChanges['30day'].change,
        },
      ],
    });
    expect(await printed(options)).toBe(
      [
        'Acme, 2026-11-20',
        'Portfolio score 87.9 (medium risk), -4.0 in 7 days, +52.5 in 30 days. 4 clients: 1 high risk, 2 medium risk, 0 low risk, 1 on track.',
        '\nFell in 7 days: 0\n\nFell in 30 days: 0\n\nRose in 7 days: 1',
        '  Northwind Bank: +2.5 to 152.5, on track, Ada Okafor\n\nRose in 30 days: 1',
        '  Northwind Bank: +52.5 to 152.5, on track, Ada Okafor\n\nWith little data: 2',
        '  Café Müller: 99.5, medium risk',
        '  CAFE MULLER & Sons: 99.5, medium risk',
      ].join('\n'),
    );
    expect(await printed(`${options} --format markdown`)).toContain('- **CAFE MULLER &#38; Sons**: 99.5, medium risk');
    expect(await printed(`${options} --format html`)).toContain('<bdi>CAFE MULLER &#38; Sons</bdi>');
  });

  it('takes key and name of the account from the local service', async () => {
    const [, baseUrl = '', apiKey = ''] = (await access()).match(/--url (\S+) --key (\S+)/) ?? [];
    const localAccounts = [{ customerId: 'acme', apiKey, name: 'Acme Agency' }];
    const local = cliOn(() => db.table, { target: { baseUrl, localAccounts } });
    const file = join(temporaryFolder(), 'board.html');

    expect((await local('morning --account acme')).out[0]).toMatch(/^Acme Agency, 2026-11-20\n/);
    expect(await local(`board --account acme --out ${file}`)).toMatchObject({ exitCode: 0, err: [] });
    expect(readFileSync(file, 'utf8')).toContain('<h1><bdi>Acme Agency</bdi></h1>');
  });

  it('says who changed level since an earlier report', async () => {
    const options = await access();
    const file = join(temporaryFolder(), 'earlier.json');
    await admin(`morning ${options} --format json --out ${file}`);
    const earlier = morningSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
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
    const other = join(temporaryFolder({ 'a.json': '{}' }), 'a.json');
    expect((await admin(`morning ${options} --since ${other}`)).err[0]).toContain('is no morning report');
  });
});

describe('a report', () => {
  const client = (name: string) => ({ id: 'c', name, owner: name, score: 50, level: 'highRisk' as const });
  const none = { total: 0, clients: [] };
  const about = (name: string): Morning => ({
    ...{ customerId: 'acme', title: name, day: '2026-11-20', score: 50, level: 'highRisk', total: 1 },
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

  it('claims no change where no earlier score is known', () => {
    const unknown = { ...about('x'), change: { '7day': null, '30day': null } };

    expect(formats.text(unknown)).toContain('Portfolio score 50.0 (high risk). 1 client:');
  });

  const list = (count: number, total = count) => ({
    total,
    clients: Array.from({ length: count }, () => ({ ...client('a*b <c>'), owner: null, change: -1 })),
  });
  const long = { ...about('Big & Co'), fell: { '7day': list(12), '30day': list(0, 3) }, littleData: list(10) };
  const summary = 'Portfolio score 50.0 (high risk), 0.0 in 7 days, 0.0 in 30 days. 1 client:';
  const levels = '1 high risk, 0 medium risk, 0 low risk, 0 on track.';

  it('says so if there are no clients', () => {
    expect(formats.text({ ...about('x'), total: 0 })).toContain('There are no clients.');
  });

  it('shows ten of many in Markdown, and how many more there are', () => {
    const line = (facts: string) => `- **a\\*b &#60;c&#62;**: ${facts}\n`;
    expect(formats.markdown(long)).toBe(
      [
        `# Big &#38; Co, 2026-11-20\n\n${summary} ${levels}\n`,
        `## Fell in 7 days: 12\n\n${line('-1.0 to 50.0, high risk').repeat(10)}- and 2 more\n`,
        ...['## Fell in 30 days: 3\n', '## Rose in 7 days: 0\n', '## Rose in 30 days: 0\n'],
        `## With little data: 10\n\n${line('50.0, high risk').repeat(10)}`,
      ].join('\n'),
    );
  });

  it('shows ten of many in a mail, with style in attributes', () => {
    const cell = 'padding:4px 12px 4px 0;border-bottom:1px solid #dce2e9;text-align:left;vertical-align:top';
    const row = (facts: string) =>
      `<tr><td style="${cell};font-weight:600"><bdi>a*b &#60;c&#62;</bdi></td><td style="${cell}"><bdi>${facts}</bdi></td></tr>`;
    const head = (text: string) => `<h2 style="font-size:16px;margin:20px 0 6px">${text}</h2>`;
    const table = (facts: string) =>
      `<table role="presentation" style="border-collapse:collapse;font-size:14px">${row(facts).repeat(10)}</table>`;
    expect(formats.html(long)).toContain(
      [
        `<p style="margin:0">${summary} ${levels}</p>`,
        `${head('Fell in 7 days: 12')}${table('-1.0 to 50.0, high risk')}<p style="margin:4px 0;color:#52606f">and 2 more</p>`,
        ...['Fell in 30 days: 3', 'Rose in 7 days: 0', 'Rose in 30 days: 0'].map(head),
        `${head('With little data: 10')}${table('50.0, high risk')}`,
        '</body></html>\n',
      ].join('\n'),
    );
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
