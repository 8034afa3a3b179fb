import { isDeepStrictEqual } from 'node:util';
import { type AlignmentRead, withRead } from '../../domain/alignment.ts';
import { dateOf, dayOf, mondayOf } from '../../domain/dates.ts';
import { alignmentYears, toAlignmentItem } from '../entities/alignment.ts';
import { fromClientItem, optionalCounts } from '../entities/client.ts';
import type { Fact } from '../entities/kinds.ts';
import { clientOf, entityOf } from '../entities/kinds.ts';
import { noteKeys } from '../entities/note.ts';
import { mergedOpenSignals, openSignalsItem } from '../entities/open-signal.ts';
import { mergedSignalsItem, type NamedSignal, toSignalsKey } from '../entities/signal.ts';
import { eachLimit } from '../store/batches.ts';
import { type Account, type ItemKey, idIn, openSignalsKey } from '../store/item-keys.ts';
import { type Item, readBatch } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Change } from './change.ts';
import { checkTotals } from './totals.ts';

type FactOf<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;

type Wanted = Omit<Change, 'stored'>;

/** Items that the caller has just read, by partition and sort key; undefined if there is none. */
export type KnownItems = ReadonlyMap<string, Item | undefined>;

/** The changes that writing these facts would make. Throws if they exceed a cap. Known items are not read again. */
export async function changesBy(
  table: Table,
  account: Account,
  facts: readonly Fact[],
  known: KnownItems = new Map(),
): Promise<Change[]> {
  const wanted = [
    ...facts.flatMap((fact) => plainChange(account, fact) ?? []),
    ...(await alignmentChanges(table, account, facts.filter(isOf('alignment')))),
  ];
  // of two facts with the same key the later one wins
  const byKey = new Map(wanted.map((change) => [itemName(change.item), change]));
  const weeks = weeksOf(account, facts.filter(isOf('signal')));
  const open = Map.groupBy(facts.filter(isOf('open-signal')), ({ clientId }) => clientId);
  const openKeys = [...open.keys()].map((clientId) => openSignalsKey(account, clientId));
  const keys = [...[...byKey.values()].map(({ item }) => item), ...weeks.values(), ...openKeys];
  const stored = await storedItems(table, keys, known);
  for (const [name, { clientId, signals }] of weeks) {
    const item = mergedSignalsItem(account, clientId, stored.get(name), signals);
    byKey.set(name, { kind: 'signal', clientId, item });
  }
  for (const [clientId, facts] of open) {
    const name = itemName(openSignalsKey(account, clientId));
    const signals = mergedOpenSignals(
      stored.get(name),
      facts.map(({ value }) => value),
    );
    const item = openSignalsItem(account, clientId, signals);
    if (item) byKey.set(name, { kind: 'open-signal', clientId, item });
  }
  const changes = [...byKey].flatMap(([name, wanted]): Change[] => {
    const before = stored.get(name);
    const change = wanted.kind === 'client' ? withCounts(wanted, before) : wanted;
    return isDeepStrictEqual(change.item, before) ? [] : [{ ...change, ...(before && { stored: before }) }];
  });
  await checkTotals(table, account, changes);
  return withMoves(table, account, changes);
}

/** The key of a note begins with its time. If the time was corrected, the note is stored under another key. */
async function withMoves(table: Table, account: Account, changes: readonly Change[]): Promise<Change[]> {
  const added = changes.filter(({ kind, stored }) => kind === 'note' && !stored);
  const keys = new Map<string, ItemKey>();
  const clients = new Set(added.flatMap(({ clientId }) => clientId ?? []));
  await eachLimit([...clients], clientsAtOnce, async (clientId) => {
    for (const { pk, sk } of await noteKeys(table, account, clientId)) keys.set(`${pk} ${idIn(sk)}`, { pk, sk });
  });
  return changes.map((change) => {
    const movedFrom = change.kind === 'note' && !change.stored && keys.get(`${change.item.pk} ${change.item.id}`);
    return movedFrom ? { ...change, movedFrom } : change;
  });
}

/** Undefined for facts that share their item with others. */
function plainChange(account: Account, fact: Fact): Wanted | undefined {
  const item = entityOf(fact.kind).toItem?.(account, fact.value);
  const clientId = clientOf(fact);
  return item && { kind: fact.kind, ...(clientId !== undefined && { clientId }), item };
}

const clientsAtOnce = 8;

/** A read changes the record of its year and the read carried into later years. It is stored for its week's Monday. */
async function alignmentChanges(
  table: Table,
  account: Account,
  reads: readonly FactOf<'alignment'>[],
): Promise<Wanted[]> {
  const changes: Wanted[] = [];
  await eachLimit([...Map.groupBy(reads, ({ clientId }) => clientId)], clientsAtOnce, async ([clientId, filed]) => {
    const before = await alignmentYears(table, account, clientId);
    const after = filed.reduce((years, { value }) => withRead(years, onMonday(value)), before);
    for (const year of after)
      changes.push({ kind: 'alignment', clientId, item: toAlignmentItem(account, clientId, year) });
  });
  return changes;
}

function onMonday(read: AlignmentRead): AlignmentRead {
  return { ...read, week: dateOf(mondayOf(dayOf(read.week))) };
}

interface Week extends ItemKey {
  readonly clientId: string;
  readonly signals: NamedSignal[];
}

/** Signals of one client and week share an item: new signals are merged into it. */
function weeksOf(account: Account, facts: readonly FactOf<'signal'>[]): Map<string, Week> {
  const weeks = new Map<string, Week>();
  for (const { clientId, value } of facts) {
    const key = toSignalsKey(account, clientId, value.day);
    const name = itemName(key);
    const week = weeks.get(name);
    if (week) week.signals.push(value);
    else weeks.set(name, { ...key, clientId, signals: [value] });
  }
  return weeks;
}

async function storedItems(table: Table, keys: readonly ItemKey[], known: KnownItems): Promise<Map<string, Item>> {
  const unread = keys.filter((key) => !known.has(itemName(key)));
  const items = [
    ...keys.flatMap((key) => known.get(itemName(key)) ?? []),
    ...(await readBatch(table, unread, { consistent: true })),
  ];
  return new Map(items.map((item) => [itemName(item), item]));
}

/** The client keeps what its item repeats of other records. */
function withCounts(change: Wanted, stored: Item | undefined): Wanted {
  if (!stored) return change;
  const { notes, latestRead, ...others } = fromClientItem(stored);
  const optional = optionalCounts.flatMap((name) => (others[name] === undefined ? [] : [[name, others[name]]]));
  return { ...change, item: { ...change.item, notes, latestRead, ...Object.fromEntries(optional) } };
}

function itemName({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}

function isOf<Kind extends Fact['kind']>(kind: Kind) {
  return (fact: Fact): fact is FactOf<Kind> => fact.kind === kind;
}
