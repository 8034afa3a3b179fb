import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { isTooWide, noBrowser, type Page, useBrowser, violationsOn } from '../support/browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { clients, datev, front, tasks } from './exports.ts';

const open = useBrowser();
if (noBrowser) console.warn(`test/account ${noBrowser}`);

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
  /** Chooses what was guessed, and waits until it is imported. */
  const accept = async (page: Page, name: string) => {
    await page.getByRole('link', { name: `Choose the columns of ${name}` }).click();
    const shown = await textOf(page);
    if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name}.png`, await page.screenshot({ fullPage: true }));
    const looks = { isCut: await isTooWide(page), found: await violationsOn(page) };
    expect({ name, ...looks }).toEqual({ name, isCut: false, found: [] });
    await page.getByRole('button', { name: 'Import, and remember' }).click();
    await page.getByText('Waiting: what you have decided').waitFor({ state: 'detached' });
    return shown;
  };

  it('are read as somebody says once', async () => {
    const { page, complaints } = await open();
    await handIn(page, { 'clients.csv': clients });
    await page.getByRole('link', { name: /UTC$/ }).waitFor();
    await handIn(page, { 'Relaunch tasks.csv': tasks, 'front-export.csv': front, 'OPOS Liste.csv': datev });
    await page.getByRole('link', { name: 'Choose the columns of OPOS Liste.csv' }).waitFor();
    const seen = [
      await accept(page, 'OPOS Liste.csv'),
      await accept(page, 'Relaunch tasks.csv'),
      await accept(page, 'front-export.csv'),
    ];
    console.log(seen.join('\n=====\n'));
    console.log(await textOf(page));
    expect(complaints).toEqual([]);
  }, 120_000);
});
