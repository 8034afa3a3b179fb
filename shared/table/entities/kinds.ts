import type { Day } from '../../domain/dates.ts';
import type { Scrub } from '../../domain/names-in-text.ts';
import { type FactKind, factKindOf } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';
import { alias } from './alias.ts';
import { alignment } from './alignment.ts';
import { client } from './client.ts';
import type {
  AnyFact,
  Cells,
  ColumnOfField,
  Entity,
  FactOptions,
  Kind,
  KindName,
  OwnCells,
  Statement,
} from './entity.ts';
import { followUp } from './follow-up.ts';
import { importedScore } from './imported-score.ts';
import { insights } from './insights.ts';
import { member } from './member.ts';
import { note } from './note.ts';
import { openSignal } from './open-signal.ts';
import { person } from './person.ts';
import { portfolio } from './portfolio.ts';
import { signal } from './signal.ts';
import { scrubbed } from './statement.ts';
import { stream } from './stream.ts';

/** All entities, in the order in which their files are checked and written: what others refer to comes first. */
const all = [
  portfolio,
  client,
  alias,
  stream,
  importedScore,
  member,
  person,
  note,
  followUp,
  insights,
  alignment,
  signal,
  openSignal,
] as const;

type Definition = (typeof all)[number];
type Stored = Extract<Definition, { readonly fact: FactKind }>;

export type Fact = ReturnType<Stored['toFact']>;

/** The kinds of files, in that order. */
export const kinds: readonly Kind[] = all.map((each) => ({
  ...each,
  columns: Object.entries<ColumnOfField>(each.columns()).map(([field, column]) => ({ field, ...column })),
}));

const byFact = new Map<FactKind, Entity<AnyFact, Cells>>(
  all.flatMap((each) => ('fact' in each ? [[each.fact, each]] : [])),
);

/** How the facts of this kind are checked and stored. */
export function entityOf(fact: FactKind): Entity<AnyFact, Cells> {
  const found = byFact.get(fact);
  if (!found) throw new Error(`${fact} is not a kind of fact`);
  return found;
}

export function kindOf(name: KindName): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new Error(`${name} is not a kind of file`);
  return found;
}

/** The fact of a statement. Throws `Unstorable`. */
export function factOf(statement: Statement, stored: readonly Item[], options: FactOptions): Fact {
  // every kind of a row is one of `kinds`
  const fact = statement.row.kind.toFact(statement, stored, options) as Fact;
  if (!options.scrub) return fact;
  return { ...fact, value: withoutErased(fact.kind, fact.value, options.scrub) } as Fact;
}

/** A stored item, or the value of a fact, without the people whom `scrub` leaves out. */
export function withoutErased<Value extends object>(kind: FactKind, value: Value, scrub: Scrub): Value {
  // their texts are ids and codes, in which no name fits, and an account has millions
  if (kind === 'signal' || kind === 'open-signal') return value;
  return scrubbed(value, scrub, ['pk', 'sk', ...(entityOf(kind).clientNames ?? [])]);
}

/** Whether the record is about a person whom `scrub` leaves out. */
export function isErasedPerson({ personIn }: Pick<Kind, 'personIn'>, cells: Cells, scrub: Scrub): boolean {
  return (personIn?.(cells) ?? []).some((name) => typeof name === 'string' && scrub(name) !== name);
}

/** A unique name of the record within the files: two rows with the same name are about the same record. */
export function recordName(statement: Statement): string {
  const { kind } = statement.row;
  return [kind.name, ...kind.identity(statement)].join(' ');
}

/** The client that a fact is about. */
export function clientOf(fact: Fact): string | undefined {
  if ('clientId' in fact) return fact.clientId;
  if (fact.kind === 'client') return fact.value.id;
  return 'clientId' in fact.value ? fact.value.clientId : undefined;
}

/** The day that a fact is about, if its kind has one. */
export function dayIn({ kind, value }: Fact): Day | undefined {
  return entityOf(kind).dayIn?.(value);
}

/** A row of a file. */
export interface FileRow {
  readonly kind: KindName;
  readonly cells: Cells;
  readonly own: OwnCells;
}

/** The rows that state what an item stores; none for computed items. */
export function rowsIn(item: Item): FileRow[] {
  const stored = factKindOf(item);
  return all.flatMap((each): FileRow[] => {
    const isOfItem = 'fact' in each ? each.fact === stored : each.partOf.some((fact) => fact === stored);
    if (!isOfItem) return [];
    const own = 'ownOf' in each ? (each.ownOf?.(item) ?? {}) : {};
    return each.rowsOf(item).map((cells) => ({ kind: each.name, cells, own }));
  });
}
