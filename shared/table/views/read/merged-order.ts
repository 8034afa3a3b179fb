import type { List } from '../model/lists.ts';

/** The place of an entry: the part of the list that it belongs to, and its index there. */
export interface Position {
  readonly part: number;
  readonly at: number;
}

const blockSize = 256;
/** The order has one digit per entry. */
const mostParts = 10;
const zero = '0'.charCodeAt(0);

/**
 * Says where the entries of a merged list are in its parts. Counts the entries of each part before every 256th entry, so
 * that a slice does not visit all entries before it. It counts no further than slices have asked: most ask for the start.
 */
export class MergedOrder {
  readonly #order: string;
  readonly #blocks: number;
  readonly #before: Uint32Array;
  /** The blocks that are counted. */
  #counted = 0;

  constructor(order: string) {
    this.#order = order;
    this.#blocks = Math.ceil(order.length / blockSize);
    this.#before = new Uint32Array((this.#blocks + 1) * mostParts);
  }

  /** The positions of a slice of the merged chosen parts. */
  slice(chosen: readonly number[], offset: number, count: number): Position[] {
    const block = this.#blockOf(chosen, offset);
    const seen = [...this.#before.subarray(block * mostParts, (block + 1) * mostParts)];
    let before = this.#countBefore(block, chosen);
    const found: Position[] = [];
    // Equivalent mutant: `entry < this.#order.length` to `entry <= this.#order.length`. A character past the end is no
    // part of the list.
    for (let entry = block * blockSize; entry < this.#order.length && found.length < count; entry += 1) {
      const part = this.#order.charCodeAt(entry) - zero;
      const at = seen[part] ?? 0;
      seen[part] = at + 1;
      if (!chosen.includes(part)) continue;
      if (before >= offset) found.push({ part, at });
      before += 1;
    }
    return found;
  }

  /** The last block with at most `offset` chosen entries before it. */
  #blockOf(chosen: readonly number[], offset: number): number {
    while (this.#counted < this.#blocks && this.#countBefore(this.#counted, chosen) <= offset) this.#countNextBlock();
    let [low, high] = [0, this.#counted];
    // Equivalent mutant: `low < high` to `false`. The slice would begin at an earlier block and find the same
    // positions, more slowly.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      // Equivalent mutant: `this.#countBefore(middle, chosen) <= offset` to `false` or `this.#countBefore(middle,
      // chosen) < offset`. The slice would begin at an earlier block and find the same positions, more slowly.
      if (this.#countBefore(middle, chosen) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #countNextBlock(): void {
    const start = this.#counted * blockSize;
    const before = this.#counted * mostParts;
    this.#counted += 1;
    const after = this.#counted * mostParts;
    this.#before.copyWithin(after, before, after);
    const end = Math.min(start + blockSize, this.#order.length);
    for (let entry = start; entry < end; entry += 1) {
      const counted = after + this.#order.charCodeAt(entry) - zero;
      this.#before[counted] = (this.#before[counted] ?? 0) + 1;
    }
  }

  #countBefore(block: number, chosen: readonly number[]): number {
    return chosen.reduce((sum, part) => sum + (this.#before[block * mostParts + part] ?? 0), 0);
  }
}

const orders = new WeakMap<List, MergedOrder>();

/** Kept as long as the decoded list item. */
export function mergedOrderOf(list: List): MergedOrder {
  const kept = orders.get(list) ?? new MergedOrder(list.order);
  // Equivalent mutant: `orders.set(list, kept);` to `;`. An order that is counted again is the same; this saves
  // counting.
  orders.set(list, kept);
  return kept;
}
