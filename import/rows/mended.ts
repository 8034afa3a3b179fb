import { hash } from 'node:crypto';
import { normalizedHeader } from '../files/header.ts';
import type { MendedCell } from '../files/source.ts';

const idHeader = /(^|[\s_.#-])(id|key|no|nr|num|number|nummer)\b|^#$|nummer$/i;

const shortHash = (texts: readonly string[]) => hash('sha1', texts.join('\n'), 'hex').slice(0, 16);

/** The headers of a file, however they are written. */
export function headersName(headers: readonly string[]): string {
  return shortHash(headers.map((each) => normalizedHeader(each)));
}

/** A row is known by its own number or id; without one, by all that is in it. */
export function rowName(headers: readonly string[], cells: readonly string[]): string {
  const at = headers.findIndex((header, index) => idHeader.test(header) && (cells[index] ?? '').trim() !== '');
  return at < 0 ? shortHash(cells) : `${headers[at]?.trim()}=${cells[at]?.trim()}`;
}

/** Puts in what was mended; undefined if nothing of a file with these headers was. */
export function menderOf(
  mended: readonly MendedCell[],
  headers: readonly string[],
): ((cells: readonly string[]) => readonly string[]) | undefined {
  const own = headersName(headers);
  const byRow = Map.groupBy(
    mended.filter((each) => each.headers === own),
    ({ row }) => row,
  );
  if (byRow.size === 0) return undefined;
  return (cells) => {
    const next = [...cells];
    for (const { column, was, is } of byRow.get(rowName(headers, cells)) ?? []) {
      const at = headers.findIndex((header) => header.trim() === column);
      if (cells[at] === was) next[at] = is;
    }
    return next;
  };
}
