import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { isTooWide, type Look, noBrowser, type Page, useBrowser, violationsOn } from '../support/browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const open = useBrowser();
if (noBrowser) console.warn(`test/account ${noBrowser}`);

const texts = {
  'clients.csv': 'Client ID,Name,Account Owner\nc1,Acme Bakery,Kim Lee\nc2,Blue Harbor,Sam Ortiz\n',
  'signals.csv':
    'Client ID,Signal ID,Date,Topic,Polarity\nc1,s1,2026-11-17,timeliness,-0.9\nnone,s2,2026-11-17,timeliness,0\n',
  'broken.xlsx': 'no workbook',
};
const refused = { 'offer.pdf': '%PDF' };
const looks: [string, Look][] = [
  ['a desktop', {}],
  ['a desktop, dark', { dark: true }],
  ['a phone', { width: 390 }],
  ['a narrow phone', { width: 320 }],
];

describe.skipIf(noBrowser)('the page of an account in a real browser', () => {
  let service: LocalService;
  let at: string;
  let folder: string;
  beforeAll(async () => {
    service = await startService({ port: 0, demos: [], temporaryInbox: true });
    at = `${new URL(service.baseUrl).origin}/accounts/acme`;
    folder = temporaryFolder({ ...texts, ...refused });
  });
  afterAll(() => service?.stop());
  const textOf = (page: Page) => page.locator('main').innerText();
  const shownKey = (page: Page) => page.locator('pre.secret').innerText();
  const statusWith = async (key: string) =>
    (await fetch(`${service.baseUrl}/clients`, { headers: { 'X-API-Key': key } })).status;

  it('is made with the form of the front page', async () => {
    const { page } = await open();
    await page.goto(new URL(at).origin);
    await page.locator('input[name=name]').fill('Finch & Co');
    await page.locator('form button').click();

    expect(await page.locator('header').innerText()).toContain('Finch & Co');
  });

  it('takes three files, and says what became of each', async () => {
    const { page, complaints } = await open();
    await page.goto(`${at}/files`);
    await page.locator('#drop input').setInputFiles(Object.keys(texts).map((name) => join(folder, name)));
    await page.getByRole('link', { name: /UTC$/ }).click();
    const report = await textOf(page);

    expect(report).toContain('clients.csv: imported');
    expect(report).toContain('broken.xlsx: not imported, is not an .xlsx workbook');
    expect(await page.getByRole('link', { name: /^signals.*csv$/ }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('keeps in sight what was refused beside files that have arrived', async () => {
    const { page } = await open();
    await page.goto(`${at}/files`);
    await page.locator('#drop input').setInputFiles([join(folder, 'clients.csv'), join(folder, 'offer.pdf')]);
    await page.locator('#sent li:has-text("offer.pdf cannot be imported")').waitFor();
    await page.evaluate('new Promise((done) => setTimeout(done, 2500))');

    expect(await page.locator('#sent').innerText()).toMatch(/clients.csv has arrived.\s+offer.pdf cannot be imported/);
  });

  it('takes a file without scripts, in two steps', async () => {
    const { page } = await open({ scripts: false });
    await page.goto(`${at}/files`);
    await page.locator('#one input[name=name]').fill('clients.csv');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('input[type=file]').setInputFiles(join(folder, 'clients.csv'));
    await page.getByRole('button', { name: 'Send' }).click();

    expect(await textOf(page)).toContain('Waiting: clients.csv.');
  });

  it('shows a key once, also to whoever clicks twice, rolls it, and revokes the new one by its name', async () => {
    const { page } = await open();
    await page.goto(`${at}/keys`);
    await page.locator('input[name=name]').first().fill('crm');
    await page.getByRole('button', { name: 'Issue' }).dblclick();
    const old = await shownKey(page);
    await page.goto(`${at}/keys`);
    const card = page.locator('li').first();
    await card.locator('summary').first().click();
    await card.locator('select').selectOption('1h');
    await page.getByRole('button', { name: 'Roll' }).click();
    const successor = await shownKey(page);

    expect([await statusWith(old), await statusWith(successor)]).toEqual([200, 200]);
    await page.goto(`${at}/keys`);
    const rolled = page.locator(`li:has-text("${successor.slice(-4)}")`);
    await rolled.locator('summary:has-text("Revoke")').click();
    await rolled.locator('input[name=name]').fill('crm');
    await rolled.locator('button.end').click();
    expect(await textOf(page)).toContain('The key crm is revoked.');
    expect([await statusWith(old), await statusWith(successor)]).toEqual([200, 401]);
    await page.goto(`${at}/log`);
    expect((await textOf(page)).match(/key (issued|rolled|revoked): crm/g)).toHaveLength(3);
    expect(await textOf(page)).not.toContain('svctest');
  });

  it.each(looks)('on %s has no axe violations and cuts nothing off', async (_, look) => {
    const { page, complaints } = await open(look);
    await page.goto(`${at}/files`);
    const run = await page.evaluate<string>('document.querySelector("a[href*=runs]").pathname');
    for (const path of [
      '',
      '/clients/c1',
      '/files',
      run.slice(run.indexOf('/files')),
      '/keys',
      '/api',
      '/log',
      '/nowhere',
    ]) {
      await page.goto(at + path);
      const seen = { path, isCut: await isTooWide(page), found: await violationsOn(page) };

      expect(seen).toEqual({ path, isCut: false, found: [] });
    }
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
