import { open } from 'node:fs/promises';
import { type Cell, csvRow } from '../../../shared/domain/csv.ts';
import * as cells from '../files/cells.ts';
import { type KindName, kindOf } from '../files/kinds.ts';
import { furtherHeader, furtherTypes } from '../files/rows.ts';
import { type Columns, typeOf } from './columns.ts';
import type { Written } from './rows.ts';

const bufferedRows = 1000;

/** A CSV file that grows by rows; what is written before the last `flush` may not be there yet. */
export async function createFile(path: string, name: KindName, all: Columns) {
  const kind = kindOf(name);
  const further = all.get(name) ?? [];
  const handle = await open(path, 'w');
  const headers = [
    ...kind.columns.map(({ header }) => header),
    ...further.map((column) => furtherHeader(kind, column)),
  ];
  let waiting = [csvRow(headers.map(cells.text.write))];

  const flush = async () => {
    const text = waiting.join('');
    waiting = [];
    await handle.writeFile(text);
  };
  return {
    write: async (row: Written): Promise<void> => {
      const known = kind.columns.map(({ field, type }) => {
        const value = row.cells[field];
        return value === undefined || value === null ? '' : cellOf(type, value);
      });
      const own = further.map(({ key, type }) => {
        const value = Object.hasOwn(row.further ?? {}, key) ? row.further?.[key] : undefined;
        return value === undefined || typeOf(value) !== type ? '' : cellOf(furtherTypes[type], value);
      });
      waiting.push(csvRow([...known, ...own]));
      if (waiting.length >= bufferedRows) await flush();
    },
    flush,
    close: () => handle.close(),
  };
}

/** A number stays one: the minus of a text could be taken for a formula. */
function cellOf({ write }: cells.CellType, value: cells.Value): Cell {
  const text = write(value);
  return typeof value === 'number' && text === String(value) ? value : text;
}
