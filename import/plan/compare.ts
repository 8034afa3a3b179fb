import { isDeepStrictEqual } from 'node:util';
import { isoWeek } from '../../shared/domain/dates.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import type { FactOptions, KindName } from '../../shared/table/entities/entity.ts';
import { clientOf, entityOf, kinds } from '../../shared/table/entities/kinds.ts';
import { openName } from '../../shared/table/entities/open-signal.ts';
import { Unstorable } from '../../shared/table/entities/statement.ts';
import { type Change, changesBy, type Fact } from '../../shared/table/facts/facts.ts';
import { CapExceeded } from '../../shared/table/facts/totals.ts';
import type { Account, ItemKey } from '../../shared/table/store/item-keys.ts';
import type { Item } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Facts } from '../facts/check.ts';
import type { Batch, OrderedStatements } from '../facts/ordered.ts';
import type { Rejects } from '../facts/rejects.ts';
import { changeLines } from './changes.ts';
import { factsOf } from './facts-of.ts';
import { type WrittenRecords, writtenBy } from './written-records.ts';

/** What writing the facts of one kind of file would do. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** A client whose name in the files is another than the stored one. */
export interface Renamed {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export type Plan = ReadonlyMap<KindName, ChangeCounts>;

/** What the facts of one kind change. */
interface KindComparison {
  readonly counts: ChangeCounts;
  /** 1 for each place in the order that changes something. Undefined if everything is to be written. */
  readonly changed?: Uint8Array;
  readonly renamed: readonly Renamed[];
  /** With `listsClients`: of each client that changes, by its id. */
  readonly clients: ReadonlyMap<string, OfClient>;
  /** With `listsRecords`. */
  readonly written: WrittenRecords;
  /** With `listsChanges`: the changes, a line each. */
  readonly lines: readonly string[];
}

const noRecords: WrittenRecords = { added: [], changed: [] };

interface OfClient extends Omit<ChangeCounts, 'unchanged'> {
  /** In the files, if they have the client itself. */
  readonly name?: string;
}

export type Comparison = ReadonlyMap<KindName, KindComparison>;

export function planOf(comparison: Comparison): Plan {
  return new Map([...comparison].map(([kind, { counts }]) => [kind, counts]));
}

/** Clients with another name than before. */
export function renamedIn(comparison: Comparison): Renamed[] {
  return [...comparison.values()].flatMap(({ renamed }) => renamed);
}

/** The comparison of the later parts of an import: what it changes is known since its first. */
export function unchanged({ statements }: Facts): Comparison {
  const nothing = { renamed: [], clients: new Map(), written: noRecords, lines: [] };
  return new Map([...statements].map(([kind, { count }]) => [kind, { ...nothing, counts: same(count) }]));
}

export interface Comparing {
  readonly table: Table;
  readonly account: Account;
  readonly facts: FactOptions;
  /** Keeps the lines of changes. */
  readonly listsChanges: boolean;
  /** Keeps what changes of each client. */
  readonly listsClients: boolean;
  /** Keeps the names of the records that are written. */
  readonly listsRecords: boolean;
  readonly onRows: (count: number) => void;
}

/**
 * Compares facts with what is stored, kind by kind, and checks the caps of both together. Writes nothing. Stops at a kind
 * of which something is rejected: `before` has the kinds that need not be compared again.
 */
export async function compareFacts(
  facts: Facts,
  comparing: Comparing,
  rejects: Rejects,
  before: Comparison = new Map(),
): Promise<{ readonly comparison: Comparison; readonly isComplete: boolean }> {
  const comparison = new Map(before);
  for (const { name } of kinds) {
    const ordered = facts.statements.get(name);
    if (comparison.has(name) || !ordered || ordered.count === 0) continue;
    // in an empty account everything is added, and only the caps of portfolios need checking
    const isListed = comparing.listsChanges || comparing.listsRecords;
    const isAdded = facts.isEmpty && name !== 'portfolios' && !isListed;
    // two lists can have a client
    const all = allAdded(name === 'clients' ? facts.clients.size : ordered.count);
    const compared = isAdded ? all : await compareKind(facts, ordered, comparing, rejects);
    if (!compared) return { comparison, isComplete: false };
    const { lines, written } = compared;
    comparison.set(name, facts.isEmpty ? { ...all, lines, written } : compared);
  }
  return { comparison, isComplete: true };
}

function allAdded(count: number): KindComparison {
  return { counts: { ...none, added: count }, renamed: [], clients: new Map(), written: noRecords, lines: [] };
}

/** Undefined if something was rejected. */
async function compareKind(
  facts: Facts,
  ordered: OrderedStatements,
  comparing: Comparing,
  rejects: Rejects,
): Promise<KindComparison | undefined> {
  const { table, account, listsChanges, listsClients, listsRecords, onRows } = comparing;
  const changed = new Uint8Array(ordered.count);
  const renamed: Renamed[] = [];
  const lines: string[] = [];
  const clients = new Map<string, OfClient>();
  const written: WrittenRecords[] = [];
  let counts = none;
  let isGood = true;
  for (const batch of ordered.batches()) {
    try {
      const { facts: found, known } = await factsOf(table, account, batch.statements, comparing.facts);
      const changes = await changesBy(table, account, found, known);
      addPlaces(changed, account, batch, found, changes);
      if (listsChanges) for (const change of changes) lines.push(...changeLines(change));
      if (listsClients) for (const change of changes) addClient(clients, change);
      if (listsRecords) written.push(...changes.map((change) => writtenBy(ordered.kind.name, change)));
      renamed.push(...renamedBy(changes).slice(0, mostRenamed - renamed.length));
      const records = ordered.kind.name === 'clients' ? new Set(found.map(clientOf)).size : found.length;
      counts = plus(counts, countChanges(changes, ordered.kind.name === 'insights' ? rowsIn(batch) : records));
      if (comparing.facts.prune) for (const fact of found) nameStored(facts.addNamed, fact);
    } catch (error) {
      isGood = false;
      reject(error, batch, rejects);
    }
    onRows(rowsIn(batch));
  }
  return isGood ? { counts, changed, renamed, clients, written: joined(written), lines } : undefined;
}

/** What is wrong with the facts of a batch together with what is stored. */
function reject(error: unknown, { statements }: Batch, rejects: Rejects): void {
  const [first] = statements;
  if (!first) throw error;
  const place = { file: first.file, line: first.row.line, kind: first.row.kind.name };
  if (error instanceof Unstorable) for (const issue of error.issues) rejects.add({ ...place, ...issue });
  else if (error instanceof CapExceeded) {
    const files = new Map(
      statements.map((statement) => [statement.file, statement.row.line]).reverse() as [string, number][],
    );
    for (const [file, line] of files)
      rejects.add({ ...place, file, line, message: `from here on: ${error.message}`, whole: true });
  } else throw error;
}

function rowsIn({ places }: Batch): number {
  return places.reduce((sum, each) => sum + each.length, 0);
}

/** The places of the statements whose items change. */
function addPlaces(
  changed: Uint8Array,
  account: Account,
  { places }: Batch,
  facts: readonly Fact[],
  changes: readonly Change[],
): void {
  const items = new Set(changes.map(({ item }) => itemName(item)));
  const clients = new Set(changes.map(({ clientId }) => clientId));
  for (const [at, fact] of facts.entries()) {
    const item = sharedItemOf(account, fact);
    // what belongs to no client is written again with its batch
    const isChanged = item === undefined ? clients.has(clientOf(fact)) || clients.has(undefined) : items.has(item);
    if (isChanged) for (const place of places[at] ?? []) changed[place] = 1;
  }
}

const mostRenamed = 100;

function renamedBy(changes: readonly Change[]): Renamed[] {
  return changes.flatMap(({ kind, item, stored }) =>
    kind === 'client' && stored && comparedName(String(stored.name)) !== comparedName(String(item.name))
      ? [{ id: String(item.externalId ?? item.id), from: String(stored.name), to: String(item.name) }]
      : [],
  );
}

/** Names a stored record that was matched with a row without an id, so that it is not pruned. */
function nameStored(add: Facts['addNamed'], fact: Fact): void {
  if (fact.kind === 'person') add(`key-people ${fact.value.clientId} ${fact.value.id}`);
  if (fact.kind === 'open-signal') add(`open-signals ${fact.clientId} ${openName(fact.value)}`);
  if (fact.kind !== 'signal') return;
  const name = `signals ${fact.clientId} ${fact.value.id}`;
  add(name);
  add(`${name} ${isoWeek(fact.value.day)}`);
}

const none: ChangeCounts = { added: 0, changed: 0, unchanged: 0 };

function plus(a: ChangeCounts, b: ChangeCounts): ChangeCounts {
  return { added: a.added + b.added, changed: a.changed + b.changed, unchanged: a.unchanged + b.unchanged };
}

/** Counts the records that the items of changes have now. `rows` of them are in the files. */
function countChanges(changes: readonly Change[], rows: number): ChangeCounts {
  const { added, changed } = changes.map(countChange).reduce(plus, none);
  return { added, changed, unchanged: rows - added - changed };
}

function countChange({ kind, item, stored, movedFrom }: Change): ChangeCounts {
  let [added, changed] = [0, 0];
  const before = stored && recordsIn(kind, stored);
  for (const [name, record] of recordsIn(kind, item)) {
    if (!before?.has(name) && !movedFrom) added += 1;
    else if (!isDeepStrictEqual(before?.get(name), record)) changed += 1;
  }
  return { added, changed, unchanged: 0 };
}

/** The records of all kinds. */
export function writtenIn(comparison: Comparison): WrittenRecords {
  return joined([...comparison.values()].map(({ written }) => written));
}

function joined(parts: readonly WrittenRecords[]): WrittenRecords {
  return { added: parts.flatMap(({ added }) => added), changed: parts.flatMap(({ changed }) => changed) };
}

function addClient(clients: Map<string, OfClient>, change: Change): void {
  const { kind, clientId, item } = change;
  if (clientId === undefined) return;
  const counts = countChange(change);
  // a newer file that says the same of what is open: until then it is known
  if (counts.added + counts.changed === 0) return;
  const { added, changed } = plus({ ...none, ...clients.get(clientId) }, counts);
  clients.set(clientId, { added, changed, ...(kind === 'client' && { name: String(item.name) }) });
}

/** The records of an item, by their names in it. */
function recordsIn(kind: Change['kind'], item: Item): ReadonlyMap<string, unknown> {
  return entityOf(kind).recordsIn?.(item) ?? new Map([['', item]]);
}

/** The name of the item in which a record is stored with others. */
function sharedItemOf(account: Account, fact: Fact): string | undefined {
  const key = entityOf(fact.kind).sharedKey?.(account, fact);
  return key && itemName(key);
}

function itemName({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}

function same(count: number): ChangeCounts {
  return { ...none, unchanged: count };
}
