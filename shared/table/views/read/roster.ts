import { fold } from '../../../domain/lists/search.ts';
import { byScore, type Scored } from '../../../domain/orders.ts';
import { chunks } from '../../store/batches.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import type { EntryFields } from './entries.ts';
import { emptyHead, type Head, type PagedList, readHead } from './head.ts';
import { PageStore, pagesCovering } from './page-store.ts';
import type { PageRef } from './pages.ts';

/** The fields of an entry, and where its text is. */
export interface LocatedEntry<Fields extends EntryFields> {
  readonly fields: Fields;
  /** Archived, or not active. */
  readonly hidden: boolean;
  readonly page: PageRef;
  readonly at: number;
}

export interface Reader {
  readonly table: Table;
  readonly pages: PageStore;
}

/** One version of a roster: everything it returns belongs to that version, because pages never change. */
export class RosterVersion<S extends EntryFields> {
  readonly head: Head;
  readonly #reader: Reader;
  readonly #account: Account;
  readonly #name: RosterName;

  constructor(reader: Reader, account: Account, name: RosterName, head: Head | undefined) {
    this.head = head ?? emptyHead;
    this.#reader = reader;
    this.#account = account;
    this.#name = name;
  }

  /** The texts of a slice of one list; reads only the pages that hold it. */
  async textsOf(list: PagedList, offset: number, limit: number): Promise<string[]> {
    const { refs, skip } = pagesCovering(list, offset, limit);
    const { table, pages } = this.#reader;
    const texts = await pages.texts(table, this.#account, this.#name, refs);
    return texts.flat().slice(skip, skip + limit);
  }

  /** The fields of a slice of one list. */
  async fieldsOf(list: PagedList, offset: number, limit: number): Promise<S[]> {
    const { refs, skip } = pagesCovering(list, offset, limit);
    const { table, pages } = this.#reader;
    const fieldsByPage = await pages.fields<S>(table, this.#account, this.#name, refs);
    return fieldsByPage.flat().slice(skip, skip + limit);
  }

  /** All entries in order, optionally with those of the hidden list merged in. */
  async locatedEntries(withHidden: boolean): Promise<LocatedEntry<S>[]> {
    const { main, hidden } = this.head;
    const refs = withHidden ? [...main.pages, ...hidden.pages] : main.pages;
    const { table, pages } = this.#reader;
    const fieldsByPage = await pages.fields<S>(table, this.#account, this.#name, refs);
    const lines = refs.flatMap((page, index) =>
      (fieldsByPage[index] ?? []).map((fields, at) => ({ fields, hidden: index >= main.pages.length, page, at })),
    );
    return withHidden ? merged(lines) : lines;
  }

  /** All entries with their texts in order, read a few pages at a time, so memory does not grow with the list. */
  async *entries(withHidden: boolean, tableNow: () => Table): AsyncGenerator<LocatedEntry<S> & { text: string }> {
    const { main, hidden } = this.head;
    const first = this.#entriesOf(main, false, tableNow);
    if (withHidden) yield* mergedInOrder(first, this.#entriesOf(hidden, true, tableNow));
    else yield* first;
  }

  async *#entriesOf(
    list: PagedList,
    hidden: boolean,
    tableNow: () => Table,
  ): AsyncGenerator<LocatedEntry<S> & { text: string }> {
    // a long list is not cached: it would evict the pages that are read more often
    const pages = list.pages.length <= mostKept ? this.#reader.pages : new PageStore(0);
    for (const refs of chunks(list.pages, pagesAtOnce)) {
      const table = tableNow();
      const [texts, fieldsByPage] = await Promise.all([
        pages.texts(table, this.#account, this.#name, refs),
        pages.fields<S>(table, this.#account, this.#name, refs),
      ]);
      for (const [index, page] of refs.entries()) {
        for (const [at, fields] of (fieldsByPage[index] ?? []).entries()) {
          yield { fields, hidden, page, at, text: texts[index]?.[at] ?? '' };
        }
      }
    }
  }

  /** The texts of these entries. */
  async textsAt(lines: readonly LocatedEntry<S>[]): Promise<string[]> {
    const refs = [...new Map(lines.map(({ page }) => [page.id, page])).values()];
    const { table, pages } = this.#reader;
    const texts = await pages.texts(table, this.#account, this.#name, refs);
    const byPage = new Map(refs.map(({ id }, index) => [id, texts[index] ?? []]));
    return lines.map(({ page, at }) => byPage.get(page.id)?.[at] ?? '');
  }
}

export async function rosterOf<S extends EntryFields>(
  reader: Reader,
  account: Account,
  name: RosterName,
  reading: { consistent?: boolean } = {},
): Promise<RosterVersion<S>> {
  return new RosterVersion(reader, account, name, await readHead(reader.table, account, name, reading));
}

const pagesAtOnce = 25;
/** About 15,000 clients. */
const mostKept = 250;

/** Merges two sorted lists. */
async function* mergedInOrder<L extends LocatedEntry<EntryFields>>(
  a: AsyncGenerator<L>,
  b: AsyncGenerator<L>,
): AsyncGenerator<L> {
  let [left, right] = await Promise.all([a.next(), b.next()]);
  while (!left.done || !right.done) {
    if (!left.done && (right.done || byScore(orderOf(left.value), orderOf(right.value)) <= 0)) {
      yield left.value;
      left = await a.next();
    } else if (!right.done) {
      yield right.value;
      right = await b.next();
    }
  }
}

/** Merges the main and the hidden entries, both sorted, into one sorted list. */
function merged<S extends EntryFields>(lines: readonly LocatedEntry<S>[]): LocatedEntry<S>[] {
  const main = lines.filter(({ hidden }) => !hidden);
  const hidden = lines.filter((line) => line.hidden);
  const result: LocatedEntry<S>[] = [];
  let from = 0;
  for (const line of main) {
    for (let next = hidden[from]; next && byScore(orderOf(next), orderOf(line)) < 0; next = hidden[from]) {
      result.push(next);
      from += 1;
    }
    result.push(line);
  }
  return [...result, ...hidden.slice(from)];
}

function orderOf({ fields: { id, name, score } }: LocatedEntry<EntryFields>): Scored {
  // folded only to compare equal scores, which are few
  return {
    id,
    score,
    get foldedName() {
      return fold(name);
    },
  };
}
