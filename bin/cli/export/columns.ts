import type { OwnColumn } from '../../../import/files/header.ts';
import type { KindName } from '../../../shared/table/entities/entity.ts';
import type { FileRow } from '../../../shared/table/entities/kinds.ts';

/** The customer's own columns by kind of file. */
export type Columns = ReadonlyMap<KindName, readonly OwnColumn[]>;

/** The customer's own columns. A key with values of several types gets a column for each type. */
export async function columnsIn(rows: AsyncIterable<FileRow>): Promise<Columns> {
  const found = new Map<KindName, Map<string, OwnColumn>>();
  for await (const { kind, own } of rows) {
    const columns = found.get(kind) ?? new Map<string, OwnColumn>();
    found.set(kind, columns);
    for (const [key, value] of Object.entries(own)) {
      const type = typeOf(value);
      columns.set(`${type} ${key}`, { key, type });
    }
  }
  const sorted = (columns: Map<string, OwnColumn>) =>
    [...columns.values()].sort((a, b) => (columnSortKey(a) < columnSortKey(b) ? -1 : 1));
  return new Map([...found].map(([kind, columns]) => [kind, sorted(columns)]));
}

export function typeOf(value: string | number | boolean): OwnColumn['type'] {
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
}

function columnSortKey({ key, type }: OwnColumn): string {
  return `${key} ${type}`;
}
