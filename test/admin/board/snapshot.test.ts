import { expect, it } from 'vitest';
import { collect } from '../../../board/data/collect.ts';
import { boardPage } from '../../../board/page.ts';
import { createClient } from '../../../client/index.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { serving } from '../../support/service/served.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { db } = useSmallAccount();

it('a board of a small account is that of board.txt; -u writes it', async () => {
  const reader = createClient({ baseUrl: await serving(db.table), apiKey: await putKey(db.table) });
  const page = boardPage(await collect(reader, { title: 'Acme', withPrivate: true }), noon);
  await expect(wordsOf(page)).toMatchFileSnapshot('board.txt');
});

/** What a person or a screen reader reads, a block per line; lines and styles are left out. */
const wordsOf = (page: string) =>
  page
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*?aria-label="([^"]*)"[^>]*>/g, '\n[$1] ')
    .replaceAll(/<\/?(p|h\d|li|tr|th|td|section|summary|ol|ul|dt|dd|div|option|caption|title)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[ \u00a0]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
