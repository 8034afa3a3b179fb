import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { buildViews, namedBy, noEntries, type Views } from '../../../shared/table/views/model/build-views.ts';
import { type ClientFields, entryOf, hidden, inOrder, main } from '../../../shared/table/views/model/entries.ts';
import { contentId } from '../../../shared/table/views/model/pages.ts';
import { type Root, RootReplaced, readRoot } from '../../../shared/table/views/root/root.ts';
import { deleteUnreferenced } from '../../../shared/table/views/write/delete-unreferenced.ts';
import { publish } from '../../../shared/table/views/write/publish.ts';
import { Killed } from '../faults/dying.ts';
import { interleaving } from '../faults/interleave.ts';
import { randomOf } from '../random.ts';
import { dumpOf } from '../store/dump.ts';
import type { TestTable } from '../store/table.ts';
import { pageName, pagesNamed } from './oracle.ts';
import { readViews } from './reading.ts';

const nights = 4;
const hour = 3_600_000;

/**
 * Some nights of an account that publish views and delete old pages, while facts change, a writer is killed at any call
 * and repeated, and readers read. Lists return to earlier contents, so that pages are reused. Fails if a reader sees
 * something that was never published or misses a page of a version that was live within the hour, if a page that the
 * live root names is missing, or if an unreferenced page stays.
 */
export async function rostersAtNight(db: TestTable, seed: number) {
  const { table: quiet } = db;
  const random = randomOf(seed);
  const account = asAccount(`night-${seed}`);
  const drawn = () => Math.floor(random() * variants.length);
  await createAccount(quiet, account, 'Night');
  let now = 0;

  for (let night = 1; night <= nights; night += 1) {
    now += hour * (1 + Math.floor(random() * 3));
    const turns = interleaving(db, random);
    const write = async (table: Table, variant: number, scoredFor?: number) => {
      const root = (await readRoot(table, account, { consistent: true })) as Root;
      const views = viewsFor(variant, scoredFor ?? root.scoredFor);
      await publish(table, account, root, { ...views, facts: '' });
    };
    const variant = { night: drawn(), changes: [drawn(), drawn()] };

    const worker = turns.tableFor({});
    const reader = turns.tableFor({});
    await turns.run([
      again(RootReplaced, () => write(worker, variant.night, night)).then(() =>
        again(RootReplaced, () => deleteUnreferenced(worker, account, now)),
      ),
      again(Killed, async () => {
        const isLast = random() < 0.7;
        let calls = 0;
        const table = turns.tableFor({ dies: () => !isLast && ++calls > 5 && random() < 0.3 });
        for (const each of variant.changes) await again(RootReplaced, () => write(table, each));
      }),
      read(reader, account),
      read(reader, account).then(() => read(reader, account)),
    ]);
    const items = await dumpOf(quiet, account);
    expect(items.map(pageName)).toEqual(expect.arrayContaining([...pagesNamed(items, account)]));
  }

  for (const hours of [1, 2, 3]) await deleteUnreferenced(quiet, account, now + hours * hour);
  const items = await dumpOf(quiet, account);
  const stored = items.flatMap((item) => pageName(item) ?? []);
  expect(stored.sort()).toEqual([...pagesNamed(items, account)].sort());
  // the next run scans the whole table
  await deleteAll(quiet, items);
}

/** What was published, by version. */
const published = new Map<string, string>();

// four lists that share most of their pages
const clientsPerVariant = 160;
const moving = 100;
const variants = [0, 1, 2, 3].map((variant) => {
  const clients = Array.from({ length: clientsPerVariant }, (_, at) => {
    const id = `c${at}`;
    const score = at % 53 === 7 && variant % 2 === 1 ? 199.5 - at : at;
    // 100 clients moved, in all directions
    const changes = at < moving ? { '7day': ((at * 7 + variant) % 9) - 4 } : {};
    const fields: ClientFields = { id, name: id, score, source: 'chr2', streams: 0, portfolios: {}, changes };
    const text = JSON.stringify({ id, score, hue: variant === 2 && at === 30 ? 'red' : 'blue', metadata: {} });
    return entryOf({ text, fields, part: score > (variant === 3 ? 120 : 130) ? hidden : main });
  });
  const streams = clients
    .filter(({ part }) => part === main)
    .slice(variant)
    .map((entry) => entryOf({ ...entry, fields: { ...entry.fields, id: `s ${entry.id}` } }));
  return { clients, streams };
});

function viewsFor(variant: number, scoredFor: number | null): Views {
  const entries = variants[variant] ?? noEntries(scoredFor);
  const views = buildViews(entries, [{ id: 'p', name: 'P', color: '#000000' }], scoredFor);
  const { portfolios } = namedBy(views);
  published.set(`${contentId(portfolios)}-${scoredFor ?? 'none'}`, digestOf(inOrder(entries.clients)));
  return views;
}

function digestOf(clients: readonly { part: number; text?: string | undefined }[]): string {
  return createHash('sha256')
    .update(clients.map(({ part, text }) => `${part}${text}`).join())
    .digest('hex');
}

const nothing = digestOf([]);

async function read(table: Table, account: Account): Promise<void> {
  const { version, clients, view, ...lists } = await readViews(table, account);
  // nothing is there before the first night
  expect(digestOf(clients)).toBe(published.get(version) ?? nothing);
  expect(view.all.main.total + view.all.hidden.total).toBe(clients.length);
  // every variant has the same clients, so whichever version is live lists each of them once
  for (const [list, count] of [['alignment', clientsPerVariant] as const, ['trending7day', moving] as const]) {
    const texts = lists[list].map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect([0, count]).toContain(texts.length);
  }
}

async function again<T>(failure: new (...args: never[]) => Error, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof failure)) throw error;
    }
  }
}

/** Deletes at once what the live root does not lead to. */
export async function deleteUnnamed(table: Table, account: Account): Promise<void> {
  const items = await dumpOf(table, account);
  const named = pagesNamed(items, account);
  await deleteAll(
    table,
    items.filter((item) => pageName(item) !== undefined && !named.has(pageName(item) ?? '')),
  );
}
