import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { dayOf } from '../../shared/domain/dates.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import {
  asAccount,
  headKey,
  pagesRange,
  portfolioViewKey,
  type RosterName,
} from '../../shared/table/store/item-keys.ts';
import { type Item, readItem, readRange } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../shared/table/store/write.ts';
import { PageStore } from '../../shared/table/views/read/page-store.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { expectedViews, storedViews } from '../support/rosters/oracle.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { useSmallAccount } from '../support/service/small-account.ts';
import { askerOf } from '../support/service/whole-service.ts';
import { dumpOf } from '../support/store/dump.ts';
import { aRead } from '../support/store/facts.ts';

// Earlier versions of the service published fewer lists. Their views must be served in the same way until the next
// projection or night replaces them.

const { db, ask } = useSmallAccount();
/** A container that has cached nothing yet. */
const newContainer = async () => askerOf(fakeDeps(db.table), await putKey(db.table));
const account = asAccount('acme');
const day = dayOf('2026-11-20');

const paths = [
  '/clients',
  '/clients?include_archived=true&limit=2&offset=1',
  '/clients?portfolio_id=key',
  '/clients?portfolio_id=key&include_archived=true',
  '/clients/by-risk/medium_risk?include_archived=true',
  '/clients/by-risk/on_track?portfolio_id=key',
  '/clients/search?query=o&include_archived=true',
  '/clients/search?query=a&portfolio_id=key',
  '/clients/trending?period=7day',
  '/clients/trending?period=7day&include_archived=true&limit=2&offset=1',
  '/clients/trending?direction=stable&include_archived=true',
  '/clients/trending?portfolio_id=key&include_archived=true&direction=stable',
  '/clients/statistics/overview',
  '/clients/statistics/overview?portfolio_id=key&include_archived=true',
  '/clients/portfolio-health?portfolio_id=key',
  '/clients/export/csv?include_archived=true',
  '/clients/export/csv?portfolio_id=key',
  '/clients/alignment?include_archived=true',
  '/clients/alignment?week=2026-11-09',
  '/streams',
  '/streams?include_inactive=true',
  '/portfolios',
  '/portfolios/key',
  '/portfolios/all-clients',
  '/portfolios/favorite-clients',
  '/portfolios/archived-clients',
];

async function answers(asked = ask, of = paths): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {};
  for (const path of of) bodies[path] = (await asked(path)).body;
  return bodies;
}

const laterRosters = ['alignment', 'trending7day', 'trending30day', 'overview'] as const;

/** Removes some rosters, as in views that were published before there were such rosters. */
async function removeRosters(table: Table, names: readonly RosterName[]): Promise<void> {
  for (const name of names) {
    await deleteAll(table, [headKey(account, name), ...(await readRange(table, pagesRange(account, name)))]);
  }
}

/** Removes list items too. */
async function removeLists(table: Table): Promise<void> {
  for (const roster of ['clients', 'streams'] as const) {
    const { list: _, ...head } = (await readItem(table, headKey(account, roster))) as Item;
    const kept = new Set((await readRange(table, pagesRange(account, roster))).map(({ sk }) => sk));
    const isOld = (sk: string) => !sk.startsWith('LIST#') && kept.has(sk.replace(/^PAGE#/, 'SIDE#'));
    const added = (await readRange(table, pagesRange(account, roster))).filter(({ sk }) => !isOld(sk));
    await deleteAll(table, added);
    await putAll(table, [{ ...(head as Item), version: `older-${roster}` }]);
  }
  await removeRosters(table, laterRosters);
  const view = (await readItem(table, portfolioViewKey(account))) as Item;
  const text = brotliDecompressSync(view.z as Uint8Array).toString();
  const versions = { version: 'older', roster: 'older-clients' };
  await putAll(table, [{ ...view, ...versions, z: brotliCompressSync(text.replaceAll(/,"list":"[^"]*"/g, '')) }]);
}

it.each([
  { without: 'rosters that came later', makeOlder: (table: Table) => removeRosters(table, laterRosters) },
  { without: 'list items', makeOlder: removeLists },
])('views without $without give the same responses, and the next projection replaces them', async ({ makeOlder }) => {
  const before = await answers();

  await makeOlder(db.table);

  const keys = (await dumpOf(db.table, account)).map(({ pk, sk }) => `${pk} ${sk}`);
  expect(keys.filter((key) => /#(trending|alignment|overview)/.test(key))).toEqual([]);
  expect(await answers()).toEqual(before);
  expect(await answers(await newContainer())).toEqual(before);

  await project(db.table, account, [], day, new PageStore(0));

  expect(await answers()).toEqual(before);
  const items = await dumpOf(db.table, account);
  expect(storedViews(items, account)).toEqual(expectedViews(items, account, day));
});

it('lists that an earlier version did not publish are not kept by the next projection', async () => {
  const dumped = await dumpOf(db.table, account);
  const later = dumped.filter(({ pk, sk }) => /#ROSTER#(alignment|trending|overview)/.test(`#${sk}${pk}`));
  const deps = { ...fakeDeps(db.table), project: () => project(db.table, account, ['mill'], day, new PageStore(0)) };
  await writeFacts(deps, account, [aRead('mill', '2026-11-16')]);
  const after = await answers();

  // as if an earlier version had published the read
  await removeLists(db.table);
  await putAll(db.table, later);
  await project(db.table, account, ['cafe'], day, new PageStore(0));

  expect(await answers(await newContainer())).toEqual(after);
});

it('an account that has published nothing gets the responses of an account without clients', async () => {
  const key = await putKey(db.table, { customerId: 'unwritten' });
  const unwritten = await askerOf(fakeDeps(db.table), key);
  const unscoped = paths.filter((path) => !path.includes('key'));
  const before = await answers(unwritten, unscoped);

  expect(JSON.parse(before['/clients/statistics/overview'] ?? '')).toMatchObject({ total: 0, scoresUpdatedAt: null });

  await project(db.table, asAccount('unwritten'), [], day, new PageStore(0));

  expect(await answers(unwritten, unscoped)).toEqual(before);
});
