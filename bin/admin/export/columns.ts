import type { KindName } from '../files/kinds.ts';
import type { Written } from './rows.ts';

export interface FurtherColumn {
  readonly key: string;
  readonly type: 'text' | 'number' | 'boolean';
}

/** The customer's own columns, by the files that have some. */
export type Columns = ReadonlyMap<KindName, readonly FurtherColumn[]>;

/** A key of which there are values of several types has a column for each. */
export async function columnsIn(rows: AsyncIterable<Written>): Promise<Columns> {
  const found = new Map<KindName, Map<string, FurtherColumn>>();
  for await (const { kind, further = {} } of rows) {
    const columns = found.get(kind) ?? new Map<string, FurtherColumn>();
    found.set(kind, columns);
    for (const [key, value] of Object.entries(further)) {
      const type = typeOf(value);
      columns.set(`${type} ${key}`, { key, type });
    }
  }
  const sorted = (columns: Map<string, FurtherColumn>) =>
    [...columns.values()].sort((a, b) => (columnSortKey(a) < columnSortKey(b) ? -1 : 1));
  return new Map([...found].map(([kind, columns]) => [kind, sorted(columns)]));
}

export function typeOf(value: string | number | boolean): FurtherColumn['type'] {
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
}

function columnSortKey({ key, type }: FurtherColumn): string {
  return `${key} ${type}`;
}
