import { type Day, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import type { Row } from '../files/kinds/kind.ts';

const numbersInStatement = 4;
/** Bits of a key, from the highest: the client, the week, the number of the statement. */
const [clientBits, weekBits, statementBits] = [24, 13, 27];
const lowWeekBits = 32 - statementBits;

/** Where a statement is: the row of its file, and which of the rows that the mapping makes of it. */
export interface StatementPlace {
  readonly row: number;
  readonly part: number;
  /** The number of its client. */
  readonly client: number;
  readonly week: number;
}

/** The statements of a file that are imported, as numbers outside of the heap: millions take 16 bytes each. */
export class StatementList {
  #numbers = new Uint32Array(64 * numbersInStatement);
  #count = 0;
  /** The highest number of a client. */
  mostClient = 0;

  get count(): number {
    return this.#count;
  }

  add({ row, part, client, week }: StatementPlace): void {
    if (this.#count * numbersInStatement === this.#numbers.length) {
      const longer = new Uint32Array(this.#numbers.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers.set([row, part, client, week], this.#count * numbersInStatement);
    this.#count += 1;
    this.mostClient = Math.max(this.mostClient, client);
  }

  at(number: number): StatementPlace {
    const at = number * numbersInStatement;
    const numbers = this.#numbers;
    return {
      row: numbers[at] ?? 0,
      part: numbers[at + 1] ?? 0,
      client: numbers[at + 2] ?? 0,
      week: numbers[at + 3] ?? 0,
    };
  }
}

/** The week of a row: signals of a client and week share an item. 0 if it has none. */
export function weekOf({ given }: Row): number {
  const date = given.date ?? given.weekDate ?? given.week ?? given.createdAt;
  if (typeof date !== 'string') return 0;
  return weekNumber(dayOf(date.slice(0, 10)));
}

const firstMonday = mondayOf(dayOf('2000-01-01'));

/** Weeks since 2000, from 0; those after 2156 are one. */
export function weekNumber(day: Day): number {
  return Math.min(Math.max(0, Math.floor((day - firstMonday) / 7)), 2 ** weekBits - 1);
}

/**
 * The numbers of the statements of several lists in the order of clients, then weeks. They count on from list to list;
 * statements of one client and week stay in their order.
 */
export function inOrder(lists: readonly StatementList[]): Uint32Array {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const isTooMany = count > 2 ** statementBits || lists.some((list) => list.mostClient >= 2 ** clientBits);
  if (isTooMany) throw new Error('The files state too much at once; import fewer. Nothing was imported.');
  const keys = new BigUint64Array(count);
  // low half first, as on every machine that Node runs on
  const halves = new Uint32Array(keys.buffer);
  let number = 0;
  for (const list of lists) {
    for (let at = 0; at < list.count; at += 1) {
      const { client, week } = list.at(at);
      halves[number * 2] = (((week & (2 ** lowWeekBits - 1)) << statementBits) | number) >>> 0;
      halves[number * 2 + 1] = ((client << (32 - clientBits)) | (week >>> lowWeekBits)) >>> 0;
      number += 1;
    }
  }
  keys.sort();
  return Uint32Array.from({ length: count }, (_, at) => (halves[at * 2] ?? 0) & (2 ** statementBits - 1));
}
