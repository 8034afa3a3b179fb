import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { page as servedPage } from '../../../../bin/local/front/pages.ts';
import { createGateway } from '../../../../bin/local/gateway/gateway.ts';
import { boardPolicy } from '../../../../board/page.ts';
import { isTooWide, type Look, noBrowser, useBrowser, violationsOn } from '../../../support/browser.ts';
import { serve } from '../../../support/service/http.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { boardOf } from './stub-service.ts';

const open = useBrowser();
if (noBrowser) console.warn(`test/bin/cli/board ${noBrowser}`);
const looks: [string, Look][] = [
  ['a desktop, light', {}],
  ['a desktop, dark', { dark: true }],
  ['a phone', { width: 390 }],
  ['a small phone', { width: 320 }],
];

describe.skipIf(noBrowser)('a board in a real browser', () => {
  it.each(looks)('on %s has no axe violations, cuts nothing off and makes no other requests', async (_, look) => {
    const { page: html } = await boardOf({ clients: 40, text: 'مخبز <b>الواحة</b> 👩‍👩‍👧‍👦 '.repeat(7).slice(0, 200) });
    const file = join(temporaryFolder({ 'board.html': html }), 'board.html');
    const { page, asked, complaints } = await open(look);
    await page.goto(`file://${file}`);

    expect(await violationsOn(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(asked).toEqual([`file://${file}`]);
    expect(complaints).toEqual([]);
  });

  it.each(['from a file', 'from the service'])(
    '%s, its script sorts, filters and finds under its policy',
    async (from) => {
      const { page: html } = await boardOf({ clients: 400 });
      const file = join(temporaryFolder({ 'board.html': html }), 'board.html');
      const reply = servedPage('text/html; charset=utf-8', html, boardPolicy);
      const served = await serve(createGateway([], { pages: () => reply }));
      const { page, complaints } = await open();
      await page.goto(from === 'from a file' ? `file://${file}` : `http://127.0.0.1:${served}/docs/board/acme`);
      const choose = (name: string, value: string) =>
        page.evaluate<[string, string, string]>(`(() => {
        const form = document.getElementById('find'), field = form.elements.${name};
        field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const first = document.querySelector('#first>li');
        return [document.getElementById('said').textContent, first?.dataset.l ?? '', first?.dataset.s ?? ''];
      })()`);

      expect(await choose('level', 't')).toEqual([
        '21 of 400 clients. Searched: the 300 that are here',
        't',
        expect.any(String),
      ]);
      expect((await choose('level', ''))[0]).toBe('');
      expect((await choose('order', 's')).slice(1)).toEqual(['h', '0.5']);
      expect((await choose('text', 'nobody'))[0]).toMatch(/^0 of 400 clients/);
      expect(complaints).toEqual([]);
    },
  );

  it('lets the browser find folded text', async () => {
    const { page: html } = await boardOf({ clients: 40 });
    const file = join(temporaryFolder({ 'board.html': html }), 'board.html');
    const { page } = await open();
    // Blink reveals closed details for a text fragment as it does for Ctrl+F
    await page.goto(`file://${file}#:~:text=Topics%2C%20worst%20first`);
    await page.locator('#first details[open]').waitFor();

    expect(await page.locator('li details[open]').count()).toBe(1);
  });

  it('works without scripts, and can be printed', async () => {
    const { page: html } = await boardOf({ clients: 40 });
    const file = join(temporaryFolder({ 'board.html': html }), 'board.html');
    const { page } = await open({ scripts: false });
    await page.goto(`file://${file}`);

    expect(await page.locator('body').innerText()).toContain('What to do first');
    // the summary and the list on one page, and what is behind it
    for (const format of ['A4', 'Letter'])
      expect(
        Buffer.from(await page.pdf({ format }))
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length,
      ).toBeLessThanOrEqual(5);
  });
});
