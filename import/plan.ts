import { isDeepStrictEqual } from 'node:util';
import type { OpenSignal } from '../shared/domain/scoring/open-signals.ts';
import { type Change, changesBy, type Fact } from '../shared/table/facts/facts.ts';
import { CapExceeded } from '../shared/table/facts/totals.ts';
import { comparedName } from '../shared/table/records/aliases.ts';
import { alignmentYears } from '../shared/table/records/alignment.ts';
import type { Insight } from '../shared/table/records/insights.ts';
import { openName, openSignalsIn } from '../shared/table/records/open-signals.ts';
import { namedSignalsIn, toSignalsKey } from '../shared/table/records/signals.ts';
import { eachLimit } from '../shared/table/store/batches.ts';
import type { Account, ItemKey } from '../shared/table/store/item-keys.ts';
import type { Item } from '../shared/table/store/read.ts';
import type { Table } from '../shared/table/store/table.ts';
import { batchesOf, factsOf, rowsIn } from './batches.ts';
import { changeLines } from './changes.ts';
import type { Checked, Checking } from './check/check.ts';
import type { NameIndex } from './check/name-index.ts';
import { Unstorable } from './files/kinds/fact.ts';
import type { KindName } from './files/kinds/kind.ts';
import { kinds } from './files/kinds.ts';
import type { Source } from './files/source.ts';
import { storedPlaceOf } from './prune/removals.ts';

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

/** The plan of the later parts of an import: what it changes is known since its first. */
export function unchanged({ counts }: Checked): Plan {
  return new Map([...counts].map(([name, count]) => [name, same(count)]));
}

export interface Comparison {
  readonly plan: Plan;
  readonly renamed: readonly Renamed[];
  /** Of each file that was compared, the numbers of the batches that change something. */
  readonly changed: ReadonlyMap<Source, ReadonlySet<number>>;
}

/** Compares the files with what is stored, and checks the caps of both together. Writes nothing. */
export async function planImport(
  sources: readonly Source[],
  checked: Checked,
  checking: Checking,
  onChange?: (line: string) => void,
): Promise<Comparison> {
  const { table, account, factOptions, prune, onBytes } = checking;
  const problems = checking.rejects ?? checking.problems;
  const plan = new Map<KindName, ChangeCounts>();
  const renamed: Renamed[] = [];
  const changed = new Map<Source, Set<number>>();
  for (const { name } of kinds) {
    const count = checked.counts.get(name) ?? 0;
    if (count > 0) plan.set(name, { added: checked.isEmpty ? count : 0, changed: 0, unchanged: 0 });
  }
  for (const source of sources) {
    // in an empty account everything is added, and only the caps of portfolios need checking
    if (checked.isEmpty && source.kind.name !== 'portfolios' && !onChange) continue;
    const numbers = new Set<number>();
    let number = -1;
    if (!checked.isEmpty) changed.set(source, numbers);
    for await (const entries of batchesOf(source, checked, onBytes)) {
      number += 1;
      const place = { file: source.name, line: entries[0]?.row.line ?? 1, kind: source.kind.name };
      try {
        const { facts, known } = await factsOf(table, account, entries, factOptions);
        const changes = await changesBy(table, account, facts, known);
        if (changes.length > 0) numbers.add(number);
        if (onChange) for (const change of changes) for (const line of changeLines(change)) onChange(line);
        renamed.push(...renamedIn(changes).slice(0, mostRenamed - renamed.length));
        const counts = await countChanges(table, account, facts, changes, rowsIn(entries));
        if (prune) for (const fact of facts) nameStored(checked.named, fact);
        if (!checked.isEmpty) plan.set(source.kind.name, plus(plan.get(source.kind.name) ?? none, counts));
      } catch (error) {
        if (error instanceof Unstorable) for (const issue of error.issues) problems.add({ ...place, ...issue });
        else if (error instanceof CapExceeded) {
          problems.add({ ...place, message: `from here on: ${error.message}`, whole: true });
        } else throw error;
      }
    }
  }
  return { plan, renamed, changed };
}

const mostRenamed = 100;

function renamedIn(changes: readonly Change[]): Renamed[] {
  return changes.flatMap(({ kind, item, stored }) =>
    kind === 'client' && stored && comparedName(String(stored.name)) !== comparedName(String(item.name))
      ? [{ id: String(item.externalId ?? item.id), from: String(stored.name), to: String(item.name) }]
      : [],
  );
}

/** Names a stored record that was matched with a row without an id, so that it is not pruned. */
function nameStored(named: NameIndex, fact: Fact): void {
  if (fact.kind === 'person') named.add(`key-people ${fact.value.clientId} ${fact.value.id}`, 1);
  if (fact.kind === 'open-signal') named.add(`open-signals ${fact.clientId} ${openName(fact.value)}`, 1);
  if (fact.kind !== 'signal') return;
  const name = `signals ${fact.clientId} ${fact.value.id}`;
  named.add(name, 1);
  named.add(`${name} ${storedPlaceOf(fact)}`, 1);
}

const none: ChangeCounts = { added: 0, changed: 0, unchanged: 0 };

function plus(a: ChangeCounts, b: ChangeCounts): ChangeCounts {
  return { added: a.added + b.added, changed: a.changed + b.changed, unchanged: a.unchanged + b.unchanged };
}

async function countChanges(
  table: Table,
  account: Account,
  facts: readonly Fact[],
  changes: readonly Change[],
  rows: number,
): Promise<ChangeCounts> {
  const [signals, reads] = [facts.filter(isOf('signal')), facts.filter(isOf('alignment'))];
  if (signals.length > 0) return countSignalChanges(account, signals, changes);
  const open = facts.filter(isOf('open-signal'));
  if (open.length > 0) return countOpenChanges(open, changes);
  if (reads.length > 0) return changes.length > 0 ? countReadChanges(table, account, reads) : same(reads.length);
  if (facts.some(isOf('insights'))) return countInsightChanges(rows, changes);
  const added = changes.filter(({ stored, movedFrom }) => !stored && !movedFrom).length;
  return { added, changed: changes.length - added, unchanged: facts.length - changes.length };
}

type Of<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;

/** The signals of a week share an item, so each one is compared with the stored signal that has the same id. */
function countSignalChanges(
  account: Account,
  facts: readonly Of<'signal'>[],
  changes: readonly Change[],
): ChangeCounts {
  const weeks = new Map(
    changes.map(({ item, stored }) => {
      const signals = stored ? namedSignalsIn(stored) : [];
      return [itemName(item), new Map(signals.map((signal) => [signal.id, signal]))];
    }),
  );
  return facts.reduce((counts, { clientId, value }) => {
    const week = weeks.get(itemName(toSignalsKey(account, clientId, value.day)));
    return plus(counts, week ? compared(value, week.get(value.id)) : same(1));
  }, none);
}

/** The open signals of a client share an item. */
function countOpenChanges(facts: readonly Of<'open-signal'>[], changes: readonly Change[]): ChangeCounts {
  const clients = new Map(
    changes.map(({ clientId, stored }) => {
      const open = stored ? openSignalsIn(stored) : [];
      return [clientId, new Map(open.map((each) => [openName(each), each]))];
    }),
  );
  return facts.reduce((counts, { clientId, value }) => {
    const client = clients.get(clientId);
    return plus(counts, client ? comparedOpen(value, client.get(openName(value))) : same(1));
  }, none);
}

/** That a file has it again is no change. */
function comparedOpen(value: OpenSignal, stored: OpenSignal | undefined): ChangeCounts {
  return compared(value, stored && { ...stored, seen: value.seen });
}

function itemName({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}

async function countReadChanges(
  table: Table,
  account: Account,
  facts: readonly Of<'alignment'>[],
): Promise<ChangeCounts> {
  let counts = none;
  await eachLimit([...Map.groupBy(facts, ({ clientId }) => clientId)], 8, async ([clientId, filed]) => {
    const years = await alignmentYears(table, account, clientId);
    const stored = new Map(years.flatMap(({ reads }) => reads).map((read) => [read.week, read]));
    for (const { value } of filed) {
      const standing = stored.get(value.week);
      // an older read does not replace a newer one
      const superseded = standing !== undefined && standing.updatedAt > value.updatedAt;
      counts = plus(counts, superseded ? same(1) : compared(value, standing));
      if (!superseded) stored.set(value.week, value);
    }
  });
  return counts;
}

/** Insights share the item of their week and are counted one by one. `rows` is the number of rows in the file. */
function countInsightChanges(rows: number, changes: readonly Change[]): ChangeCounts {
  let [added, changed] = [0, 0];
  for (const { item, stored } of changes) {
    const [before, after] = [insightsIn(stored), insightsIn(item)];
    const replaced = without(before, after).map(({ topic }) => topic);
    for (const { topic } of without(after, before)) {
      const at = replaced.indexOf(topic);
      if (at < 0) added += 1;
      else {
        changed += 1;
        replaced.splice(at, 1);
      }
    }
  }
  return { added, changed, unchanged: rows - added - changed };
}

function insightsIn(item: Item | undefined): readonly Insight[] {
  return (item?.insights ?? []) as Insight[];
}

function without(list: readonly Insight[], others: readonly Insight[]): Insight[] {
  return list.filter((each) => !others.some((other) => isDeepStrictEqual(each, other)));
}

function compared(value: object, stored: object | undefined): ChangeCounts {
  if (!stored) return { ...none, added: 1 };
  return isDeepStrictEqual(value, stored) ? same(1) : { ...none, changed: 1 };
}

function same(count: number): ChangeCounts {
  return { ...none, unchanged: count };
}

function isOf<Kind extends Fact['kind']>(kind: Kind) {
  return (fact: Fact): fact is Of<Kind> => fact.kind === kind;
}
