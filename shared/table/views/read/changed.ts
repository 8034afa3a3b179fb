import type { Account } from '../../store/item-keys.ts';
import { PageCache, PageMissing } from '../../store/page-cache.ts';
import type { Table } from '../../store/table.ts';
import {
  type ChangedLine,
  type ChangedLines,
  type ChangedPart,
  changedLine,
  changedParts,
  keyIn,
  nothingChanged,
} from '../model/changed.ts';
import type { Root } from '../root/root.ts';
import type { ListVersion } from './list-version.ts';
import { LiveVersion } from './live-version.ts';

export interface Changes {
  /** Of clients, or of clients and streams, in the order in which they changed last. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many there are after the given place, those of both lists included. */
  readonly total: number;
  /** The place to go on from. */
  readonly next: string;
}

/** Before everything. */
const beginning = '1970-01-01T00:00:00.000Z';

/** What changed after a place. */
export async function changesAfter(
  list: ListVersion,
  part: ChangedPart,
  place: string,
  limit: number,
): Promise<Changes> {
  const { parts, starts } = await list.item();
  const pages = parts[changedParts[part]]?.pages ?? [];
  const first = Math.max(
    0,
    (starts[changedParts[part]] ?? []).findLastIndex((start) => start <= place),
  );
  const end = pages[first] ? pages[first].start + pages[first].count + limit : 0;
  const read = pages.slice(first).filter(({ start }) => start < end);
  const lines = (await list.pageTexts(read)).flat().map(changedLine);
  const after = lines.filter((line) => line.place > place);
  const page = after.slice(0, limit);
  const passed = (pages[first]?.start ?? 0) + lines.length - after.length;
  const keysOf = (some: readonly ChangedLine[]) => some.map((line) => keyIn(line.place));
  return {
    changed: keysOf(page.filter(({ facts }) => facts !== undefined)),
    removed: keysOf(page.filter(({ facts }) => facts === undefined)),
    total: pages.reduce((sum, { count }) => sum + count, 0) - passed,
    // not a time that the caller gave: a publication that is under way may have an earlier one
    next: page.at(-1)?.place ?? lines.at(-1)?.place ?? beginning,
  };
}

/** All that the live version says of changes. If its pages were lost, everything is taken to have changed. */
export async function changedBefore(table: Table, account: Account, root: Root): Promise<ChangedLines> {
  const list = new LiveVersion({ table, pages: new PageCache(0) }, account, root).list('changed');
  try {
    const { parts } = await list.item();
    const linesOf = async (part: ChangedPart) => {
      const texts = await list.pageTexts(parts[changedParts[part]]?.pages ?? []);
      const lines = texts.flat().map(changedLine);
      return new Map(lines.map((line) => [keyIn(line.place), line]));
    };
    return { clients: await linesOf('clients'), streams: await linesOf('streams') };
  } catch (error) {
    if (!(error instanceof PageMissing)) throw error;
    return nothingChanged;
  }
}
