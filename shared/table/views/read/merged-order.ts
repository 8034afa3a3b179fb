/** The place of an entry: the part of the list that it belongs to, and its index there. */
export interface Position {
  readonly part: number;
  readonly at: number;
}

/** The order has one digit per entry. */
const mostParts = 10;
const zero = '0'.charCodeAt(0);

/** Where the entries of the merged chosen parts are. Counted only as far as it was asked: most ask for the start. */
export class MergedOrder {
  readonly #order: string;
  readonly #chosen: readonly number[];
  /** How many entries of each part were passed. */
  readonly #passed = new Array<number>(mostParts).fill(0);
  /** Of each chosen entry that was passed: its index in its part, times ten, plus the part. */
  readonly #found: number[] = [];
  #next = 0;

  constructor(order: string, chosen: readonly number[]) {
    this.#order = order;
    this.#chosen = chosen;
  }

  position(index: number): Position {
    for (; this.#found.length <= index && this.#next < this.#order.length; this.#next += 1) {
      const part = this.#order.charCodeAt(this.#next) - zero;
      const at = this.#passed[part] ?? 0;
      this.#passed[part] = at + 1;
      if (this.#chosen.includes(part)) this.#found.push(at * mostParts + part);
    }
    const found = this.#found[index];
    if (found === undefined) throw new RangeError(`A list of ${this.#found.length} entries has no index ${index}.`);
    return { part: found % mostParts, at: Math.floor(found / mostParts) };
  }
}
