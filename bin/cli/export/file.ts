import { open } from 'node:fs/promises';
import { ownColumnHeader, ownColumnTypes } from '../../../import/files/header.ts';
import * as cells from '../../../shared/domain/cells/cells.ts';
import { type Cell, csvRow } from '../../../shared/domain/csv.ts';
import type { KindName } from '../../../shared/table/entities/entity.ts';
import { type FileRow, kindOf } from '../../../shared/table/entities/kinds.ts';
import { type Columns, typeOf } from './columns.ts';

const bufferedRows = 1000;

/** A CSV file that buffers its rows; call `flush` at the end. */
export async function createFile(path: string, name: KindName, all: Columns) {
  const kind = kindOf(name);
  const ownColumns = all.get(name) ?? [];
  const columns = kind.columns.filter(({ importOnly }) => !importOnly);
  const handle = await open(path, 'w');
  const headers = [
    ...columns.map(({ header }) => header),
    ...ownColumns.map((column) => ownColumnHeader(kind, column)),
  ];
  let waiting = [csvRow(headers.map(cells.text.write))];

  const flush = async () => {
    const text = waiting.join('');
    waiting = [];
    await handle.writeFile(text);
  };
  return {
    write: async (row: FileRow): Promise<void> => {
      const known = columns.map(({ field, type }) => {
        const value = row.cells[field];
        return value === undefined || value === null ? '' : cellOf(type, value);
      });
      const own = ownColumns.map(({ key, type }) => {
        const value = Object.hasOwn(row.own, key) ? row.own[key] : undefined;
        return value === undefined || typeOf(value) !== type ? '' : cellOf(ownColumnTypes[type], value);
      });
      waiting.push(csvRow([...known, ...own]));
      if (waiting.length >= bufferedRows) await flush();
    },
    flush,
    close: () => handle.close(),
  };
}

/** Passes numbers as numbers: a text that begins with a minus would get an apostrophe. */
function cellOf({ write }: cells.CellType, value: cells.Value): Cell {
  const text = write(value);
  return typeof value === 'number' && text === String(value) ? value : text;
}
