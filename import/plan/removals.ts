import { type AlignmentYear, withRead } from '../../shared/domain/alignment.ts';
import { isoWeek } from '../../shared/domain/dates.ts';
import type { OpenSignal } from '../../shared/domain/scoring/open-signals.ts';
import { fromAlignmentItem, toAlignmentItem } from '../../shared/table/entities/alignment.ts';
import type { Client } from '../../shared/table/entities/client.ts';
import { storedClient } from '../../shared/table/entities/client.ts';
import type { KindName } from '../../shared/table/entities/entity.ts';
import { openSignalsIn, openSignalsItem } from '../../shared/table/entities/open-signal.ts';
import { mergedSignalsItem, namedSignalsIn } from '../../shared/table/entities/signal.ts';
import { fromStreamItem } from '../../shared/table/entities/stream.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';
import { allRecords } from '../../shared/table/records/all-records.ts';
import { type Account, alignmentKey, factKindOf, type ItemKey } from '../../shared/table/store/item-keys.ts';
import type { Item } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { IsUnnamed } from '../facts/unnamed.ts';

export interface Removal {
  readonly kind: KindName;
  readonly clientId: string;
  readonly key: ItemKey;
  /** How many facts are removed with the item. */
  readonly count: number;
  /** What replaces the item, if it keeps some of its facts. */
  readonly replacement?: Item;
}

/** What to remove from a client that is kept: records, and imported scores of the client and its streams. */
export async function removalsOf(table: Table, account: Account, client: Client, isUnnamed: IsUnnamed) {
  const items = await allRecords(table, account, client.id);
  const scored: Fact[] = [];
  if (client.importedScore !== undefined && isUnnamed('scores', client.id, '')) {
    scored.push({ kind: 'client', value: withoutScore(storedClient(client as unknown as Item)) });
  }
  for (const stream of items.filter((item) => factKindOf(item) === 'stream')) {
    const losesScore = stream.importedScore !== undefined && isUnnamed('scores', client.id, stream.id);
    if (losesScore && !isUnnamed('streams', client.id, stream.id)) {
      scored.push({ kind: 'stream', value: withoutScore(fromStreamItem(stream)) });
    }
  }
  return { records: unnamedRecords(account, client.id, items, isUnnamed), scored };
}

function unnamedRecords(account: Account, clientId: string, items: readonly Item[], isUnnamed: IsUnnamed): Removal[] {
  const removals: Removal[] = [];
  for (const item of items) {
    const key = { pk: item.pk, sk: item.sk };
    const remove = (kind: KindName, count = 1) => removals.push({ kind, clientId, key, count });
    const kind = factKindOf(item);
    if (kind === 'stream' && isUnnamed('streams', clientId, item.id)) remove('streams');
    if (kind === 'insights') {
      const withStream = isUnnamed('streams', clientId, item.streamId);
      if (withStream || isUnnamed('insights', clientId, item.streamId, item.weekDate)) {
        remove('insights', (item.insights as readonly unknown[]).length);
      }
    }
    if (kind === 'note' && isUnnamed('notes', clientId, item.id, item.createdAt)) remove('notes');
    if (kind === 'follow-up' && isUnnamed('follow-ups', clientId, item.at)) remove('follow-ups');
    if (kind === 'person' && isUnnamed('key-people', clientId, item.id)) remove('key-people');
    if (kind === 'open-signal') removals.push(...unnamedOpenSignals(account, clientId, item, isUnnamed));
    if (kind === 'signal') removals.push(...unnamedSignals(account, clientId, item, isUnnamed));
  }
  return [...removals, ...unnamedReads(account, clientId, items, isUnnamed)];
}

function unnamedSignals(account: Account, clientId: string, item: Item, isUnnamed: IsUnnamed): Removal[] {
  const signals = namedSignalsIn(item);
  const kept = signals.filter(({ id, day }) => !isUnnamed('signals', clientId, id, isoWeek(day)));
  if (kept.length === signals.length) return [];
  const key = { pk: item.pk, sk: item.sk };
  const replacement = kept.length > 0 ? mergedSignalsItem(account, clientId, undefined, kept) : undefined;
  return [{ kind: 'signals', clientId, key, count: signals.length - kept.length, ...(replacement && { replacement }) }];
}

function unnamedOpenSignals(account: Account, clientId: string, item: Item, isUnnamed: IsUnnamed): Removal[] {
  const removal = withoutOpenSignals(account, clientId, item, ({ feed, id }) =>
    isUnnamed('open-signals', clientId, feed, id),
  );
  return removal ? [removal] : [];
}

/** Removes some of the open signals of a client; undefined if none. */
export function withoutOpenSignals(
  account: Account,
  clientId: string,
  item: Item,
  leaves: (open: OpenSignal) => boolean,
): Removal | undefined {
  const open = openSignalsIn(item);
  const kept = open.filter((each) => !leaves(each));
  if (kept.length === open.length) return undefined;
  const replacement = openSignalsItem(account, clientId, kept);
  const key = { pk: item.pk, sk: item.sk };
  return { kind: 'open-signals', clientId, key, count: open.length - kept.length, ...(replacement && { replacement }) };
}

function unnamedReads(account: Account, clientId: string, items: readonly Item[], isUnnamed: IsUnnamed): Removal[] {
  const years = items.filter((item) => factKindOf(item) === 'alignment').map(fromAlignmentItem);
  const reads = years.flatMap((year) => year.reads);
  const kept = reads.filter(({ week }) => !isUnnamed('alignment', clientId, week));
  if (kept.length === reads.length) return [];
  const after = kept.reduce<readonly AlignmentYear[]>((all, read) => withRead(all, read), []);
  return years.map(({ year, reads: before }): Removal => {
    const remaining = after.find((each) => each.year === year);
    const replacement = remaining && toAlignmentItem(account, clientId, remaining);
    const count = before.length - (remaining?.reads.length ?? 0);
    return {
      kind: 'alignment',
      clientId,
      key: alignmentKey(account, clientId, year),
      count,
      ...(replacement && { replacement }),
    };
  });
}

function withoutScore<T extends { importedScore?: number }>({
  importedScore: _,
  ...rest
}: T): Omit<T, 'importedScore'> {
  return rest;
}
