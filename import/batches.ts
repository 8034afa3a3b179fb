import type { Fact, KnownItems } from '../shared/table/facts/facts.ts';
import { eachLimit } from '../shared/table/store/batches.ts';
import type { Account, ItemKey, KeyRange } from '../shared/table/store/item-keys.ts';
import { type Item, readBatch, readRange } from '../shared/table/store/read.ts';
import type { Table } from '../shared/table/store/table.ts';
import type { Checked } from './check/check.ts';
import { entriesOf } from './entries.ts';
import { Unstorable } from './files/kinds/fact.ts';
import type { Entry, FactOptions } from './files/kinds/kind.ts';
import { problemLine } from './files/problems.ts';
import type { Source } from './files/source.ts';

const entriesInBatch = 500;
/** Signals are small, and many share an item. */
const signalsInBatch = 2000;

/**
 * The entries of a file that was checked, in batches: the same ones on every reading. Those of signals are in the order
 * of clients and weeks, so that each item is read and written once.
 */
export async function* batchesOf(
  source: Source,
  { clients, isCounted, ordered }: Pick<Checked, 'clients' | 'isCounted' | 'ordered'>,
  onBytes?: (count: number) => void,
): AsyncGenerator<Entry[]> {
  const inOrder = ordered.get(source)?.inOrder();
  const size = inOrder ? signalsInBatch : entriesInBatch;
  let batch: Entry[] = [];
  for await (const entry of inOrder ?? inFileOrder(source, clients, isCounted, onBytes)) {
    batch.push(entry);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    // who limits the time of a comparison looks at the clock here
    onBytes?.(0);
  }
  if (batch.length > 0) yield batch;
}

async function* inFileOrder(
  source: Source,
  clients: Checked['clients'],
  isCounted: Checked['isCounted'],
  onBytes?: (count: number) => void,
): AsyncGenerator<Entry> {
  const report = (problem: Parameters<typeof problemLine>[0]) => {
    throw new Error(`The files changed while they were read. ${problemLine(problem)}`);
  };
  for await (const entries of entriesOf(source, clients, report, onBytes)) {
    for (const entry of entries) if (isCounted(entry, source)) yield entry;
  }
}

/** The facts of the entries, and the stored items that were read for what rows leave out. Throws `Unstorable`. */
export async function factsOf(
  table: Table,
  account: Account,
  entries: readonly Entry[],
  options: FactOptions,
): Promise<{ facts: Fact[]; known: KnownItems }> {
  const places = entries.map((entry) => entry.kind.storedAt?.(account, entry));
  const names = places.map((place) => place && placeName(place));
  const distinct = new Map<string, ItemKey | KeyRange>();
  places.forEach((place, at) => {
    if (place) distinct.set(names[at] ?? '', place);
  });
  const stored = await storedItems(table, [...distinct.values()]);
  const elsewhere = entries.map((entry, at) =>
    stored.has(names[at] ?? '') ? undefined : entry.kind.elsewhere?.(account, entry),
  );
  const ranges = new Map(elsewhere.flatMap((range) => (range ? [[placeName(range), range] as const] : [])));
  for (const [name, items] of await storedItems(table, [...ranges.values()])) stored.set(name, items);
  elsewhere.forEach((range, at) => {
    if (range) names[at] = placeName(range);
  });
  const issues: Unstorable['issues'][number][] = [];
  const facts: Fact[] = [];
  entries.forEach((entry, at) => {
    try {
      facts.push(entry.kind.toFact(entry, stored.get(names[at] ?? '') ?? [], options));
    } catch (error) {
      if (!(error instanceof Unstorable)) throw error;
      issues.push(...error.issues.map((issue) => ({ line: entry.row.line, ...issue })));
    }
  });
  if (issues.length > 0) throw new Unstorable(issues);
  const known = new Map<string, Item | undefined>();
  for (const [name, place] of distinct) if ('sk' in place) known.set(name, stored.get(name)?.[0]);
  return { facts, known };
}

export function rowsIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, { rows }) => sum + rows.length, 0);
}

const rangesAtOnce = 8;

async function storedItems(table: Table, places: readonly (ItemKey | KeyRange)[]) {
  const stored = new Map<string, Item[]>();
  const keys = places.filter((place) => 'sk' in place);
  for (const item of await readBatch(table, keys, { consistent: true })) stored.set(placeName(item), [item]);
  const ranges = places.filter((place) => 'from' in place);
  await eachLimit(ranges, rangesAtOnce, async (range) => {
    stored.set(placeName(range), await readRange(table, range, { consistent: true }));
  });
  return stored;
}

function placeName(place: ItemKey | KeyRange): string {
  return 'sk' in place ? `${place.pk} ${place.sk}` : `${place.pk} ${place.from} ${place.to}`;
}
