import type { Column, Kind, Statement } from '../../shared/table/entities/entity.ts';

// What headers and rows of a kind of file mean.

/** A unique name of the record within the files: two rows with the same name are about the same record. */
export function recordName(statement: Statement): string {
  const { kind } = statement.row;
  return [kind.name, ...kind.identity(statement)].join(' ');
}

/** Headers are compared without case, spaces, punctuation and the time zone that some systems append. */
export function normalizedHeader(header: string): string {
  const name = header
    .replace(/\s\((?:[A-Z][A-Za-z]+\/[A-Za-z_/+-]+|(?:GMT|UTC)(?:[+-]\d\d?(?::?\d\d)?)?)\)\s*$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  // a header like # is not an empty one
  return name === '' ? header.trim() : name;
}

export function columnOf(kind: Kind, header: string): Column | undefined {
  const wanted = normalizedHeader(header);
  return kind.columns.find(({ header: name, aliases = [] }) =>
    [name, ...aliases].some((each) => normalizedHeader(each) === wanted),
  );
}

/** The column that an unknown header probably means: by a synonym, or by a misspelling. */
export function similarColumn(kind: Kind, header: string): Column | undefined {
  const wanted = normalizedHeader(header);
  if (wanted.length < 4) return undefined;
  return (
    kind.columns.find(({ synonyms = [] }) => synonyms.some((each) => normalizedHeader(each) === wanted)) ??
    kind.columns.find((column) => isMisspelt(wanted, normalizedHeader(column.header)))
  );
}

function isMisspelt(wanted: string, name: string): boolean {
  const most = name.length < 6 ? 1 : 2;
  return Math.abs(wanted.length - name.length) <= most && editDistance(wanted, name) <= most;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  // The rows and cells that are read here exist.
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      // Before the first character there is none, and no character equals it.
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
