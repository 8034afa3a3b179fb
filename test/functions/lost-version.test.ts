import { expect, it } from 'vitest';
import { type Account, asAccount, pagesRange, rootKey, rosterNames } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import type { CommandOf, RequestCalls, Table } from '../../shared/table/store/table.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { pageName, pagesNamed } from '../support/rosters/oracle.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { wholeService } from '../support/service/whole-service.ts';
import { aroundCalls } from '../support/store/clients.ts';
import { dumpOf } from '../support/store/dump.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { publishMany } from './export/many-clients.ts';

// A request first reads the root of the account, then its pages. In between, another version may be published and the pages
// of the first one deleted. In production that takes days, so the test does it by hand.

const db = useMemoryTable();
let accounts = 0;

/** A container for an account of 150 clients. What it does not know of happens after its first read of the root. */
async function containerWith(happens: (account: Account) => Promise<void>) {
  accounts += 1;
  const account = asAccount(`account-${accounts}`);
  await publishMany(db.table, account, 150, 'Old');
  const apiKey = await putKey(db.table, { customerId: account });
  const [table, rootReads] = [db.open('request'), [] as boolean[]];
  let seen: unknown;
  aroundCalls(table, async (send, _, input) => {
    const { key, consistent = false } = input as Partial<CommandOf<RequestCalls, 'get'>>;
    if (key?.sk !== rootKey(account).sk) return send();
    rootReads.push(consistent);
    if (consistent) return send();
    if (seen === undefined) {
      seen = await send();
      await happens(account);
    }
    return structuredClone(seen);
  });
  /** Whether each read of the root was strongly consistent, and what was logged. */
  const logged: unknown[] = [];
  const ask = async (url: string, of: Table = table) => {
    const deps = fakeDeps(of);
    const answered = await (await wholeService(deps))({ url, rawHeaders: ['X-API-Key', apiKey] });
    logged.push(...deps.logged);
    return { status: answered?.status, etag: answered?.headers.ETag, body: answered?.body };
  };
  return { ask, rootReads, logged };
}

/** Deletes at once what the live root does not lead to. */
async function deleteUnnamed(account: Account): Promise<void> {
  const items = await dumpOf(db.table, account);
  const named = pagesNamed(items, account);
  await deleteAll(
    db.table,
    items.filter((item) => pageName(item) !== undefined && !named.has(pageName(item) ?? '')),
  );
}

const lists = [
  '/clients?include_archived=true&limit=1',
  '/clients/alignment?include_archived=true&limit=1',
  '/clients/alignment?week=2026-11-16&include_archived=true&limit=1',
  '/clients/export/csv?include_archived=true',
  '/portfolios/all-clients?limit=1',
  // without entries
  '/clients/trending',
  '/streams?include_inactive=true',
];
const counts = ['/clients/statistics/overview', '/clients/portfolio-health', '/portfolios'];

it.each([...lists, ...counts])('GET %s is of the live version, although it begins with an older one', async (url) => {
  const { ask } = await containerWith(async (account) => {
    await publishMany(db.table, account, 160, 'New');
    await deleteUnnamed(account);
  });
  const answered = await ask(url);

  expect(answered).toMatchObject({ status: 200, body: expect.not.stringContaining('Old ') });
  expect(answered).toEqual(await ask(url, db.table));
});

it.each(lists)('GET %s fails if pages of the live version are missing', async (url) => {
  const { ask, rootReads, logged } = await containerWith(async (account) => {
    for (const roster of rosterNames) await deleteAll(db.table, await readRange(db.table, pagesRange(account, roster)));
  });

  expect((await ask(url)).status).toBe(500);
  expect(logged.at(-1)).toMatchObject({ error: { name: 'PageMissing' } });
  expect(rootReads).toEqual([false, true, true]);
});
