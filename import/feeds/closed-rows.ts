import { type Day, dateOf } from '../../shared/domain/dates.ts';
import type { OpenSignal } from '../../shared/domain/scoring/open-signals.ts';
import { type FactWriter, removeOpenSignals } from '../../shared/table/facts/facts.ts';
import { openSignalsIn } from '../../shared/table/records/open-signals.ts';
import { chunks } from '../../shared/table/store/batches.ts';
import { type Account, openSignalsKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Checked } from '../check/check.ts';
import { createNameIndex, type NameIndex } from '../check/name-index.ts';
import type { LineSet } from '../files/line-set.ts';
import { isColumnOf } from '../files/rows.ts';
import type { Source } from '../files/source.ts';
import { tableOf } from '../files/table.ts';
import { type Removal, withoutOpenSignals } from '../prune/removals.ts';
import type { Rejects } from '../rejects/rejects.ts';
import { isOpenTwin } from './open-twin.ts';

export { isOpenTwin };

/** Open signals that an import ends, and those that no file has had for a while. */
export interface ClosedRows {
  /** The clients of the signals that end. */
  readonly clientIds: readonly string[];
  readonly ends: (clientId: string, signal: OpenSignal) => boolean;
  readonly count: number;
  readonly unseen: readonly { readonly feed: string; readonly signals: number; readonly since: string }[];
}

interface Imports {
  readonly table: Table;
  readonly account: Account;
  /** The sources that are imported. */
  readonly sources: readonly Source[];
  /** All sources, also those that are refused. */
  readonly inspected: readonly Source[];
  readonly checked: Pick<Checked, 'clients' | 'named'>;
  readonly rejects: Rejects | undefined;
  /** True if the feed is expected to have rows, and has none. */
  readonly isSilent: (feed: string) => boolean;
  readonly today: Day;
}

/** What the files of a feed say about its signals. */
interface Feed {
  readonly isFull: boolean;
  /** Signals of rows that are in the files. */
  readonly present: NameIndex;
  /** Signals of rejected rows. */
  readonly rejected: NameIndex;
  /** A row or a file that was rejected could be about any signal. */
  isUncertain: boolean;
}

const unseenDays = 14;
const clientsAtOnce = 1000;

/** Compares the stored open signals of the feeds with their files. */
export async function closedRows(imports: Imports): Promise<ClosedRows> {
  const { table, account, inspected, checked, rejects, isSilent, today } = imports;
  const feeds = new Map<string, Feed>();
  for (const source of inspected.filter(isOpenTwin)) {
    const none = { present: createNameIndex(), rejected: createNameIndex(), isUncertain: false };
    const feed = feeds.get(source.feed) ?? { isFull: source.contains === 'full', ...none };
    feeds.set(source.feed, feed);
    if (isSilent(source.feed)) feed.isUncertain = true;
    if (rejects?.isRefused(source.name)) feed.isUncertain = true;
    else await addRows(feed, source, rejects?.linesOf(source.name));
  }
  const clientIds: string[] = [];
  let count = 0;
  const unseen = new Map<string, { signals: number; last: Day }>();
  const ends = (clientId: string, { feed: name, id }: OpenSignal): boolean => {
    const feed = feeds.get(name);
    if (!feed || checked.named.has(`open-signals ${clientId} ${name} ${id}`) || feed.rejected.has(id)) return false;
    return feed.present.has(id) || (feed.isFull && !feed.isUncertain);
  };
  for (const ids of feeds.size === 0 ? [] : chunks(checked.clients.ids(), clientsAtOnce)) {
    const keys = ids.map((id) => openSignalsKey(account, id));
    for (const item of await readBatch(table, keys, { consistent: true })) {
      const clientId = String(item.clientId);
      const removal = withoutOpenSignals(account, clientId, item, (open) => ends(clientId, open));
      if (removal) {
        clientIds.push(clientId);
        count += removal.count;
      }
      for (const open of openSignalsIn(item)) {
        const { feed, seen } = open;
        if (!feeds.has(feed) || seen >= today - unseenDays || ends(clientId, open)) continue;
        if (checked.named.has(`open-signals ${clientId} ${feed} ${open.id}`)) continue;
        const known = unseen.get(feed) ?? { signals: 0, last: seen };
        unseen.set(feed, { signals: known.signals + 1, last: Math.max(known.last, seen) });
      }
    }
  }
  return {
    clientIds,
    ends,
    count,
    unseen: [...unseen].map(([feed, { signals, last }]) => ({ feed, signals, since: dateOf(last) })),
  };
}

const clientsClosedAtOnce = 25;

/** Removes the signals that end. Reads them again: the import has written others of these clients since. */
export async function closeRows(
  writer: FactWriter,
  account: Account,
  { ends }: Pick<ClosedRows, 'ends'>,
  clientIds: readonly string[],
): Promise<void> {
  for (const ids of chunks(clientIds, clientsClosedAtOnce)) {
    const keys = ids.map((id) => openSignalsKey(account, id));
    const items = await readBatch(writer.table, keys, { consistent: true });
    const removals = items.flatMap((item): Removal[] => {
      const clientId = String(item.clientId);
      const removal = withoutOpenSignals(account, clientId, item, (open) => ends(clientId, open));
      return removal ? [removal] : [];
    });
    if (removals.length > 0) await removeOpenSignals(writer, removals);
  }
}

async function addRows(feed: Feed, source: Source, rejected: LineSet | undefined): Promise<void> {
  for await (const { header, rows } of tableOf(source, isColumnOf(source))) {
    const bound = source.mapping?.bind(header.cells, source.format);
    for (const { line, cells } of rows) {
      if (source.leftOut?.has(line)) continue;
      const ids = bound?.signalIdsOf?.(cells) ?? [];
      const isRejected = rejected?.has(line) ?? false;
      if (isRejected && ids.length === 0) feed.isUncertain = true;
      for (const id of ids) (isRejected ? feed.rejected : feed.present).add(id, 1);
    }
  }
}
