import { type AlignmentYear, withRead } from '../../../shared/domain/alignment.ts';
import { fromAlignmentItem, toAlignmentItem } from '../../../shared/table/alignment.ts';
import type { Table } from '../../../shared/table/client.ts';
import { allClients, type Client } from '../../../shared/table/clients.ts';
import {
  type FactWriter,
  removeClient,
  removePortfolio,
  removeRecords,
  writeFacts,
} from '../../../shared/table/facts.ts';
import {
  type Account,
  alignmentKey,
  factKindOf,
  insightsOf,
  type Key,
  memberKey,
  membersOf,
  recordsOf,
  streamScoreKey,
} from '../../../shared/table/keys.ts';
import { allPortfolios } from '../../../shared/table/portfolios.ts';
import { chunksOf, type Item, readRange } from '../../../shared/table/read.ts';
import { mergedSignalsItem, namedSignalsIn } from '../../../shared/table/signals.ts';
import type { Stream } from '../../../shared/table/streams.ts';
import { clientIn } from './facts.ts';
import type { KindName } from './kinds.ts';
import type { Seen } from './seen.ts';

interface Gone {
  readonly kind: KindName;
  readonly clientId: string;
  readonly key: Key;
  /** How many facts go with it. */
  readonly count: number;
  readonly left?: Item;
}

/** What is stored and not named by the files, of the kinds that there are files of. */
export interface Surplus {
  readonly clients: readonly Pick<Client, 'id' | 'name'>[];
  readonly portfolios: readonly { readonly id: string; readonly name: string }[];
  readonly records: readonly Gone[];
  /** Clients and streams whose imported score goes. */
  readonly scored: readonly { readonly client?: Item; readonly stream?: Item }[];
}

export async function findSurplus(
  table: Table,
  account: Account,
  given: ReadonlySet<KindName>,
  named: Seen,
): Promise<Surplus> {
  const isSurplus = (kind: KindName, ...parts: readonly unknown[]) =>
    given.has(kind) && !named.has([kind, ...parts].join(' '));
  const clients: Client[] = [];
  const portfolios = [];
  const records: Gone[] = [];
  const scored: { client?: Item; stream?: Item }[] = [];

  for (const portfolio of await allPortfolios(table, account)) {
    if (isSurplus('portfolios', portfolio.id)) portfolios.push(portfolio);
    else if (given.has('portfolio-members')) {
      for (const { clientId } of await readRange(table, membersOf(account, portfolio.id), { consistent: true })) {
        const key = memberKey(account, portfolio.id, String(clientId));
        const member = { kind: 'portfolio-members' as const, clientId: String(clientId), key, count: 1 };
        if (isSurplus('portfolio-members', portfolio.id, clientId)) records.push(member);
      }
    }
  }
  const looksInside = [...given].some((kind) => !['clients', 'portfolios', 'portfolio-members'].includes(kind));
  for await (const part of allClients(table, account)) {
    for (const client of part) {
      if (isSurplus('clients', client.id)) {
        clients.push(client);
        continue;
      }
      if (!looksInside) continue;
      if (client.importedScore !== undefined && isSurplus('scores', client.id, '')) {
        scored.push({ client: client as unknown as Item });
      }
      const items = await readRange(table, recordsOf(account, client.id), { consistent: true });
      records.push(...surplusRecords(account, client.id, items, isSurplus));
      for (const stream of items.filter((item) => factKindOf(item) === 'stream')) {
        const goes = stream.importedScore !== undefined && isSurplus('scores', client.id, stream.id);
        if (goes && !isSurplus('streams', client.id, stream.id)) scored.push({ stream });
      }
    }
  }
  const goingClients = new Set(clients.map(({ id }) => id));
  return { clients, portfolios, records: records.filter(({ clientId }) => !goingClients.has(clientId)), scored };
}

type IsSurplus = (kind: KindName, ...parts: readonly unknown[]) => boolean;

function surplusRecords(account: Account, clientId: string, items: readonly Item[], isSurplus: IsSurplus): Gone[] {
  const goneStreams = new Set<unknown>();
  const gone: Gone[] = [];
  for (const item of items) {
    const key = { pk: item.pk, sk: item.sk };
    const one = (kind: KindName): Gone => ({ kind, clientId, key, count: 1 });
    const kind = factKindOf(item);
    if (kind === 'stream' && isSurplus('streams', clientId, item.id)) {
      goneStreams.add(item.id);
      gone.push(one('streams'), {
        ...one('streams'),
        key: streamScoreKey(account, clientId, String(item.id)),
        count: 0,
      });
    }
    if (kind === 'note' && isSurplus('notes', clientId, item.id)) gone.push(one('notes'));
    if (kind === 'person' && isSurplus('key-people', clientId, item.id)) gone.push(one('key-people'));
    if (kind === 'signal') gone.push(...surplusSignals(account, clientId, item, isSurplus));
  }
  const ranges = [...goneStreams].map((stream) => insightsOf(account, clientId, String(stream)));
  for (const item of items.filter((each) => factKindOf(each) === 'insights')) {
    const withStream = ranges.some(({ from, to }) => item.sk >= from && item.sk <= to);
    if (withStream || isSurplus('insights', clientId, item.streamId, item.weekDate)) {
      gone.push({ kind: 'insights', clientId, key: { pk: item.pk, sk: item.sk }, count: 1 });
    }
  }
  return [...gone, ...surplusReads(account, clientId, items, isSurplus)];
}

function surplusSignals(account: Account, clientId: string, item: Item, isSurplus: IsSurplus): Gone[] {
  const signals = namedSignalsIn(item);
  const stay = signals.filter(({ id }) => !isSurplus('signals', clientId, id));
  if (stay.length === signals.length) return [];
  const key = { pk: item.pk, sk: item.sk };
  const left = stay.length > 0 ? mergedSignalsItem(account, clientId, undefined, stay) : undefined;
  return [{ kind: 'signals', clientId, key, count: signals.length - stay.length, ...(left && { left }) }];
}

function surplusReads(account: Account, clientId: string, items: readonly Item[], isSurplus: IsSurplus): Gone[] {
  const years = items.filter((item) => factKindOf(item) === 'read').map(fromAlignmentItem);
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

const recordsAtOnce = 500;

/** Removes it. Killed anywhere and run again it completes: what is gone is found no more. */
export async function removeSurplus(
  writer: FactWriter,
  account: Account,
  { clients, portfolios, records, scored }: Surplus,
): Promise<void> {
  for (const { id } of clients) await removeClient(writer, account, id);
  for (const { id } of portfolios) await removePortfolio(writer, account, id);
  for (const chunk of chunksOf(records, recordsAtOnce)) await removeRecords(writer, account, chunk);
  for (const chunk of chunksOf(scored, recordsAtOnce)) {
    await writeFacts(
      writer,
      account,
      chunk.map(({ client, stream }) => {
        if (stream) return { kind: 'stream', value: without(stream) as unknown as Stream };
        return { kind: 'client', value: clientIn(without(client ?? {}) as Item) };
      }),
    );
  }
}

function without({ importedScore: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** How many of each kind go. */
export function surplusCounts({ clients, portfolios, records, scored }: Surplus): [KindName, number][] {
  const counts = new Map<KindName, number>([
    ['clients', clients.length],
    ['portfolios', portfolios.length],
    ['scores', scored.length],
  ]);
  for (const { kind, count } of records) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].filter(([, count]) => count > 0);
}
