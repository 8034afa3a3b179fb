import type { Kind, Row, Statement } from '../../shared/table/entities/entity.ts';
import { recordName } from '../../shared/table/entities/kinds.ts';
import type { FileOfRows } from '../rows/read.ts';
import type { FileFacts } from './file-facts.ts';
import { inOrder, StatementList, type StatementPlace } from './statement-list.ts';

/** Statements that are compared and written together, and their places in the order. */
export interface Batch {
  readonly statements: readonly Statement[];
  /** Of each statement the places of its rows. */
  readonly places: readonly (readonly number[])[];
}

/**
 * What the files of a run say of one kind, in one order, that of clients and weeks: what shares an item is read and
 * written together, whatever the order of the files.
 */
export interface OrderedStatements {
  readonly kind: Kind;
  /** Rows. */
  readonly count: number;
  /** The batches of all places, or of those for which `isWanted`. They are the same on every call. */
  readonly batches: (isWanted?: (place: number) => boolean) => Iterable<Batch>;
}

/** Signals are small, and many share an item. */
const signalsInBatch = 2000;
const statementsInBatch = 500;
/** A client with more statements than this has them in several batches. */
const mostTimes = 10;

export function orderedStatements(
  kind: Kind,
  files: readonly FileFacts[],
  clientIds: readonly string[],
): OrderedStatements {
  const lists = files.map(({ statements }) => statements.get(kind.name) ?? new StatementList());
  const order = inOrder(lists);
  const size = kind.name === 'signals' || kind.name === 'open-signals' ? signalsInBatch : statementsInBatch;
  const starts: number[] = [];
  let count = 0;
  for (const list of lists) {
    starts.push(count);
    count += list.count;
  }
  // the statements of a row follow each other
  let last: { readonly at: FileFacts; readonly row: number; readonly rows: readonly Row[] } | undefined;
  const rowAt = (at: FileFacts, { row, part }: StatementPlace): Row => {
    if (last?.at !== at || last.row !== row) {
      last = { at, row, rows: at.reader.read(at.file.rows.at(row), () => undefined) };
    }
    return last.rows[part] as Row;
  };
  const placed = (place: number) => {
    const number = order[place] ?? 0;
    const index = starts.findLastIndex((start) => start <= number);
    const at = files[index] as FileFacts;
    return { at, found: lists[index]?.at(number - (starts[index] ?? 0)) as StatementPlace };
  };
  return {
    kind,
    count: order.length,
    *batches(isWanted = () => true) {
      let batch = new GrowingBatch();
      let before: StatementPlace | undefined;
      for (let place = 0; place < order.length; place += 1) {
        if (!isWanted(place)) continue;
        const { at, found } = placed(place);
        const isNext = before?.client !== found.client || before.week !== found.week;
        if ((batch.rows >= size && isNext) || batch.rows >= size * mostTimes) {
          yield batch;
          batch = new GrowingBatch();
        }
        before = found;
        const row = rowAt(at, found);
        const clientId = clientIds[found.client] ?? '';
        batch.add({ row, rows: [row], clientId, file: at.file.source.name }, place, isSummed(at.file, kind));
      }
      if (batch.rows > 0) yield batch;
    },
  };
}

class GrowingBatch implements Batch {
  readonly statements: (Statement & { readonly rows: Row[] })[] = [];
  readonly places: number[][] = [];
  rows = 0;
  /** Where the statements are whose rows are added. */
  readonly #sums = new Map<string, number>();

  add(statement: Statement & { readonly rows: Row[] }, place: number, isSum: boolean): void {
    this.rows += 1;
    const name = isSum ? recordName(statement) : '';
    const known = this.#sums.get(name);
    if (known !== undefined) {
      this.statements[known]?.rows.push(statement.row);
      this.places[known]?.push(place);
      return;
    }
    if (isSum) this.#sums.set(name, this.statements.length);
    this.statements.push(statement);
    this.places.push([place]);
  }
}

/** Whether several rows make one fact: those of a stream's week of insights, and of a client's week in a time sheet. */
export function isSummed({ source }: FileOfRows, kind: Kind): boolean {
  return kind.name === 'insights' || (source.sumsWeeks ?? false);
}
