import { type Day, dateOf, dayOf } from '../../shared/domain/dates.ts';
import { endedSignal, type OpenSignal } from '../../shared/domain/scoring/open-signals.ts';
import { openName, openSignalsIn } from '../../shared/table/entities/open-signal.ts';
import type { NamedSignal } from '../../shared/table/entities/signal.ts';
import { type Fact, type FactWriter, removeOpenSignals, writeFacts } from '../../shared/table/facts/facts.ts';
import { chunks } from '../../shared/table/store/batches.ts';
import { type Account, openSignalsKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Facts } from '../facts/check.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import { nameOf } from '../facts/name-index.ts';
import { kindsOf } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';
import { type Removal, withoutOpenSignals } from './removals.ts';

/** Open signals that an import ends, and those that no file has had for a while. */
export interface ClosedRows {
  /** The clients of the signals that end. */
  readonly clientIds: readonly string[];
  readonly ends: (clientId: string, signal: OpenSignal) => boolean;
  /** What one that ends becomes, if the files have its end and not its day. */
  readonly endOf: (signal: OpenSignal) => NamedSignal | undefined;
  /** Those that one of the files had open, and a newer one ends, by their clients. */
  readonly opened: ReadonlyMap<string, readonly OpenSignal[]>;
  readonly count: number;
  readonly unseen: readonly { readonly feed: string; readonly signals: number; readonly since: string }[];
}

const unseenDays = 14;
const clientsAtOnce = 1000;

/**
 * Compares the stored open signals of the feeds with their files, of which `all` are also those that are refused. A silent
 * feed is expected to have rows, and has none.
 */
export async function closedRows(
  table: Table,
  account: Account,
  all: readonly FileOfRows[],
  { files, clients, isNamed }: Pick<Facts, 'files' | 'clients' | 'isNamed'>,
  silent: ReadonlySet<string>,
  today: Day,
): Promise<ClosedRows> {
  const feeds = Map.groupBy(
    all.filter(({ source }) => source.mapping && kindsOf(source).includes('open-signals')),
    ({ source }) => source.feed,
  );
  const states = new Map([...feeds].map(([feed, sent]) => [feed, stateOf(sent, files, silent.has(feed))] as const));
  const has = (open: OpenSignal, clientId: string) => isNamed(`open-signals ${clientId} ${openName(open)}`);
  const isOver = ({ kept, isWhole }: FeedState, id: string): boolean => {
    const name = nameOf(id);
    if (kept.some(({ open }) => open.rejected.lineOf(name) !== undefined)) return false;
    // a row that is in the files, and not open
    return isWhole || kept.some(({ open }) => open.present.lineOf(name) !== undefined);
  };
  const ends = (clientId: string, open: OpenSignal) => {
    const state = states.get(open.feed);
    return state !== undefined && !has(open, clientId) && isOver(state, open.id);
  };
  const endOf = (open: OpenSignal) => {
    // the oldest that has its end
    const has = states
      .get(open.feed)
      ?.kept.findLast(({ open: { ended } }) => ended.lineOf(nameOf(open.id)) !== undefined);
    return has && endedSignal(open, dayOf(has.file.source.madeBy ?? dateOf(today)));
  };
  const noted = files.flatMap(({ endedLater }) => [...endedLater.values()]);
  const opened = new Map(
    [...Map.groupBy(noted, ({ clientId }) => clientId)].map(([id, each]) => [id, each.map(({ open }) => open)]),
  );
  const clientIds = new Set(opened.keys());
  let count = 0;
  const unseen = new Map<string, { signals: number; last: Day }>();
  for (const ids of feeds.size === 0 ? [] : chunks(clients.ids(), clientsAtOnce)) {
    const keys = ids.map((id) => openSignalsKey(account, id));
    for (const item of await readBatch(table, keys, { consistent: true })) {
      const clientId = String(item.clientId);
      const removal = withoutOpenSignals(account, clientId, item, (open) => ends(clientId, open));
      if (removal) {
        clientIds.add(clientId);
        count += removal.count;
      }
      for (const open of openSignalsIn(item)) {
        const { feed, seen } = open;
        if (!feeds.has(feed) || seen >= today - unseenDays || has(open, clientId) || ends(clientId, open)) continue;
        const known = unseen.get(feed) ?? { signals: 0, last: seen };
        unseen.set(feed, { signals: known.signals + 1, last: Math.max(known.last, seen) });
      }
    }
  }
  return {
    clientIds: [...clientIds],
    ends,
    endOf,
    opened,
    count,
    unseen: [...unseen].map(([feed, { signals, last }]) => ({ feed, signals, since: dateOf(last) })),
  };
}

interface FeedState {
  readonly kept: readonly FileFacts[];
  /** What its files do not have is over. */
  readonly isWhole: boolean;
}

function stateOf(sent: readonly FileOfRows[], files: readonly FileFacts[], isSilent: boolean): FeedState {
  const kept = files.filter(({ file }) => sent.includes(file));
  const isCertain = kept.length === sent.length && !kept.some(({ open }) => open.isUncertain) && !isSilent;
  return { kept, isWhole: isCertain && sent[0]?.source.contains === 'full' };
}

const clientsClosedAtOnce = 25;

/**
 * Removes the signals that end, after what they become is written. Reads them again: the import has written others of
 * these clients since.
 */
export async function closeRows(
  writer: FactWriter,
  account: Account,
  { ends, endOf, opened }: Pick<ClosedRows, 'ends' | 'endOf' | 'opened'>,
  clientIds: readonly string[],
): Promise<void> {
  for (const ids of chunks(clientIds, clientsClosedAtOnce)) {
    const keys = ids.map((id) => openSignalsKey(account, id));
    const items = await readBatch(writer.table, keys, { consistent: true });
    const stored = items.flatMap((item) => {
      const clientId = String(item.clientId);
      return openSignalsIn(item).flatMap((open) => (ends(clientId, open) ? [{ clientId, open }] : []));
    });
    const ofFiles = ids.flatMap((clientId) => (opened.get(clientId) ?? []).map((open) => ({ clientId, open })));
    // the files have them open for longer than the stored ones
    const ended = new Map([...stored, ...ofFiles].map((each) => [`${each.clientId} ${openName(each.open)}`, each]));
    const become = [...ended.values()].flatMap(({ clientId, open }): Fact[] => {
      const value = endOf(open);
      return value ? [{ kind: 'signal', clientId, value }] : [];
    });
    if (become.length > 0) await writeFacts(writer, account, become);
    const removals = items.flatMap((item): Removal[] => {
      const clientId = String(item.clientId);
      const removal = withoutOpenSignals(account, clientId, item, (open) => ends(clientId, open));
      return removal ? [removal] : [];
    });
    if (removals.length > 0) await removeOpenSignals(writer, removals);
  }
}
