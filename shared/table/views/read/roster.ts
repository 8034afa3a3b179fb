import { fold } from '../../../domain/lists/search.ts';
import { byScore, type Scored } from '../../../domain/orders.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { chunks } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { EntryFields } from './entries.ts';
import { emptyHead, type Head, type PagedList, readHead } from './head.ts';
import { PageStore, pagesCovering } from './page-store.ts';
import type { PageRef } from './pages.ts';

/** A line of a roster, and where its text lies. */
export interface LocatedEntry<S extends EntryFields> {
  readonly fields: S;
  /** In the list beside: archived, or not active. */
  readonly hidden: boolean;
  readonly page: PageRef;
  readonly at: number;
}

interface Reader {
  readonly table: Table;
  readonly pages: PageStore;
}

/** One version of a roster, read as a request needs it. Its pages never change, so all that it says is of that version. */
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

  /** The texts of a stretch of one list: its own pages and no other. */
  async textsOf(list: PagedList, offset: number, limit: number): Promise<string[]> {
    const { refs, skip } = pagesCovering(list, offset, limit);
    const { table, pages } = this.#reader;
    const texts = await pages.texts(table, this.#account, this.#name, refs);
    return texts.flat().slice(skip, skip + limit);
  }

  /** The sides of a stretch of one list. */
  async fieldsOf(list: PagedList, offset: number, limit: number): Promise<S[]> {
    const { refs, skip } = pagesCovering(list, offset, limit);
    const { table, pages } = this.#reader;
    const fieldsByPage = await pages.fields<S>(table, this.#account, this.#name, refs);
    return fieldsByPage.flat().slice(skip, skip + limit);
  }

  /** Every line in the order of the list; with the list beside merged in, if that is asked for. */
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

  /** Every line with its text, in the order of the list, a few pages at a time: however long the list, memory stays flat. */
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
    // of a long list nothing is kept: read from end to end, it would push out all that is read more often
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

  /** The texts of those lines, from the pages that hold them. */
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
/** Some 15,000 clients. */
const mostKept = 250;

/** Two lists, each in order, as one in order. */
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

/** Two lists end to end, each in order, as one in order. */
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
  // folding matters to equal scores alone, which are few
  return {
    id,
    score,
    get foldedName() {
      return fold(name);
    },
  };
}
