import { expect, it } from 'vitest';
import { collect } from '../../../../board/data/collect.ts';
import { boardPage } from '../../../../board/page.ts';
import { createClient } from '../../../../client/index.ts';
import { putKey } from '../../../support/service/api-keys.ts';
import { noon } from '../../../support/service/deps.ts';
import { serving } from '../../../support/service/served.ts';
import { useSmallAccount } from '../../../support/service/small-account.ts';

const { db } = useSmallAccount();

it('a board of a small account is that of board.txt; -u writes it', async () => {
  const reader = createClient({ baseUrl: await serving(db.table), apiKey: await putKey(db.table) });
  const feeds = [
    {
      feed: 'zendesk',
      kind: 'signals',
      at: '2026-11-18T06:00:00Z',
      newest: '2026-11-17',
      due: '2026-11-19',
      faults: [],
    },
    { feed: 'xero', kind: 'signals', due: '2026-11-25', faults: [] },
  ];
  const page = boardPage(await collect(reader, { title: 'Acme', withPrivate: true, feeds }), noon);
  await expect(wordsOf(page)).toMatchFileSnapshot('board.txt');
});

/**
 * What a person or a screen reader reads, a block or a row per line; what is hidden and lines are left out, and so are
 * rows that differ from the one above in their names only.
 */
const wordsOf = (page: string) =>
  page
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<b data-due[^>]* hidden>.*?<\/b>/g, '')
    .replaceAll(/<(option|th|td)\b[^>]*>/g, ' | ')
    .replaceAll(/<[^>]*?aria-label="([^"]*)"[^>]*>/g, '\n[$1] ')
    .replaceAll(/<\/?(p|h\d|li|tr|section|summary|ol|ul|dt|div|caption|title)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[ \u00a0]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/^(\| [^|\n]+( \|.*)\n)(?:\| [^|\n]+\2\n)+/gm, '$1(and others like it)\n')
    .trim();
