import { setImmediate } from 'node:timers/promises';
import type { CsvRow } from '../files/readers/csv.ts';

const blockBytes = 2 ** 20;
const rowsInPart = 1024;
const numbersOfRow = 5;
/** No cell has it: see the readers. */
const between = '\0';

/** The rows of a file, which is read once: as bytes in blocks outside of the heap, some 60 for a row of five cells. */
export class KeptRows {
  readonly #blocks: Buffer[] = [];
  #used = 0;
  // of each row: its line, its block, the place in it, its length, its problem
  readonly #places: Uint32Array[] = [];
  #count = 0;
  /** The first is that of rows that have none; millions of rows have few. */
  readonly #problems: (string | undefined)[] = [undefined];
  #bytes = 0;

  get count(): number {
    return this.#count;
  }

  /** The memory that they take. */
  get bytes(): number {
    return this.#bytes + this.#places.length * rowsInPart * numbersOfRow * 4;
  }

  add({ line, cells, problem }: CsvRow): void {
    const text = cells.join(between);
    const block = this.#blockFor(text.length * 3);
    const length = block.write(text, this.#used);
    let wrong = this.#problems.indexOf(problem);
    if (wrong < 0) wrong = this.#problems.push(problem) - 1;
    const at = this.#count % rowsInPart;
    // one array that grows would be in memory twice
    if (at === 0) this.#places.push(new Uint32Array(rowsInPart * numbersOfRow));
    this.#places.at(-1)?.set([line, this.#blocks.length - 1, this.#used, length, wrong], at * numbersOfRow);
    this.#used += length;
    this.#count += 1;
  }

  at(number: number): CsvRow {
    // views of the numbers would be garbage for each of millions of rows
    const places = this.#places[Math.floor(number / rowsInPart)];
    const at = (number % rowsInPart) * numbersOfRow;
    const line = places?.[at] ?? 0;
    const block = this.#blocks[places?.[at + 1] ?? 0];
    const from = places?.[at + 2] ?? 0;
    const cells = block?.toString('utf8', from, from + (places?.[at + 3] ?? 0)).split(between) ?? [];
    const problem = this.#problems[places?.[at + 4] ?? 0];
    return problem === undefined ? { line, cells } : { line, cells, problem };
  }

  /** The row that begins on the line. */
  withLine(line: number): CsvRow | undefined {
    let [low, high] = [0, this.#count - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.lineOf(middle) < line) low = middle + 1;
      else high = middle;
    }
    return this.#count > 0 && this.lineOf(low) === line ? this.at(low) : undefined;
  }

  lineOf(number: number): number {
    return this.#places[Math.floor(number / rowsInPart)]?.[(number % rowsInPart) * numbersOfRow] ?? 0;
  }

  /** The numbers of all rows in parts. Between parts, timers run: the lock of the account must be kept. */
  async *parts(): AsyncGenerator<{ readonly from: number; readonly to: number }> {
    for (let from = 0; from < this.#count; from += rowsInPart) {
      yield { from, to: Math.min(this.#count, from + rowsInPart) };
      await setImmediate();
    }
  }

  /** A character of a text takes three bytes at most. */
  #blockFor(most: number): Buffer {
    const last = this.#blocks.at(-1);
    if (last && this.#used + most <= last.length) return last;
    // small files have small blocks
    const block = Buffer.allocUnsafeSlow(Math.max(most, last ? blockBytes : blockBytes / 64));
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#used = 0;
    return block;
  }
}
