import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { brightwater } from '../../bin/local/demo/accounts.ts';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { isTooWide, type Look, noBrowser, type Page, useBrowser, violationsOn } from '../support/browser.ts';
import { serve } from '../support/service/http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// What a director does with the page of an account of 79 clients, as scripts. Each step is one thing that the person
// does: opens an address, clicks, chooses a file or writes a text. When the board had ten sections, the tenth client of
// the call list had no step and line; people at clients were not found; the year needed a key, a terminal and a command
// (7 steps); a leaver was found only by its address.

const open = useBrowser();
if (noBrowser) console.warn(`test/account/tasks ${noBrowser}`);
const looks: [string, Look][] = [
  ['a desktop', {}],
  ['a desktop, dark', { dark: true }],
  ['a phone', { width: 390 }],
  ['a narrow phone, dark', { width: 320, dark: true }],
];

describe.skipIf(noBrowser)('with the page of an account', () => {
  let service: LocalService;
  let at: string;
  beforeAll(async () => {
    service = await startService({ port: 0, demos: [brightwater], temporaryInbox: true });
    at = `${new URL(service.baseUrl).origin}/accounts/brightwater`;
  }, 300_000);
  afterAll(() => service?.stop());

  const row = '#first>li';
  const textOf = (page: Page) => page.locator('main').innerText();
  /** Does the steps one after the other. */
  const doing = async (...steps: readonly ((page: Page) => Promise<unknown>)[]) => {
    const { page, complaints } = await open();
    for (const step of steps) await step(page);
    expect(complaints).toEqual([]);
    return { page, steps: steps.length };
  };
  const opens =
    (path = '') =>
    (page: Page) =>
      page.goto(at + path);
  const clicks = (selector: string) => (page: Page) => page.locator(selector).first().click();
  const finds = (text: string) => async (page: Page) => {
    const asked = page.waitForResponse('**/names');
    await page.locator('#find input[type=search]').click();
    await asked;
    await page.locator('#find input[type=search]').fill(text);
  };

  it('the call list: clients with reason, step and line, in 1 step', async () => {
    const { page } = await doing(opens());
    const rows = await page.evaluate<string[][]>(
      `[...document.querySelectorAll('${row}')].map((row) => ['.why', '.step', '.spark path'].map((part) => row.querySelector(part)?.outerHTML.replace(/<[^>]*>/g, (tag) => tag.includes(' d=') ? 'line' : '') ?? ''))`,
    );

    expect(rows.length).toBeGreaterThan(5);
    for (const [why, , line] of rows) expect([why, line]).toEqual([expect.stringMatching(/\S/), 'line']);
    expect(rows.filter(([, step]) => step !== '').length).toBeGreaterThan(5);
  });

  it('what changed and why, of any client of the list, in 2 steps; in 3 of one that is folded', async () => {
    const { page } = await doing(opens(), clicks(`${row} summary`));
    await page.locator(`${row} .more h3`).first().waitFor();
    expect(await page.locator(row).first().innerText()).toMatch(/What (changed|pulls it down today)[\s\S]*Topics/);

    const { page: folded } = await doing(opens(), clicks('#rest>summary'), clicks('#others>li:last-child summary'));
    await folded.locator('#others>li:last-child .more h3').first().waitFor();
  });

  it('a client before a meeting, by a person whose name is not quite right, in 4 steps', async () => {
    const [board, all] = await Promise.all(['', '/names'].map(async (path) => (await fetch(at + path)).text()));
    const names = JSON.parse(all ?? '') as Record<string, string[]>;
    const first = [...(board ?? '').matchAll(/<li (?:(?!data-few)[^>])*id="client-([^"]+)"/g)].map(([, id = '']) => id);
    const id = first.find((each) => (names[each]?.[0] ?? '').length > 8) ?? '';
    const name = names[id]?.[0] ?? '';
    const wrong = `${name.slice(0, -2)}q${name.slice(-1)}`;
    const { page } = await doing(
      opens(),
      finds(wrong),
      clicks(`#client-${id} summary`),
      clicks(`#client-${id} .whole a`),
    );
    await page.locator('.cards').waitFor();

    for (const text of [name, 'Contract ends or renews', 'Notes', 'A year of the score'])
      expect(await textOf(page)).toContain(text);
    const months = await page.evaluate<string[]>(
      `[...document.querySelectorAll('table:has(caption) tbody th')].map((cell) => cell.textContent).filter((text) => /^\\w{3} \\d{4}$/.test(text))`,
    );
    const times = months.map((month) => Date.parse(`1 ${month}`));
    expect([times.length > 3, times]).toEqual([true, times.toSorted((a, b) => a - b)]);
    await clicks('text=A year of the score')(page);
    await page.locator('.years').first().waitFor();
    expect(await page.locator('svg.year').count()).toBeGreaterThan(2);
  });

  it('the year in a sheet, in 2 steps', async () => {
    const { page } = await doing(opens());
    const file = page.waitForEvent('download');
    await clicks('text=Download the year')(page);
    const [head = '', ...lines] = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');

    expect(head.match(/score\.\d{4}-\d\d-\d\d/g)).toHaveLength(364);
    expect(String(lines.length)).toBe(await page.evaluate('document.getElementById("find").dataset.total'));
    expect(lines.length).toBeGreaterThan(70);
  });

  it('a leaver: when, why and what was said, and nothing to do, in 3 steps', async () => {
    const { page } = await doing(opens(), clicks('text=Clients that left'), clicks('tbody a'));
    await page.locator('.more').first().waitFor();
    const text = await textOf(page);

    expect(text).toMatch(/left on \d+ \w+ \d{4}[\s\S]*What was said before[\s\S]*1 day before notice/);
    expect(text).not.toMatch(/Next steps|today/);
  });

  it('a refused file is said at once, and in the log, in 3 steps', async () => {
    const folder = temporaryFolder({ 'survey.pdf': '%PDF-1.7' });
    const { page } = await doing(opens('/files'), (page) =>
      page.locator('#drop input').setInputFiles(join(folder, 'survey.pdf')),
    );
    await page.locator('#sent li:has-text("cannot be imported")').waitFor();

    await clicks('text=Log')(page);
    await page.locator('text=file refused').first().waitFor();
  });

  it('a key, in 3 steps, and one more to copy it', async () => {
    const { page } = await doing(
      opens('/keys'),
      (page) => page.locator('input[name=name]').first().fill('sheet'),
      (page) => page.getByRole('button', { name: 'Issue' }).click(),
    );
    const apiKey = await page.locator('pre.secret').innerText();

    expect((await fetch(`${service.baseUrl}/clients?limit=1`, { headers: { 'X-API-Key': apiKey } })).status).toBe(200);
    expect(await page.locator('[data-copy]:visible').count()).toBe(1);
  });

  it("the morning to a webhook of one's own, with a test that its receiver verifies, in 7 steps", async () => {
    const arrived = Promise.withResolvers<readonly [body: string, headers: Record<string, string>]>();
    const receiver = createServer(async (request, response) => {
      arrived.resolve([await text(request), request.headers as Record<string, string>]);
      response.end();
    });
    const port = await serve(receiver);
    let secret = '';
    const { page } = await doing(
      opens('/notices'),
      (shown) => shown.locator('select[name=kind]').selectOption('webhook'),
      (shown) => shown.locator('input[name=to]').fill(`http://127.0.0.1:${port}/in`),
      (shown) => shown.getByRole('button', { name: 'Add', exact: true }).click(),
      async (shown) => {
        secret = await shown.locator('pre.secret').innerText();
      },
      (shown) => shown.getByRole('link', { name: /back to the notices/ }).click(),
      (shown) => shown.getByRole('button', { name: /^Test/ }).first().click(),
    );

    const { total } = ((await new Webhook(secret).verify(...(await arrived.promise))) as { data: { total: number } })
      .data;
    expect(total).toBeGreaterThan(70);
    await vi.waitFor(async () => {
      await opens('/notices')(page);
      expect(await textOf(page)).toContain('The receiver has it.');
    }, 30_000);
  });

  it('by the keyboard alone, from the address to the section of a client that was searched', async () => {
    const { page } = await open();
    await opens()(page);
    const name = await page.locator(`${row} bdi`).first().innerText();
    const isAt = (selector: string) =>
      page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
    const tabTo = async (selector: string) => {
      for (let pressed = 0; pressed < 60 && !(await isAt(selector)); pressed += 1) await page.keyboard.press('Tab');
      expect([selector, await isAt(selector)]).toEqual([selector, true]);
    };
    await tabTo('#find input');
    await page.keyboard.type(name);
    await tabTo('#first summary');
    await page.keyboard.press('Enter');
    await page.locator(`${row} .more h3`).first().waitFor();
  });

  it('shows its board within 3 seconds, with one request of the browser', async () => {
    const { page, asked } = await open();
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await opens()(page);
      times.push(await page.evaluate<number>('performance.getEntriesByType("navigation")[0].loadEventEnd'));
    }

    expect(Math.min(...times)).toBeLessThan(3000);
    expect(asked.filter((url) => url.startsWith('http'))).toHaveLength(3);
    expect(await page.locator('#first>li,#others>li').count()).toBeGreaterThan(70);
  });

  it.each(looks)('on %s no page of clients has axe violations or is cut off', async (_, look) => {
    const { page, complaints } = await open(look);
    await opens('/leavers')(page);
    const left = (await page.evaluate<string>('document.querySelector("tbody a").pathname')).replace(
      /.*\/clients/,
      '/clients',
    );
    await opens()(page);
    const client = (await page.evaluate<string>('document.querySelector("#first .whole a").pathname')).replace(
      /.*\/clients/,
      '/clients',
    );
    for (const path of ['', client, `${client}/year`, left, '/leavers', '/notices']) {
      await opens(path)(page);
      if (path === '') {
        await clicks(`${row} summary`)(page);
        await page.locator(`${row} .more h3`).first().waitFor();
      }
      expect({ path, isCut: await isTooWide(page), found: await violationsOn(page) }).toEqual({
        path,
        isCut: false,
        found: [],
      });
    }
    expect(complaints).toEqual([]);
  });
});
