import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceFiles } from '../../../../bin/build/reference/files.ts';
import { northlight } from '../../../../bin/local/demo/accounts.ts';
import { type LocalService, startService } from '../../../../bin/local/service.ts';
import { isTooWide, type Look, noBrowser, type Page, useBrowser, violationsOn } from '../../../support/browser.ts';
import { serve } from '../../../support/service/http.ts';

const open = useBrowser();

let service: LocalService;
beforeAll(async () => {
  if (!noBrowser) service = await startService({ port: 0, demos: [northlight] });
});
afterAll(() => service?.stop());

const origin = () => new URL(service.baseUrl).origin;
const looks: [string, Look][] = [
  ['on a desktop, light', {}],
  ['on a desktop, dark', { dark: true }],
  ['on a phone, light', { width: 390 }],
  ['on a phone, dark', { width: 390, dark: true }],
];

/** What only Swagger UI itself could mend: its markup, which a style sheet does not change. */
const ofRenderer = new Set([
  'heading-order', // h3 below h1
  'nested-interactive', // buttons in the line of an operation
  'region', // its description is outside its <main>
  'scrollable-region-focusable', // the command for curl
  'select-name', // selects without a label
]);

const background = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

if (noBrowser) console.warn(`test/bin/build/reference/browser.test.ts ${noBrowser}`);

describe.skipIf(noBrowser)('in a real browser', () => {
  it.each(looks)('a key is entered and an endpoint tried %s', async (_, look) => {
    const { page, asked, complaints } = await open(look);
    await page.goto(origin());
    await page.getByRole('link', { name: 'Reference' }).click();
    const { apiKey = '' } = service.accounts[0] ?? {};

    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    await page.locator('.modal-ux input').fill(apiKey);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    const operation = page.locator('[id$="-searchClients"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('[data-param-name="query"] input').fill('a');
    await page.getByRole('button', { name: 'Execute' }).click();
    const response = operation.locator('.live-responses-table');
    await response.waitFor();
    const text = await response.innerText();

    expect(text).toContain('200');
    expect(text).toContain('"customerId": "northlight"');
    expect(text).toContain('x-ratelimit-remaining');
    expect(await isTooWide(page)).toBe(false);
    expect(await background(page)).toBe(look.dark ? 'rgb(20, 25, 31)' : 'rgb(255, 255, 255)');
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(`${origin()}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(asked).toContain(`${service.baseUrl}/clients/search?query=a&include_archived=false&limit=100&offset=0`);
  });

  it.each([looks[0], looks[3]] as typeof looks)('axe finds nothing but faults of the renderer %s', async (_, look) => {
    const { page } = await open(look);
    const violations = async () => (await violationsOn(page)).filter(([id]) => !ofRenderer.has(id));
    await page.goto(origin());
    expect(await violations()).toEqual([]);
    await page.goto(`${origin()}/docs/#/Clients/searchClients`);
    const operation = page.locator('[id$="-searchClients"]');
    await operation.locator('.parameters-container').waitFor();
    await page.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').waitFor();

    expect(await violations()).toEqual([]);
  });

  it('a key survives a reload, until it is logged out or the tab is closed', async () => {
    const { page } = await open();
    const { apiKey = '' } = service.accounts[0] ?? {};
    const statusOf = async () => {
      await page.goto(`${origin()}/docs/#/Topics/listTopics`);
      await page.reload();
      await page.getByRole('button', { name: 'Execute' }).click();
      const response = page.locator('.live-responses-table');
      await response.waitFor();
      return (await response.innerText()).includes('"topics"') ? 200 : 401;
    };
    await page.goto(`${origin()}/docs/`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    await page.locator('.modal-ux input').fill(apiKey);
    await page.getByRole('button', { name: 'Apply credentials' }).click();

    expect(await statusOf()).toBe(200);
    expect(await page.evaluate<number>('localStorage.length')).toBe(0);
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    await page.getByRole('button', { name: 'Remove authorization' }).click();
    expect(await statusOf()).toBe(401);
  });

  it('the reference for other hosts shows commands, asks for no key and sends nothing', async () => {
    const files = referenceFiles({ tryIt: false });
    const server = createServer(({ url = '' }, response) => {
      const file = files[url.slice(1) || 'index.html'];
      response.writeHead(file ? 200 : 404, { 'Content-Type': file?.contentType ?? 'text/plain' }).end(file?.read());
    });
    const base = `http://127.0.0.1:${await serve(server)}/`;
    const { page, asked, complaints } = await open({ width: 390 });
    await page.goto(`${base}#/Clients/searchClients`);
    const operation = page.locator('[id$="-searchClients"]');
    await operation.locator('.parameters-container').waitFor();

    expect(await operation.innerText()).toContain('curl -H "X-API-Key: $KEY" "$BASE_URL/clients/search?query=');
    expect(await page.getByRole('button', { name: /Execute|Try it out|Authorize/ }).count()).toBe(0);
    expect(await isTooWide(page)).toBe(false);
    expect(complaints).toEqual([]);
    expect(
      asked.filter(
        (url) => !url.startsWith('data:') && !files[url.slice(base.length).replace(/#.*/, '') || 'index.html'],
      ),
    ).toEqual([]);
  });
});
