import type { Entry, Kind, Row } from '../files/kinds/kind.ts';
import { recordName } from '../files/kinds.ts';
import type { FileOfRows } from '../rows/read.ts';
import type { RowReader } from '../rows/rows.ts';
import { type EntryList, type EntryPlace, inOrder } from './entry-list.ts';

/** The entries of one kind in a file that is kept. */
export interface FileOfEntries {
  readonly file: FileOfRows;
  readonly reader: RowReader;
  readonly entries: EntryList;
}

/** Entries that are compared and written together, and their places in the order. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** Of each entry the places of its rows. */
  readonly places: readonly (readonly number[])[];
}

/**
 * What the files of a run say of one kind, in one order, that of clients and weeks: what shares an item is read and
 * written together, whatever the order of the files.
 */
export interface OrderedEntries {
  readonly kind: Kind;
  /** Rows. */
  readonly count: number;
  /** The batches of all places, or of those for which `isWanted`. They are the same on every call. */
  readonly batches: (isWanted?: (place: number) => boolean) => Iterable<Batch>;
}

/** Signals are small, and many share an item. */
const signalsInBatch = 2000;
const entriesInBatch = 500;
/** A client with more entries than this has them in several batches. */
const mostTimes = 10;

export function orderedEntries(
  kind: Kind,
  files: readonly FileOfEntries[],
  clientIds: readonly string[],
): OrderedEntries {
  const order = inOrder(files.map(({ entries }) => entries));
  const size = kind.name === 'signals' || kind.name === 'open-signals' ? signalsInBatch : entriesInBatch;
  const starts: number[] = [];
  let count = 0;
  for (const { entries } of files) {
    starts.push(count);
    count += entries.count;
  }
  // the entries of a row follow each other
  let last: { readonly at: FileOfEntries; readonly row: number; readonly rows: readonly Row[] } | undefined;
  const rowAt = (at: FileOfEntries, { row, part }: EntryPlace): Row => {
    if (last?.at !== at || last.row !== row) {
      last = { at, row, rows: at.reader.read(at.file.rows.at(row), () => undefined) };
    }
    return last.rows[part] as Row;
  };
  const entryAt = (place: number) => {
    const number = order[place] ?? 0;
    const index = starts.findLastIndex((start) => start <= number);
    const at = files[index] as FileOfEntries;
    const found = at.entries.at(number - (starts[index] ?? 0));
    const row = rowAt(at, found);
    const entry: Entry = { kind, row, rows: [row], clientId: clientIds[found.client] ?? '', file: at.file.source.name };
    return { found, entry, sums: isSummed(at.file, kind) };
  };
  return {
    kind,
    count: order.length,
    *batches(isWanted = () => true) {
      let groups = new Map<string, { entry: Entry & { rows: Row[] }; places: number[] }>();
      let before: EntryPlace | undefined;
      let rows = 0;
      const batch = (): Batch => {
        const all = [...groups.values()];
        groups = new Map();
        rows = 0;
        return { entries: all.map(({ entry }) => entry), places: all.map(({ places }) => places) };
      };
      for (let place = 0; place < order.length; place += 1) {
        if (!isWanted(place)) continue;
        const { found, entry, sums } = entryAt(place);
        const isNext = before?.client !== found.client || before.week !== found.week;
        if ((rows >= size && isNext) || rows >= size * mostTimes) yield batch();
        before = found;
        rows += 1;
        const name = sums ? recordName(entry) : String(place);
        const group = groups.get(name);
        if (group) {
          group.entry.rows.push(entry.row);
          group.places.push(place);
        } else groups.set(name, { entry: { ...entry, rows: [entry.row] }, places: [place] });
      }
      if (rows > 0) yield batch();
    },
  };
}

/** Whether several rows make one fact: those of a stream's week of insights, and of a client's week in a time sheet. */
export function isSummed({ source }: FileOfRows, kind: Kind): boolean {
  return kind.name === 'insights' || (source.sumsWeeks ?? false);
}
