import { type AlignmentYear, withRead } from '../../../shared/domain/alignment.ts';
import { isoWeek } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { fromAlignmentItem, toAlignmentItem } from '../../../shared/table/records/alignment.ts';
import type { Client } from '../../../shared/table/records/clients.ts';
import { mergedSignalsItem, namedSignalsIn } from '../../../shared/table/records/signals.ts';
import { fromStreamItem } from '../../../shared/table/records/streams.ts';
import {
  type Account,
  alignmentKey,
  factKindOf,
  type ItemKey,
  idIn,
  isStreamScore,
  recordsRange,
} from '../../../shared/table/store/item-keys.ts';
import { type Item, readRange } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { KindName } from '../files/kinds.ts';
import { clientIn } from './facts.ts';
import type { Seen } from './seen.ts';

export type IsSurplus = (kind: KindName, ...parts: readonly unknown[]) => boolean;

export function surplusTo(given: ReadonlySet<KindName>, named: Seen): IsSurplus {
  return (kind, ...parts) => given.has(kind) && !named.has([kind, ...parts].join(' '));
}

/** Where a record lies beside its name: moved there, it leaves one behind where it was. */
export function placeOf(fact: Fact): string | undefined {
  if (fact.kind === 'note') return fact.value.createdAt;
  return fact.kind === 'signal' ? isoWeek(fact.value.day) : undefined;
}

export interface Gone {
  readonly kind: KindName;
  readonly clientId: string;
  readonly key: ItemKey;
  /** How many facts go with it. */
  readonly count: number;
  readonly left?: Item;
}

/** What a client that stays loses: records, and imported scores of its own and of its streams. */
export async function lossesOf(table: Table, account: Account, client: Client, isSurplus: IsSurplus) {
  const items = await readRange(table, recordsRange(account, client.id), { consistent: true });
  const scored: Fact[] = [];
  if (client.importedScore !== undefined && isSurplus('scores', client.id, '')) {
    scored.push({ kind: 'client', value: without(clientIn(client as unknown as Item)) });
  }
  for (const stream of items.filter((item) => factKindOf(item) === 'stream')) {
    const goes = stream.importedScore !== undefined && isSurplus('scores', client.id, stream.id);
    if (goes && !isSurplus('streams', client.id, stream.id)) {
      scored.push({ kind: 'stream', value: without(fromStreamItem(stream)) });
    }
  }
  return { records: surplusRecords(account, client.id, items, isSurplus), scored };
}

function surplusRecords(account: Account, clientId: string, items: readonly Item[], isSurplus: IsSurplus): Gone[] {
  const gone: Gone[] = [];
  for (const item of items) {
    const key = { pk: item.pk, sk: item.sk };
    const goes = (kind: KindName, count = 1) => gone.push({ kind, clientId, key, count });
    const kind = factKindOf(item);
    if (kind === 'stream' && isSurplus('streams', clientId, item.id)) goes('streams');
    // what belongs to a stream goes with it, and after it if a run was killed in between
    if (isStreamScore(item) && isSurplus('streams', clientId, idIn(item.sk))) goes('streams', 0);
    if (kind === 'insights') {
      const withStream = isSurplus('streams', clientId, item.streamId);
      if (withStream || isSurplus('insights', clientId, item.streamId, item.weekDate)) goes('insights');
    }
    if (kind === 'note' && isSurplus('notes', clientId, item.id, item.createdAt)) goes('notes');
    if (kind === 'person' && isSurplus('key-people', clientId, item.id)) goes('key-people');
    if (kind === 'signal') gone.push(...surplusSignals(account, clientId, item, isSurplus));
  }
  return [...gone, ...surplusReads(account, clientId, items, isSurplus)];
}

function surplusSignals(account: Account, clientId: string, item: Item, isSurplus: IsSurplus): Gone[] {
  const signals = namedSignalsIn(item);
  const stay = signals.filter(({ id, day }) => !isSurplus('signals', clientId, id, isoWeek(day)));
  if (stay.length === signals.length) return [];
  const key = { pk: item.pk, sk: item.sk };
  const left = stay.length > 0 ? mergedSignalsItem(account, clientId, undefined, stay) : undefined;
  return [{ kind: 'signals', clientId, key, count: signals.length - stay.length, ...(left && { left }) }];
}

function surplusReads(account: Account, clientId: string, items: readonly Item[], isSurplus: IsSurplus): Gone[] {
  const years = items.filter((item) => factKindOf(item) === 'alignment').map(fromAlignmentItem);
  const reads = years.flatMap((year) => year.reads);
  const stay = reads.filter(({ week }) => !isSurplus('alignment', clientId, week));
  if (stay.length === reads.length) return [];
  const after = stay.reduce<readonly AlignmentYear[]>((all, read) => withRead(all, read), []);
  return years.map(({ year, reads: before }): Gone => {
    const left = after.find((each) => each.year === year);
    const item = left && toAlignmentItem(account, clientId, left);
    const count = before.length - (left?.reads.length ?? 0);
    return {
      kind: 'alignment',
      clientId,
      key: alignmentKey(account, clientId, year),
      count,
      ...(item && { left: item }),
    };
  });
}

function without<T extends { importedScore?: number }>({ importedScore: _, ...rest }: T): Omit<T, 'importedScore'> {
  return rest;
}
