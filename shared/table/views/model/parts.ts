import { chosenDirections, type Direction, directions } from '../../../domain/lists/trending.ts';

// What a list is made of, in words:
//
// An entry is one client or stream as the list shows it. Each entry belongs to one part. A part is what a request includes
// or leaves out as a whole; it has pages of its own, which hold its entries in order. The order of a list is all its
// entries, whatever their part, in the order in which a request that includes all of them gets them: a text with a digit
// per entry, the number of its part. So "0010" begins with two entries of part 0, then one of part 1. A request chooses
// parts, and gets the merged entries of these: of the chosen part 0 alone, the pages are that already.
//
// The parts of each list, by number:
//
// | list               | 0         | 1                   | 2                | 3                   | 4      | 5                |
// |--------------------|-----------|---------------------|------------------|---------------------|--------|------------------|
// | clients, alignment | the rest  | archived            |                  |                     |        |                  |
// | streams            | the rest  | inactive            | archived         | archived, inactive  |        |                  |
// | trending           | improving | improving, archived | declining        | declining, archived | stable | stable, archived |
//
// The overview has no entries. A share is something else: the portfolio view is cut into shares by the ids of portfolios.

/** The parts of the lists of clients: what every request sees, and archived clients. */
export const main = 0;
export const hidden = 1;

/** The number of parts of each list. */
export const partsOfClients = 2;
export const partsOfStreams = 4;
export const partsOfTrending = 6;

const flags = (both: boolean) => (both ? [false, true] : [false]);

/** Includes the hidden part only if requested. */
export function chosenParts(withHidden: boolean): readonly number[] {
  return withHidden ? [main, hidden] : [main];
}

interface StreamOf {
  readonly inactive: boolean;
  readonly archived: boolean;
}

export function partOfStream({ inactive, archived }: StreamOf): number {
  return (inactive ? 1 : 0) + (archived ? 2 : 0);
}

/** Active streams of clients that are not archived, and what else is requested. */
export function chosenStreams(chosen: StreamOf): number[] {
  return flags(chosen.archived).flatMap((archived) =>
    flags(chosen.inactive).map((inactive) => partOfStream({ inactive, archived })),
  );
}

export function partOfMove(direction: Direction, archived: boolean): number {
  return directions.indexOf(direction) * 2 + (archived ? 1 : 0);
}

/** Both directions, unless one is requested; archived clients only if requested. */
export function chosenMoves(direction: Direction | undefined, withArchived: boolean): number[] {
  return chosenDirections(direction).flatMap((each) =>
    flags(withArchived).map((archived) => partOfMove(each, archived)),
  );
}

/** A digit per entry. */
export function orderOf(entries: readonly { readonly part: number }[]): string {
  return entries.map(({ part }) => part).join('');
}

/** The part of each entry. */
export function* partsIn(order: string): Generator<number> {
  for (let at = 0; at < order.length; at += 1) yield order.charCodeAt(at) - zero;
}

const mostParts = 10;
const zero = '0'.charCodeAt(0);

/** The place of an entry: its part, and its index there. */
export interface Position {
  readonly part: number;
  readonly at: number;
}

/** Where the merged entries of the chosen parts are. Counted only as far as it was asked: most ask for the start. */
export class MergedOrder {
  readonly #parts: Iterator<number>;
  readonly #chosen: readonly number[];
  /** How many entries of each part were passed. */
  readonly #passed = new Array<number>(mostParts).fill(0);
  /** Of each chosen entry that was passed: its index in its part, times ten, plus the part. */
  readonly #found: number[] = [];

  constructor(order: string, chosen: readonly number[]) {
    this.#parts = partsIn(order);
    this.#chosen = chosen;
  }

  position(index: number): Position {
    while (this.#found.length <= index) {
      const { done, value: part } = this.#parts.next();
      if (done) break;
      const at = this.#passed[part] ?? 0;
      this.#passed[part] = at + 1;
      if (this.#chosen.includes(part)) this.#found.push(at * mostParts + part);
    }
    const found = this.#found[index];
    if (found === undefined) throw new RangeError(`A list of ${this.#found.length} entries has no index ${index}.`);
    return { part: found % mostParts, at: Math.floor(found / mostParts) };
  }
}
