import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { isTooWide, noBrowser, type Page, useBrowser, violationsOn } from '../support/browser.ts';
import { clients, exportsOf } from '../support/exports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const open = useBrowser();
if (noBrowser) console.warn(`test/account ${noBrowser}`);

const week = exportsOf('2026-10-05', '2026-11-20', false);
const unknown = {
  'Relaunch tasks.csv': week['Relaunch tasks.csv'],
  'front-export.csv': week['front-export.csv'],
  'OPOS Liste.csv': week['OPOS Liste.csv'],
};

const wrong = {
  'team.csv': 'Employee,Salary\nAda,1\n',
  'signals.csv': 'Client Name,Signal ID,Date,Topic,Polarity\nFern & Field,s1,2026-11-31,timeliness,nine\n',
};

describe.skipIf(noBrowser)('files that nothing describes, on the page of an account', () => {
  let service: LocalService;
  let at: string;
  beforeAll(async () => {
    service = await startService({ port: 0, demos: [], temporaryInbox: true });
    at = `${new URL(service.baseUrl).origin}/accounts/finch`;
  });
  afterAll(() => service?.stop());
  const handIn = async (page: Page, texts: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder(texts);
    await page.goto(`${at}/files`);
    await page.locator('#drop input').setInputFiles(Object.keys(texts).map((name) => join(folder, name)));
  };
  const textOf = (page: Page) => page.locator('main').innerText();
  const settled = (page: Page) => page.locator('main:not(:has(#waits))').waitFor();
  const fieldOf = (page: Page, label: string) => page.locator(`tr:has(:text-is("${label}")) input:not([type=hidden])`);
  const columnsOf = (page: Page, name: string) => page.getByRole('link', { name: `Choose the columns of ${name}` });
  /** Chooses what was guessed, and waits until it is imported. Returns why it was guessed. */
  const accept = async (page: Page, name: string) => {
    await columnsOf(page, name).click();
    const reason = await page.locator('p.note').innerText();
    const seen = { name, isCut: await isTooWide(page), found: await violationsOn(page) };
    expect(seen).toEqual({ name, isCut: false, found: [] });
    await page.getByRole('button', { name: 'Import, and remember' }).click();
    await settled(page);
    return reason;
  };

  it('are read as somebody says once, and so are those of the next week', async () => {
    const { page, complaints } = await open();
    await handIn(page, { 'clients.csv': clients });
    await page.getByRole('link', { name: /UTC$/ }).waitFor();
    await handIn(page, unknown);
    await columnsOf(page, 'OPOS Liste.csv').waitFor();
    const reasons = [];
    for (const name of Object.keys(unknown)) reasons.push(await accept(page, name));

    expect(reasons).toEqual([
      expect.stringContaining('It looks like tasks, projects or milestones'),
      expect.stringContaining('It looks like tickets or conversations'),
      expect.stringContaining('5 of 5 values of “Name Geschäftspartner” are names of your clients'),
    ]);
    await handIn(page, wrong);
    await columnsOf(page, 'team.csv').click();
    await page.getByRole('button', { name: 'Do not import' }).click();
    await settled(page);
    await page.getByRole('link', { name: 'Mend the rows' }).click();
    expect(await violationsOn(page)).toEqual([]);
    const right = {
      Internal: 'not a client',
      'info@newsletter.example': 'not a client',
      Date: '2026-11-30',
      Polarity: '0.9',
    };
    for (const [label, value] of Object.entries(right)) await fieldOf(page, label).fill(value);
    await page.getByRole('button', { name: 'Import these rows' }).click();
    await settled(page);
    expect(await textOf(page)).not.toContain('Mend the rows');
    await handIn(page, { ...unknown, 'signals.csv': wrong['signals.csv'] });
    await page.locator('#waits').waitFor();
    await settled(page);
    expect(await textOf(page)).not.toMatch(/Waiting for you|Mend the rows/);
    await page.goto(at);
    expect(await textOf(page)).toContain('Harbor Light Foods');
    expect(complaints).toEqual([]);
  }, 240_000);

  it('that would change much wait for one click, and what they added is taken back', async () => {
    const { page, complaints } = await open();
    const address = at.replace('finch', 'wren');
    const hand = async (texts: Readonly<Record<string, string>>) => {
      const folder = temporaryFolder(texts);
      await page.goto(`${address}/files`);
      await page.locator('#drop input').setInputFiles(Object.keys(texts).map((name) => join(folder, name)));
      await page.locator('#waits').waitFor();
      await settled(page);
    };
    const seen = async () => ({ isCut: await isTooWide(page), found: await violationsOn(page) });
    const right = { isCut: false, found: [] };
    await hand({ 'clients.csv': clients });
    const signals = 'Client ID,Signal ID,Date,Topic,Polarity\n10021,s1,2026-11-12,trust,0.5\n';
    await hand({ 'signals.csv': signals });
    await page.getByRole('link', { name: 'See what 1 file would change' }).click();
    expect(await textOf(page)).toContain('signals: 1 would be added');
    expect(await seen()).toEqual(right);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await settled(page);
    await page.getByRole('link', { name: /UTC$/ }).first().click();
    await page.getByRole('link', { name: 'Take back what this run added' }).click();
    expect(await seen()).toEqual(right);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await settled(page);
    expect(await textOf(page)).toContain('taken back: 1 record of signals.csv');
    await hand({ 'signals.csv': signals });
    await page.getByRole('link', { name: 'Import what was taken back, or not' }).click();
    await page.getByRole('button', { name: 'Import nonetheless' }).click();
    await settled(page);
    expect(await textOf(page)).not.toContain('Waiting for you');
    expect(complaints).toEqual([]);
  }, 240_000);
});
