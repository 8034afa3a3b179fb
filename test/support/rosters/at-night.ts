import { createHash } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { type Account, asAccount, rosterNames } from '../../../shared/table/store/item-keys.ts';
import type { Table, TableAddress } from '../../../shared/table/store/table.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { buildViews, type Views } from '../../../shared/table/views/model/build-views.ts';
import type { ClientEntry } from '../../../shared/table/views/model/entries.ts';
import { readLive } from '../../../shared/table/views/model/live-versions.ts';
import { deleteUnreferencedPages } from '../../../shared/table/views/write/delete-unreferenced-pages.ts';
import { publish } from '../../../shared/table/views/write/publish.ts';
import { Killed } from '../faults/dying.ts';
import { interleaving, type Tamper } from '../faults/interleave.ts';
import { randomOf } from '../random.ts';
import { dumpOf } from '../store/dump.ts';
import { pageName, pagesNamed, storedViews } from './oracle.ts';
import { readList, readPortfolios, readRoster } from './reading.ts';

/** Faults that must make the check below fail. */
export interface Sabotage {
  /** Changes the night's calls. */
  readonly night?: Tamper;
  /** Every morning, deletes pages by age alone, as a TTL would do. */
  readonly expiry?: true;
}

const nights = 4;

/**
 * Some nights of an account that publish views and delete old pages, while facts change, a writer is killed at any call
 * and repeated, and readers read. Lists return to earlier contents, so that pages are reused. Fails if a reader sees
 * something that was never published, if a page that the live head names is missing, or if an unreferenced page stays.
 */
export async function rostersAtNight(address: TableAddress, quiet: Table, seed: number, sabotage: Sabotage = {}) {
  const random = randomOf(seed);
  // sabotaged or not, the same seed gives the same night
  const account = asAccount(['night', seed, ...Object.keys(sabotage)].join('-'));
  const drawn = () => Math.floor(random() * variants.length);
  let day = 20_777;

  for (let night = 1; night <= nights; night += 1) {
    day += 1 + Math.floor(random() * 2);
    const today = day;
    if (sabotage.expiry) await expire(quiet, account, today);
    const turns = interleaving(address, random);
    const write = async (table: Table, variant: number, scoredFor?: number) => {
      const live = await readLive(table, account);
      await publish(table, account, live, viewsFor(variant, scoredFor ?? live.clients?.scoredFor ?? null), today);
    };
    const variant = { night: drawn(), changes: [drawn(), drawn()] };

    const worker = turns.tableFor({ ...(sabotage.night && { tamper: sabotage.night }) });
    const reader = turns.tableFor({});
    await turns.run([
      again(TransactionCanceledException, () => write(worker, variant.night, night)).then(() =>
        deleteAllUnreferenced(worker, account, today),
      ),
      again(Killed, async () => {
        const isLast = random() < 0.7;
        let calls = 0;
        const table = turns.tableFor({ dies: () => !isLast && ++calls > 5 && random() < 0.3 });
        for (const each of variant.changes) await again(TransactionCanceledException, () => write(table, each));
        table.documents.destroy();
      }),
      read(reader, account),
      read(reader, account).then(() => read(reader, account)),
    ]);
    worker.documents.destroy();
    reader.documents.destroy();
    expect(JSON.stringify(storedViews(await dumpOf(quiet, account), account))).not.toContain('missing');
  }

  await deleteAllUnreferenced(quiet, account, day + 2);
  const items = await dumpOf(quiet, account);
  const stored = items.flatMap((item) => pageName(item) ?? []);
  expect(stored.sort()).toEqual([...pagesNamed(storedViews(items, account))].sort());
  // the next run scans the whole table
  await deleteAll(quiet, items);
}

async function deleteAllUnreferenced(table: Table, account: Account, today: number): Promise<void> {
  for (const roster of rosterNames) await deleteUnreferencedPages(table, account, roster, today);
}

/** What was published, by version. */
const published = new Map<string, string>();

// four lists that share most of their pages
const clientsPerVariant = 160;
const moving = 100;
const variants = [0, 1, 2, 3].map((variant) => {
  const clients: ClientEntry[] = Array.from({ length: clientsPerVariant }, (_, at) => {
    const id = `c${at}`;
    const score = at % 53 === 7 && variant % 2 === 1 ? 199.5 - at : at;
    // 100 clients moved, in all directions
    const move = { change: ((at * 7 + variant) % 9) - 4, percentage: 0, previousScore: 100 };
    const scoreChanges = at < moving ? { '7day': move } : {};
    return {
      text: JSON.stringify({ id, score, hue: variant === 2 && at === 30 ? 'red' : 'blue', metadata: {} }),
      fields: { id, name: id, score, source: 'chr2', streams: 0, portfolios: {}, scoreChanges },
    };
  });
  const isHidden = ({ fields }: ClientEntry) => fields.score > (variant === 3 ? 120 : 130);
  const archived = clients.filter(isHidden);
  const active = clients.filter((entry) => !isHidden(entry));
  const streams = active
    .slice(variant)
    .map(({ text, fields }) => ({ text, fields: { ...fields, id: `s ${fields.id}` } }));
  return { clients: active, archived, streams, otherStreams: [] };
});

function viewsFor(variant: number, scoredFor: number | null): Views {
  const entries = variants[variant] ?? { clients: [], archived: [], streams: [], otherStreams: [] };
  const views = buildViews(entries, [{ id: 'p', name: 'P', color: '#000000' }], scoredFor);
  const ordered = (clients: readonly ClientEntry[]) => clients.toSorted((a, b) => b.fields.score - a.fields.score);
  published.set(views.clients.head.version, digestOf(ordered(entries.clients), ordered(entries.archived)));
  return views;
}

function digestOf(...lists: readonly (readonly { text?: string | undefined }[])[]): string {
  return createHash('sha256')
    .update(lists.map((list) => list.map(({ text }) => text).join()).join('|'))
    .digest('hex');
}

const nothing = digestOf([], []);

async function read(table: Table, account: Account): Promise<void> {
  const { version, lines } = await readRoster(table, account, 'clients');
  const seen = digestOf(
    lines.filter(({ isHidden }) => !isHidden),
    lines.filter(({ isHidden }) => isHidden),
  );
  // nothing is there before the first night
  expect(seen).toBe(published.get(version) ?? nothing);
  const { view, fields } = await readPortfolios(table, account);
  expect((view?.all.main.total ?? 0) + (view?.all.hidden.total ?? 0)).toBe(fields.length);
  // every variant has the same clients, so whichever version is live lists each of them once
  for (const [list, count] of [['alignment', clientsPerVariant] as const, ['trending7day', moving] as const]) {
    const { texts } = await readList(table, account, list);
    expect(new Set(texts).size).toBe(texts.length);
    expect([0, count]).toContain(texts.length);
  }
}

async function again(failure: new (...args: never[]) => Error, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof failure)) throw error;
    }
  }
}

async function expire(table: Table, account: Account, day: number): Promise<void> {
  const items = await dumpOf(table, account);
  await deleteAll(
    table,
    items.filter(({ putOn }) => putOn !== undefined && Number(putOn) <= day - 2),
  );
}
