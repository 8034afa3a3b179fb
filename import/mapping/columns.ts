import type { Format } from '../../shared/domain/cells/dates.ts';
import { saysGone } from '../files/gone.ts';
import { isPattern, normalizedHeader, oneOfHeaders } from '../files/header.ts';
import type { ColumnSource } from './schema.ts';

/** Returns the cell of a row. */
export type CellOf = (cells: readonly string[]) => string;

export interface HeaderIndex {
  /** The position of the first header that the file has. */
  readonly find: (headers: string | readonly string[]) => number | undefined;
  readonly headers: readonly string[];
}

export function headerIndex(headers: readonly string[]): HeaderIndex {
  const positions = new Map<string, number>();
  for (const [at, header] of headers.entries()) {
    const name = normalizedHeader(header);
    if (!positions.has(name)) positions.set(name, at);
  }
  /** Of the headers that a pattern fits, the first. */
  const fitting = (wanted: string) => {
    const at = isPattern(wanted) ? headers.findIndex(oneOfHeaders([wanted])) : -1;
    return at < 0 ? undefined : at;
  };
  return {
    headers,
    find: (wanted) =>
      [wanted]
        .flat()
        .map((header) => positions.get(normalizedHeader(header)) ?? fitting(header))
        .find((at) => at !== undefined),
  };
}

/** True if the source is neither a header nor a list of headers (a list has a method `join`). */
function isObject(source: ColumnSource): source is Exclude<ColumnSource, string | string[]> {
  return typeof source === 'object' && !Array.isArray(source);
}

/** The headers that are looked for where something is bound to a file; of each list the first found is used. */
export function askedOf(bind: (index: HeaderIndex) => unknown): string[][] {
  const asked: string[][] = [];
  const find = (wanted: string | readonly string[]) => {
    asked.push([wanted].flat());
    return undefined;
  };
  bind({ find, headers: [] });
  return asked;
}

/** How to read the source from rows; undefined if the file has none of its columns. */
export function cellOf(
  source: ColumnSource,
  index: HeaderIndex,
  { empty }: Format,
): { label: string; read: CellOf } | undefined {
  const textAt = (cells: readonly string[], at: number) => {
    const cell = cells[at] ?? '';
    return empty?.includes(cell.trim().toLowerCase()) ? '' : cell;
  };
  if (isObject(source) && 'value' in source) return { label: 'value', read: () => source.value };
  if (isObject(source) && 'join' in source) {
    const positions = source.join.flatMap((header) => index.find(header) ?? []);
    if (positions.length === 0) return undefined;
    const read = (cells: readonly string[]) =>
      positions
        .map((at) => textAt(cells, at).trim())
        .filter((cell) => cell !== '')
        .join(source.with);
    return { label: source.join.join(' + '), read };
  }
  if (isObject(source) && 'gone' in source) {
    const found = [source.gone].flat().flatMap((header) => {
      const at = index.find(header);
      return at === undefined ? [] : [{ header, at }];
    });
    if (found.length === 0) return undefined;
    const read = (cells: readonly string[]) => String(found.some(({ at }) => saysGone(textAt(cells, at))));
    return { label: found.map(({ header }) => header).join(' + '), read };
  }
  const wanted = isObject(source) ? source.from : source;
  const at = index.find(wanted);
  if (at === undefined) return undefined;
  const read: CellOf = (cells) => textAt(cells, at);
  const name = [wanted].flat().find((header) => index.find(header) === at) ?? '';
  const label = isPattern(name) ? (index.headers[at]?.trim() ?? '') : name;
  if (!isObject(source)) return { label, read };
  const values = lowerCased(source.values);
  return {
    label,
    read: (cells) => {
      const cell = read(cells);
      return values.get(cell.trim().toLowerCase()) ?? (cell.trim() === '' ? cell : (source.otherwise ?? cell));
    },
  };
}

export function lowerCased<T>(values: Readonly<Record<string, T>>): Map<string, T> {
  return new Map(Object.entries(values).map(([key, value]) => [key.trim().toLowerCase(), value]));
}
