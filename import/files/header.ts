import { flag, number, text } from '../../shared/domain/cells/cells.ts';
import { clientReference } from '../../shared/table/entities/columns.ts';
import type { Column, Kind } from '../../shared/table/entities/entity.ts';
import type { Problem } from './problems.ts';
import type { BoundMapping, Source } from './source.ts';

/** What a column of a file means. Undefined: the column has no header. */
export type BoundColumn =
  | { readonly header: string; readonly column: Column }
  | { readonly header: string; readonly own: OwnColumn };

interface BoundHeader {
  readonly columns: readonly (BoundColumn | undefined)[];
  readonly problems: readonly Pick<Problem, 'column' | 'unknown' | 'message'>[];
}

/** The SDK cannot store a map with these keys. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Finds the meaning of each column of a file, or of each that its mapping makes. */
export function boundHeader(
  { kind, metadata = [] }: Pick<Source, 'kind' | 'metadata'>,
  given: readonly string[],
  mapped?: BoundMapping,
): BoundHeader {
  const { headers: cells, labels, made = [] } = mapped ?? { headers: given, labels: given };
  const problems: Pick<Problem, 'column' | 'unknown' | 'message'>[] = [];
  const declared = new Set(metadata === 'all' ? [] : metadata.map(normalizedHeader));
  const taken = new Map<string, string>();
  const columns = cells.map((cell, at): BoundColumn | undefined => {
    const header = String(text.read(cell));
    const label = labels[at] ?? header;
    const refuse = (message: string) =>
      problems.push({ column: label, ...(!columnOf(kind, header) && { unknown: true }), message });
    if (header.trim() === '') return undefined;
    const column = columnOf(kind, header);
    const own = ownColumnOf(header);
    const meaning = column ? column.header : `${own.key} (${own.type})`;
    const before = taken.get(meaning);
    if (before !== undefined)
      refuse(before === label ? 'there are two columns of this name' : `means the same as "${before}"`);
    taken.set(meaning, label);
    if (column) return { header: label, column };
    const isDeclared =
      hasType(header) || mapped !== undefined || metadata === 'all' || declared.has(normalizedHeader(header));
    const similar = isDeclared ? undefined : similarColumn(kind, header);
    if (!kind.ownColumns) refuse(unknownColumn(kind, similar));
    else if (kind.ownColumns === 'extra columns' && own.type !== 'text') {
      refuse('extra columns are texts; leave out the type');
    } else if (reserved.has(own.key)) refuse('is a reserved word; rename the column');
    else if (similar && kind.ownColumns === 'metadata') {
      refuse(
        `did you mean ${similar.header}? Rename it; or, to keep it as metadata, name it "${header.trim()} (text)" or add --metadata "${header.trim()}"`,
      );
    }
    return { header: label, own };
  });
  problems.push(...missingColumns(kind, new Set([...taken.keys(), ...made]), given));
  return { columns, problems };
}

function unknownColumn({ name, columns }: Kind, similar: Column | undefined): string {
  const names = columns.map(({ header }) => header).join(', ');
  return `is not a column of ${name}.csv${similar ? `; did you mean ${similar.header}?` : ''}; its columns are ${names}`;
}

function missingColumns(kind: Kind, taken: ReadonlySet<string>, given: readonly string[]) {
  const found = given.map((header) => header.trim()).filter((header) => header !== '');
  const headers = `the headers are ${found.slice(0, 30).join(', ')}${found.length > 30 ? ', …' : ''}`;
  const missing = kind.columns
    .filter(({ header, required }) => required && !taken.has(header))
    .map(({ header }) => ({ column: header, message: `this column is missing; ${headers}` }));
  const isOfClient = kind.columns.some(({ field }) => field === 'serviceId');
  if (!isOfClient || Object.values(clientReference).some(({ header }) => taken.has(header))) return missing;
  const choices =
    kind.name === 'clients'
      ? 'a Client ID or a Service ID'
      : 'a Client ID, a Service ID, a Client Name or a Client Email';
  const message = `this column is missing; give ${choices}; ${headers}`;
  return [...missing, { column: 'Client ID', message }];
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

/** Whether a header is one of these, in which `*` stands for any text. */
export function oneOfHeaders(wanted: Iterable<string>): (header: string) => boolean {
  const all = [...wanted];
  const names = new Set(all.map(normalizedHeader));
  const patterns = all.filter(isPattern).map(partsOf);
  return (header) => {
    const name = normalizedHeader(header);
    return names.has(name) || patterns.some((parts) => fitsParts(name, parts));
  };
}

export const isPattern = (header: string): boolean => header.includes('*') && /\p{L}/u.test(header);

const partsOf = (pattern: string): string[] =>
  pattern.split('*').map((part) => (part.trim() === '' ? '' : normalizedHeader(part)));

/** Whether a text has the parts in order, with any characters between them. */
export function fitsParts(text: string, [first = '', ...parts]: readonly string[]): boolean {
  const last = parts.pop();
  if (last === undefined) return text === first;
  let at = text.startsWith(first) ? first.length : Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    at = found < 0 ? Number.POSITIVE_INFINITY : found + part.length;
  }
  return text.endsWith(last) && at <= text.length - last.length;
}

const ofColumns = new Map<string, string>();

/** The same of a column's own name: each is compared with every header of a file. */
function normalizedName(name: string): string {
  const found = ofColumns.get(name) ?? normalizedHeader(name);
  ofColumns.set(name, found);
  return found;
}

export function columnOf(kind: Kind, header: string): Column | undefined {
  const wanted = normalizedHeader(header);
  return kind.columns.find(({ header: name, aliases = [] }) =>
    [name, ...aliases].some((each) => normalizedName(each) === wanted),
  );
}

/** The column that an unknown header probably means: by a synonym, or by a misspelling. */
function similarColumn(kind: Kind, header: string): Column | undefined {
  const wanted = normalizedHeader(header);
  if (wanted.length < 4) return undefined;
  return (
    kind.columns.find(({ synonyms = [] }) => synonyms.some((each) => normalizedName(each) === wanted)) ??
    kind.columns.find((column) => isMisspelt(wanted, normalizedName(column.header)))
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

export const ownColumnTypes = { text, number, boolean: flag } as const;

export interface OwnColumn {
  readonly key: string;
  readonly type: keyof typeof ownColumnTypes;
}

const typed = /^(.*) \((text|number|boolean)\)$/s;

/** True if the header gives a type, which marks a column of the customer's own: `Employees (number)`. */
export function hasType(header: string): boolean {
  return typed.test(header);
}

export function ownColumnOf(header: string): OwnColumn {
  const [, key, type] = typed.exec(header) ?? [];
  return key !== undefined && type !== undefined
    ? { key, type: type as OwnColumn['type'] }
    : { key: header.trim(), type: 'text' };
}

/** The header by which an import finds the column again. */
export function ownColumnHeader(kind: Kind, { key, type }: OwnColumn): string {
  const needsType =
    type !== 'text' || columnOf(kind, key) || similarColumn(kind, key) || hasType(key) || key.trim() !== key;
  return needsType ? `${key} (${type})` : key;
}
