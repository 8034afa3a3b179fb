import { fold } from '../../../domain/lists/search.ts';
import { byScore, type Scored } from '../../../domain/orders.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { chunksOf } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { Side } from './entries.ts';
import { emptyHead, type Head, type List, readHead } from './head.ts';
import { PageStore, stretch } from './page-store.ts';
import type { PageRef } from './pages.ts';

/** A line of a roster, and where its text lies. */
export interface Line<S extends Side> {
  readonly side: S;
  /** In the list beside: archived, or not active. */
  readonly aside: boolean;
  readonly page: PageRef;
  readonly at: number;
}

interface Reader {
  readonly table: Table;
  readonly pages: PageStore;
}

/** One version of a roster, read as a request needs it. Its pages never change, so all that it says is of that version. */
export class RosterVersion<S extends Side> {
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
  async textsOf(list: List, offset: number, limit: number): Promise<string[]> {
    const { refs, skip } = stretch(list, offset, limit);
    const { table, pages } = this.#reader;
    const texts = await pages.texts(table, this.#account, this.#name, refs);
    return texts.flat().slice(skip, skip + limit);
  }

  /** The sides of a stretch of one list. */
  async sidesOf(list: List, offset: number, limit: number): Promise<S[]> {
    const { refs, skip } = stretch(list, offset, limit);
    const { table, pages } = this.#reader;
    const sides = await pages.sides<S>(table, this.#account, this.#name, refs);
    return sides.flat().slice(skip, skip + limit);
  }

  /** Every line in the order of the list; with the list beside merged in, if that is asked for. */
  async lines(withAside: boolean): Promise<Line<S>[]> {
    const { main, aside } = this.head;
    const refs = withAside ? [...main.pages, ...aside.pages] : main.pages;
    const { table, pages } = this.#reader;
    const sides = await pages.sides<S>(table, this.#account, this.#name, refs);
    const lines = refs.flatMap((page, index) =>
      (sides[index] ?? []).map((side, at) => ({ side, aside: index >= main.pages.length, page, at })),
    );
    return withAside ? merged(lines) : lines;
  }

  /** Every line with its text, in the order of the list, a few pages at a time: however long the list, memory stays flat. */
  async *entries(withAside: boolean, tableNow: () => Table): AsyncGenerator<Line<S> & { text: string }> {
    const { main, aside } = this.head;
    const first = this.#entriesOf(main, false, tableNow);
    if (withAside) yield* mergedInOrder(first, this.#entriesOf(aside, true, tableNow));
    else yield* first;
  }

  async *#entriesOf(list: List, aside: boolean, tableNow: () => Table): AsyncGenerator<Line<S> & { text: string }> {
    // of a long list nothing is kept: read from end to end, it would push out all that is read more often
    const pages = list.pages.length <= mostKept ? this.#reader.pages : new PageStore(0);
    for (const refs of chunksOf(list.pages, pagesAtOnce)) {
      const table = tableNow();
      const [texts, sides] = await Promise.all([
        pages.texts(table, this.#account, this.#name, refs),
        pages.sides<S>(table, this.#account, this.#name, refs),
      ]);
      for (const [index, page] of refs.entries()) {
        for (const [at, side] of (sides[index] ?? []).entries()) {
          yield { side, aside, page, at, text: texts[index]?.[at] ?? '' };
        }
      }
    }
  }

  /** The texts of those lines, from the pages that hold them. */
  async textsAt(lines: readonly Line<S>[]): Promise<string[]> {
    const refs = [...new Map(lines.map(({ page }) => [page.id, page])).values()];
    const { table, pages } = this.#reader;
    const texts = await pages.texts(table, this.#account, this.#name, refs);
    const byPage = new Map(refs.map(({ id }, index) => [id, texts[index] ?? []]));
    return lines.map(({ page, at }) => byPage.get(page.id)?.[at] ?? '');
  }
}

export async function rosterOf<S extends Side>(
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
async function* mergedInOrder<L extends Line<Side>>(a: AsyncGenerator<L>, b: AsyncGenerator<L>): AsyncGenerator<L> {
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
function merged<S extends Side>(lines: readonly Line<S>[]): Line<S>[] {
  const main = lines.filter(({ aside }) => !aside);
  const aside = lines.filter((line) => line.aside);
  const result: Line<S>[] = [];
  let from = 0;
  for (const line of main) {
    for (let next = aside[from]; next && byScore(orderOf(next), orderOf(line)) < 0; next = aside[from]) {
      result.push(next);
      from += 1;
    }
    result.push(line);
  }
  return [...result, ...aside.slice(from)];
}

function orderOf({ side: { id, name, score } }: Line<Side>): Scored {
  // folding matters to equal scores alone, which are few
  return {
    id,
    score,
    get foldedName() {
      return fold(name);
    },
  };
}
