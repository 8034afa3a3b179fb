import { chunks } from '../../store/batches.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import type { EntryFields } from '../model/entries.ts';
import { emptyHead, type Head } from '../model/head.ts';
import type { PagedList } from '../model/paged-list.ts';
import { builtViews } from './built-views.ts';
import { ListVersion, type Reader } from './list-version.ts';
import { liveHead } from './live.ts';
import { PageStore } from './page-store.ts';

/** An entry with its fields. */
export interface ListedEntry<Fields extends EntryFields> {
  readonly fields: Fields;
  /** Archived, or not active. */
  readonly hidden: boolean;
  readonly text: string;
}

/** One version of a roster. */
export class RosterVersion<Fields extends EntryFields> extends ListVersion {
  readonly head: Head;
  readonly #reader: Reader;
  readonly #account: Account;
  readonly #name: RosterName;

  constructor(reader: Reader, account: Account, name: RosterName, head: Head | undefined) {
    const live = head ?? emptyHead;
    super(reader, { account, roster: name }, live.list, live.parts);
    this.head = live;
    this.#reader = reader;
    this.#account = account;
    this.#name = name;
  }

  /** The fields of the first entries of a part. */
  async firstFields(part: number, limit: number): Promise<Fields[]> {
    const { table, pages } = this.#reader;
    let count = 0;
    const refs = (this.head.parts[part]?.pages ?? []).filter((page) => {
      const isNeeded = count < limit;
      count += page.count;
      return isNeeded;
    });
    const found = await pages.fields<Fields>(table, this.#account, this.#name, refs);
    return found.flat().slice(0, limit);
  }

  /** All entries with their texts in order, read a few pages at a time, so memory does not grow with the list. */
  async *entries(chosen: readonly number[], tableNow: () => Table): AsyncGenerator<ListedEntry<Fields>> {
    const byPart = this.head.parts.map((part, at) => this.#entriesOf(part, at > 0, tableNow));
    // one part has the order of its pages
    const order = chosen.length > 1 ? (await this.details()).order : '';
    if (order === '') yield* byPart[chosen[0] ?? 0] ?? [];
    for (const part of order) {
      const next = await byPart[Number(part)]?.next();
      if (next && !next.done) yield next.value;
    }
  }

  async *#entriesOf(
    { pages: list }: PagedList,
    hidden: boolean,
    tableNow: () => Table,
  ): AsyncGenerator<ListedEntry<Fields>> {
    // do not cache a long list: it would evict pages that are read more often
    const pages = list.length <= mostKept ? this.#reader.pages : new PageStore(0);
    for (const refs of chunks(list, pagesAtOnce)) {
      const table = tableNow();
      const [texts, fieldsByPage] = await Promise.all([
        pages.texts(table, this.#account, this.#name, refs),
        pages.fields<Fields>(table, this.#account, this.#name, refs),
      ]);
      for (const [page, entries] of fieldsByPage.entries()) {
        for (const [at, fields] of entries.entries()) yield { fields, hidden, text: texts[page]?.[at] ?? '' };
      }
    }
  }
}

/** The live version of a roster; built in memory if the account's views were published before list items existed. */
export async function rosterOf<Fields extends EntryFields>(
  reader: Reader,
  account: Account,
  name: RosterName,
  reading: { consistent?: boolean } = {},
): Promise<RosterVersion<Fields>> {
  const head = await liveHead(reader, account, name, reading);
  if (head?.list !== undefined) return new RosterVersion(reader, account, name, head);
  const built = await builtViews(reader, account);
  return new RosterVersion(built?.reader ?? reader, account, name, built?.views[name].head);
}

const pagesAtOnce = 25;
/** About 15,000 clients. */
const mostKept = 250;
