import { noCounts, toClientItem } from '../../shared/table/entities/client.ts';
import type { FactOptions, Statement } from '../../shared/table/entities/entity.ts';
import { type Fact, factOf } from '../../shared/table/entities/kinds.ts';
import { Unstorable } from '../../shared/table/entities/statement.ts';
import type { KnownItems } from '../../shared/table/facts/facts.ts';
import { eachLimit } from '../../shared/table/store/batches.ts';
import type { Account, ItemKey, KeyRange } from '../../shared/table/store/item-keys.ts';
import { type Item, readBatch, readRange } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';

/** The facts of the statements, and the stored items that were read for what rows leave out. Throws `Unstorable`. */
export async function factsOf(
  table: Table,
  account: Account,
  statements: readonly Statement[],
  options: FactOptions,
): Promise<{ facts: Fact[]; known: KnownItems }> {
  const places = statements.map((statement) => statement.row.kind.storedAt?.(account, statement));
  const names = places.map((place) => place && placeName(place));
  const distinct = new Map<string, ItemKey | KeyRange>();
  places.forEach((place, at) => {
    if (place) distinct.set(names[at] ?? '', place);
  });
  const stored = await storedItems(table, [...distinct.values()]);
  const elsewhere = statements.map((statement, at) =>
    stored.has(names[at] ?? '') ? undefined : statement.row.kind.elsewhere?.(account, statement),
  );
  const ranges = new Map(elsewhere.flatMap((range) => (range ? [[placeName(range), range] as const] : [])));
  for (const [name, items] of await storedItems(table, [...ranges.values()])) stored.set(name, items);
  elsewhere.forEach((range, at) => {
    if (range) names[at] = placeName(range);
  });
  const issues: Unstorable['issues'][number][] = [];
  const facts: Fact[] = [];
  // two lists can have a client: the second sees what the first states
  const stated = new Map<string, Item[]>();
  statements.forEach((statement, at) => {
    const name = names[at] ?? '';
    try {
      const fact = factOf(statement, stated.get(name) ?? stored.get(name) ?? [], options);
      facts.push(fact);
      if (fact.kind === 'client') stated.set(name, [toClientItem(account, { ...fact.value, ...noCounts })]);
    } catch (error) {
      if (!(error instanceof Unstorable)) throw error;
      issues.push(...error.issues.map((issue) => ({ file: statement.file, line: statement.row.line, ...issue })));
    }
  });
  if (issues.length > 0) throw new Unstorable(issues);
  const known = new Map<string, Item | undefined>();
  for (const [name, place] of distinct) if ('sk' in place) known.set(name, stored.get(name)?.[0]);
  return { facts, known };
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
