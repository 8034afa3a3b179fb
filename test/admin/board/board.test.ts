import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, collectFirstScreen } from '../../../board/data/collect.ts';
import { snapshotIn } from '../../../board/data/snapshot.ts';
import { boardExcerpt, boardPage, boardPolicy } from '../../../board/page.ts';
import { style } from '../../../board/view/style.ts';
import { createClient } from '../../../client/index.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { holdsAsync } from '../../support/holds.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { serving } from '../../support/service/served.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { apiOf, boardOf, stubService } from './stub-service.ts';

const { db, read } = useSmallAccount();

/** Names of elements and attributes, in order, but for labels in the picture, whose places depend on the names. */
const structureOf = (page: string) =>
  page
    .replaceAll(/(<path class="leader" [^>]*>)?<text class="name".*?<\/text>/gs, '')
    .match(/<\/?[a-z][^\s>]*|(?<=\s)[a-z-]+=(?=")/g);
const textOf = (page: string) =>
  page
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');
/** The rows of the table below this heading, cell by cell. */
const tableOf = (page: string, heading: string) =>
  [...(page.split(`<h2>${heading}</h2>`)[1]?.match(/<tbody>.*?<\/tbody>/s)?.[0] ?? '').matchAll(/<tr>.*?<\/tr>/gs)].map(
    ([row]) => [...row.matchAll(/<t[hd].*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell).trim()),
  );

describe('a board', () => {
  it('lists at most 300 clients, gives 50 of them sections, and names no step twice', async () => {
    const { page } = await boardOf({ clients: 1000 });

    expect(page.match(/<li data-l/g)).toHaveLength(300);
    expect(page.match(/<li data-l[^>]*><details>/g)).toHaveLength(50);
    const steps = page.match(/<span class="step">(<bdi>|As for).*?<\/bdi>/g) ?? [];
    expect(steps).toHaveLength(50);
    const own = steps.filter((step) => !step.includes('As for'));
    expect(new Set(own).size).toBe(own.length);
  });

  it('of an empty account shows no scores', async () => {
    expect(textOf((await boardOf({ clients: 0 })).page)).toContain('No scores computed yet – 0 clients.');
  });

  it('has a first screen that takes 9 requests', async () => {
    const { fetch, requests } = stubService({ clients: 300 });
    const excerpt = boardExcerpt(await collectFirstScreen(apiOf(fetch)), noon, 5);

    expect(requests()).toBe(9);
    expect(excerpt.match(/<li data-l/g)).toHaveLength(5);
    expect(excerpt).not.toContain('<script');
  });

  it('is self-contained: its own script and style by their hashes, no other hosts, no key', async () => {
    const { page } = await boardOf({ clients: 30 });

    expect(page).not.toContain('svcsecret');
    expect(page).not.toContain('api.example.com');
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="snapshot">', '<script>']);
    expect(page.match(/(src|href)="(?!#)[^"]*"/g)).toBe(null);
    expect(boardPolicy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'$/,
    );
    expect(page).toContain(`content="${boardPolicy}"`);
  });

  it('escapes names and texts', async () => {
    const plain = structureOf((await boardOf({ clients: 25 })).page);
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.constantFrom(
        '</script><script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onload='x",
        '<!--',
        '\u202Eevil\u202C',
        '👩‍👩‍👧‍👦'.repeat(20),
        '&lt;b&gt;',
        '--><svg/onload=1>',
        '\u0000\u001b[31m',
        '=1+1',
        'x'.repeat(200),
      ),
    );

    await holdsAsync(
      fc.asyncProperty(hostile, async (text) => {
        const { page } = await boardOf({ clients: 25, text });
        const labels = page.match(/<text class="name".*?<\/text>/gs) ?? [];
        expect(structureOf(page)).toEqual(plain);
        for (const label of labels) expect(label).toMatch(/^<text [^<>]*>[^<>]*<tspan>[^<>]*<\/tspan><\/text>$/s);
      }),
      { numRuns: 40 },
    );
  });

  it('counts a stream of exactly 70 as medium risk', async () => {
    const { page } = await boardOf({ clients: 5 });

    expect(textOf(page)).toContain('Streams at high risk 4 have a score below 70; lowest first.');
  });

  it('shows what is not known as a dash', async () => {
    const api = createClient({ baseUrl: await serving(db.table), apiKey: await putKey(db.table) });
    const page = boardPage(await collect(api, { title: 'Acme' }), noon);
    const text = textOf(page);
    const overview = await read('/clients/statistics/overview');
    const { clients } = await read('/clients');
    const [high] = clients.filter(({ score }: { score: number }) => score < 70);
    const key = await read('/portfolios/key');

    expect(text).toContain(`Acme Client health, All clients Scores of 20 Nov 2026, 12 hours old`);
    expect(text).toContain(`${overview.score.toFixed(1)} Medium risk +52.5 in 30 days, −4.0 in 7 days`);
    expect(overview.trends).toMatchObject({ '30day': { averageChange: 52.5 }, '7day': { averageChange: -4 } });
    expect(text).toContain(`Median ${overview.medianScore.toFixed(1)}. 4 clients, 2 with fewer than 8 of 15 topics.`);
    expect([overview.total, overview.insufficientDataCount, overview.revenueTTM]).toEqual([
      4,
      2,
      { total: 1_290_000.5, highRisk: 0, mediumRisk: 90_000.5, lowRisk: 0, onTrack: 1_200_000 },
    ]);
    // the revenue of the only client at high risk is not known
    expect(high.metadata.revenueTTM).toBe(undefined);
    expect(text).toContain('– revenue at high risk, none known of 1.29 M');
    expect(text).toMatch(/High risk 1 25% – – Medium risk 2 50% 90 k 7% Low risk 0 0% 0 0% On track 1 25% 1.20 M 93%/);
    expect(page.match(/<li data-l.*?<\/bdi>/gs)?.map(textOf)).toEqual([
      ' Blue Harbour ',
      ' Café Müller ',
      ' CAFE MULLER &#38; Sons ',
      ' Northwind Bank ',
    ]);
    expect(page.match(/class="few">[^<]*/g)).toEqual(['class="few">1 of 15 topics', 'class="few">0 of 15 topics']);
    expect(tableOf(page, 'By owner')).toEqual([
      ['no owner', '3', '66.3', '33%', '–'],
      ['Ada Okafor', '1', '152.5', '0%', '0'],
    ]);
    expect(tableOf(page, 'By portfolio')).toEqual([
      ['in none', '2', '49.8', '50%', '–'],
      ['Key accounts', `${key.clientCount}`, key.health.score.toFixed(1), '0%', '0'],
    ]);
    expect(tableOf(page, 'Moves, down and up')).toEqual([['Northwind Bank', '', '+52.5', '152.5']]);
    expect(tableOf(page, 'People against scores')).toEqual([
      ['Red', '1', '0', '0', '0', `${overview.alignment.red}`],
      ['Amber', '0', '0', '0', '0', `${overview.alignment.amber}`],
      ['Green', '0', '0', '0', '1', `${overview.alignment.green}`],
      ['No read', '0', '2', '0', '0', `${overview.alignment.notAssessed}`],
    ]);
    for (const part of ['Little data 2 of 4 clients, 50%: fewer than 8 of 15 topics', 'Revenue unknown 2 of 4 clients'])
      expect(text).toContain(part);
  });

  it('of a portfolio shows only its clients', async () => {
    const api = createClient({ baseUrl: await serving(db.table), apiKey: await putKey(db.table) });
    const { rows, scope, overview } = await collect(api, { portfolio: 'key' });

    expect({ scope, ids: rows.map(({ id }) => id), total: overview.total }).toEqual({
      scope: 'Key accounts',
      ids: ['northwind', 'cafe'],
      total: 2,
    });
  });
});

describe.each(['light', 'dark'])('in %s mode', (mode) => {
  const rules = style.split('@media (prefers-color-scheme:dark)');
  const colour = (name: string) =>
    (mode === 'light' ? rules[0] : rules[1])?.match(new RegExp(`--${name}:(#[0-9a-f]+)`))?.[1] ?? '';
  const luminance = (hex: string) => {
    const digits =
      hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
      const share = Number.parseInt(pair, 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(colour(one)), luminance(colour(other))].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  it.each(['h', 'm', 'l', 't'])('the marks of level %s have a contrast of 3 with paper and stripes', (level) => {
    for (const ground of ['paper', `s${level}`]) expect(contrast(level, ground), ground).toBeGreaterThan(3);
  });

  it('texts, also those of charts, have a contrast of 4.5 with what is behind them', () => {
    const texts = [...style.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', rule = '']) => {
      const [, name] =
        /(?:^|;)color:var\(--(\w+)\)/.exec(rule) ??
        ((/(?:text|tspan|\.name|\.level)$/.test(selector) && /(?:^|;)fill:var\(--(\w+)\)/.exec(rule)) || []);
      const ground = /background:var\(--(\w+)\)/.exec(rule)?.[1] ?? 'paper';
      return name === undefined ? [] : [{ selector: selector.trim(), name, ground }];
    });

    expect(texts.map(({ selector }) => selector)).toEqual(
      expect.arrayContaining([
        '.quiet',
        'svg text',
        '.picture .name',
        '.picture .name tspan',
        '.picture .level',
        '.pill.h',
      ]),
    );
    expect(texts.filter(({ name, ground }) => contrast(name, ground) < 4.5)).toEqual([]);
  });
});

describe('the command', () => {
  const admin = cliOn(() => db.table);

  it('writes a file, and compares it with an earlier one', async () => {
    const folder = temporaryFolder();
    const [first, second] = [join(folder, 'first.html'), join(folder, 'second.html')];
    const access = `--url ${await serving(db.table)} --key ${await putKey(db.table)}`;

    expect(await admin(`board ${access} --out ${first}`)).toEqual({ out: [`${first} written.`], err: [], exitCode: 0 });
    const earlier = readFileSync(first, 'utf8');
    const { highRisk } = snapshotIn(earlier, first);
    writeFileSync(first, earlier.replace(JSON.stringify(highRisk), '["gone"]'));
    await admin(`board ${access} --out ${second} --since ${first}`);
    const text = textOf(readFileSync(second, 'utf8'));

    expect(highRisk).toEqual(['harbour']);
    expect(text).toMatch(/New at high risk: Blue Harbour .*No longer at high risk: gone/);
  });

  it('reports missing or wrong options', async () => {
    const notBoard = join(temporaryFolder({ 'a.html': '<html>' }), 'a.html');
    const failing = async (words: string) => (await admin(`board ${words}`)).err[0];

    expect(await failing('--out x.html')).toContain('Give --url and --key');
    expect(await failing('--out x.html --key k')).toContain('Give --url and --key together');
    expect(await failing(`--out x.html --since ${notBoard}`)).toContain('is no board');
    expect(await failing(`--out x.html --url ${await serving(db.table)} --key wrong`)).toContain('401');
  });
});
