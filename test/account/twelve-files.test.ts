import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { noBrowser, type Page, useBrowser } from '../support/browser.ts';
import { dayBefore, exportsOf } from '../support/exports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// What a person of an agency has on the first day, as a script: full exports of twelve systems, three of which no preset
// knows, with wrong cells, unknown clients and doubles, a PDF and a list of employees; and the same exports a week later.
// Each step is one thing that the person does: opens an address, clicks, chooses files or writes a text. Before, the
// script ended at its second step: the double in the list of clients let all files wait, the form was taken for a list of
// clients, the calendar was refused, and the report named commands.

const open = useBrowser();
if (noBrowser) console.warn(`test/account/twelve-files ${noBrowser}`);

const right: Readonly<Record<string, string>> = {
  'Harbour Light': 'Harbor Light Foods (9001)',
  'Juniper Solar': 'Juniper Row Solar (9003)',
  Operations: 'not a client',
  'Finch internal': 'not a client',
  Internal: 'not a client',
  'jo.private@gmail.com': 'not a client',
  'info@newsletter.example': 'not a client',
  'Created at': '2026-10-12 08:00',
  Hours: '1.5',
  'Due Date': '2026-10-12',
  Fälligkeit: '12.10.2026',
};

describe.skipIf(noBrowser)('with full exports of twelve systems', () => {
  let service: LocalService;
  let at: string;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    service = await startService({ port: 0, demos: [], temporaryInbox: true });
    at = `${new URL(service.baseUrl).origin}/accounts/finch`;
  });
  afterAll(() => service?.stop());

  const today = new Date().toISOString().slice(0, 10);
  const first = dayBefore(today, 60);
  const others = { 'offer.pdf': '%PDF-1.7', 'team.csv': 'Employee ID,First Name,Last Name\n1,Ada,Okafor\n' };
  let steps = 0;
  const does = async <Result>(step: Promise<Result>): Promise<Result> => {
    steps += 1;
    return step;
  };
  const textOf = () => page.locator('main').innerText();
  const settled = () => page.locator('main:not(:has(#waits))').waitFor();
  const clicks = (role: 'link' | 'button', name: string | RegExp) => does(page.getByRole(role, { name }).click());
  const drops = async (files: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder(files);
    await does(page.locator('#drop input').setInputFiles(Object.keys(files).map((name) => join(folder, name))));
  };
  const fills = (row: string, value: string) => does(page.locator(`${row} input:not([type=hidden])`).fill(value));

  it('everything is in and every row is mended, without a terminal', async () => {
    ({ page, complaints } = await open());
    await does(page.goto(`${at}/files`));
    await drops({ ...exportsOf(first, dayBefore(today, 7)), ...others });
    await page.locator('#sent li:has-text("offer.pdf cannot be imported: it is a PDF")').waitFor();
    await page.locator('#sent li:has-text("team.csv has arrived")').waitFor();
    // what was refused stays in sight until somebody goes on
    await does(page.reload());
    await settled();
    expect(await textOf()).toContain('it looks like a list of your own employees');
    for (const name of ['OPOS Liste.csv', 'Relaunch tasks.csv', 'front-export.csv']) {
      await clicks('link', `Choose the columns of ${name}`);
      await clicks('button', 'Import, and remember');
      await settled();
    }
    await clicks('link', 'Choose the columns of team.csv');
    await clicks('button', 'Do not import');
    await settled();

    await clicks('link', 'Mend the rows');
    for (const [label, value] of Object.entries(right)) await fills(`tr:has(:text-is("${label}"))`, value);
    // a fifth of the rows of one file
    for (const id of [3, 7]) await fills(`tr:has(:text-is("Score")):has(:text-is("Response ID ${id}"))`, '9');
    await clicks('button', 'Import these rows');
    await settled();

    const text = await textOf();
    expect(text).not.toMatch(/Waiting for you|Mend the rows/);
    expect(text).toMatch(/Last runs\s+\S.*imported\s/);
    console.log(`Twelve files of twelve systems, a PDF and a list of employees: ${steps} steps until every row is in.`);
    expect(steps).toBe(26);
  }, 240_000);

  it('of the exports of the next week nothing has to be chosen or mended', async () => {
    steps = 0;
    ({ page, complaints } = await open());
    await does(page.goto(`${at}/files`));
    await drops(exportsOf(first, today));
    await page.getByRole('link', { name: /^See what 12 files would change/ }).waitFor();
    // more than a tenth of the clients have something new: one look
    await clicks('link', /^See what 12 files would change/);
    expect(await textOf()).not.toContain('would not be imported');
    await clicks('button', /^Import$/);
    await settled();

    expect(await textOf()).not.toMatch(/Waiting for you|Mend the rows/);
    await page.goto(at);
    for (const name of ['Harbor Light Foods', 'Müller & Söhne GmbH', 'North Pier Books'])
      expect(await textOf()).toContain(name);
    console.log(`The same exports a week later: ${steps} steps.`);
    expect([steps, complaints]).toEqual([4, []]);
  }, 240_000);
});
