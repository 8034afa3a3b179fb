import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, mostRequests } from '../../../bin/admin/board/collect.ts';
import { boardPage } from '../../../bin/admin/board/page.ts';
import { snapshotIn } from '../../../bin/admin/board/snapshot.ts';
import { loadFunctions } from '../../../bin/local/gateway/functions.ts';
import { createGateway } from '../../../bin/local/gateway/gateway.ts';
import { routesOf } from '../../../bin/local/gateway/routing.ts';
import { createClient } from '../../../client/index.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { axeFile, type Look, noBrowser, useBrowser } from '../../support/browser.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { fakeDeps, noon } from '../../support/service/deps.ts';
import { serve } from '../../support/service/http.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Stubbed, stubService } from './stub-service.ts';

const { db, read } = useSmallAccount();

async function boardOf(stubbed: Stubbed) {
  const { fetch, requests } = stubService(stubbed);
  const api = createClient({ baseUrl: 'https://api.example.com/v1', apiKey: 'svcsecret', fetch });
  const page = boardPage(await collect(api, undefined), noon);
  return { page, requests: requests() };
}

const tagsOf = (page: string) => page.replaceAll(/(aria-label|points)="[^"]*"/g, '').match(/<[^>]*>/g);
const textOf = (page: string) =>
  page
    .replaceAll(/<style>.*<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('a board', () => {
  it.each([0, 1, 30, 5000, 10_000, 100_000])('of %i clients takes at most 90 requests and 1 MB', async (clients) => {
    const { page, requests } = await boardOf({ clients });

    expect(requests).toBeLessThanOrEqual(mostRequests);
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
    expect(textOf(page)).toContain(`${clients.toLocaleString('en-US')} Clients`);
  });

  it.each([40, 10_000])(
    'of %i clients gives its sections to those that fell most, then to the lowest',
    async (clients) => {
      const { fetch } = stubService({ clients });
      const api = createClient({ baseUrl: 'https://api.example.com/v1', apiKey: 'svcsecret', fetch });
      const { sections, lowest, movers } = await collect(api, undefined);
      const idsOf = (list: typeof sections) => list.map(({ detail }) => detail.id);
      const fallers = movers[1]?.down.map(({ client }) => client.id) ?? [];
      const lastTwenty = Array.from({ length: 20 }, (_, at) => `c${clients - 1 - at}`);

      expect(fallers).toEqual(['c15', 'c16', 'c17', 'c18', 'c19']);
      expect(idsOf(lowest)).toEqual(lastTwenty);
      expect(idsOf(sections)).toEqual([...fallers, ...lastTwenty.slice(0, 15)]);
      for (const { history, people } of sections.slice(0, 16)) {
        expect([history.length, people?.length]).toEqual([365, 1]);
      }
      for (const { up, down } of movers)
        for (const { month } of [...up, ...down]) expect(month.length).toBeGreaterThan(29);
    },
  );

  it('of an empty account shows no scores', async () => {
    expect(textOf((await boardOf({ clients: 0 })).page)).toContain('– Portfolio score 0 Clients – Median score –');
  });

  it('is self-contained: no scripts, no other hosts, no key', async () => {
    const { page } = await boardOf({ clients: 30 });

    expect(page).not.toContain('svcsecret');
    expect(page).not.toContain('api.example.com');
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="snapshot">']);
    expect(page.match(/(src|href)="(?!#)[^"]*"/g)).toBe(null);
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-`);
  });

  it('escapes names and texts', async () => {
    const plain = tagsOf((await boardOf({ clients: 25 })).page);
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

    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { page } = await boardOf({ clients: 25, text });
        expect(tagsOf(page)).toEqual(plain);
      }),
      { numRuns: 40 },
    );
  });

  it('shows the data of the API', async () => {
    const baseUrl = await serving();
    const api = createClient({ baseUrl, apiKey: await putKey(db.table) });
    const text = textOf(boardPage(await collect(api, undefined), noon));
    const { score, medianScore, breakdown, revenueTTM, alignment } = await read('/clients/statistics/overview');
    const { clients } = await read('/clients');

    expect(text).toContain(`${score.toFixed(1)} Portfolio score`);
    expect(text).toContain(`${medianScore.toFixed(1)} Median score`);
    expect(text).toContain(`High risk ${breakdown.highRisk} `);
    expect(text).toContain(`On track ${breakdown.onTrack} `);
    expect(text).toContain(Math.round(revenueTTM.onTrack).toLocaleString('en-US'));
    for (const { name } of clients) expect(text).toContain(name.replace('&', '&#38;'));
    for (const [colour, read] of Object.entries({
      red: 'Red',
      amber: 'Amber',
      green: 'Green',
      notAssessed: 'Not assessed',
    })) {
      expect(text).toMatch(new RegExp(`${read} (\\d+ ){4}${alignment[colour]} `));
    }
    expect(text).toContain('Zoë Lind, CFO, zoe@northwind.example');
  });

  it('of a portfolio shows only its clients', async () => {
    const api = createClient({ baseUrl: await serving(), apiKey: await putKey(db.table) });
    const { rows, scope, overview } = await collect(api, 'key');

    expect({ scope, ids: rows.map(({ id }) => id), total: overview.total }).toEqual({
      scope: 'Key accounts',
      ids: ['northwind', 'cafe'],
      total: 2,
    });
  });
});

async function serving(): Promise<string> {
  const server = createGateway(routesOf(groups, await loadFunctions(fakeDeps(db.table))));
  return `http://127.0.0.1:${await serve(server)}/v1`;
}

describe('the command', () => {
  const admin = cliOn(() => db.table);

  it('writes a file, and compares it with an earlier one', async () => {
    const folder = temporaryFolder();
    const [first, second] = [join(folder, 'first.html'), join(folder, 'second.html')];
    const access = `--url ${await serving()} --key ${await putKey(db.table)}`;

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
    expect(await failing(`--out x.html --url ${await serving()} --key wrong`)).toContain('401');
  });
});

const open = useBrowser();
if (noBrowser) console.warn(`test/admin/board ${noBrowser}`);
const looks: [string, Look][] = [
  ['a desktop, light', {}],
  ['a desktop, dark', { dark: true }],
  ['a phone', { width: 390 }],
];

describe.skipIf(noBrowser)('in a real browser', () => {
  it.each(looks)('on %s has no axe violations, cuts nothing off and makes no other requests', async (_, look) => {
    const { page: html } = await boardOf({ clients: 40, text: 'مخبز <b>الواحة</b> 👩‍👩‍👧‍👦 '.repeat(7).slice(0, 200) });
    const file = join(temporaryFolder({ 'board.html': html }), 'board.html');
    const { page, asked, complaints } = await open(look);
    await page.goto(`file://${file}`);
    await page.evaluate(readFileSync(axeFile, 'utf8'));
    const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');

    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    );
    expect(asked).toEqual([`file://${file}`]);
    expect(complaints).toEqual([]);
  });

  it('works without scripts, and can be printed', async () => {
    const { page: html } = await boardOf({ clients: 40 });
    const file = join(temporaryFolder({ 'board.html': html }), 'board.html');
    const { page } = await open({ scripts: false });
    await page.goto(`file://${file}`);

    expect(await page.locator('body').innerText()).toContain('Portfolio score');
    for (const format of ['A4', 'Letter']) expect((await page.pdf({ format })).length).toBeGreaterThan(10_000);
  });
});
