import { text } from '../../shared/domain/cells/cells.ts';
import { clientReference } from '../../shared/table/entities/columns.ts';
import type { Column, Kind } from '../../shared/table/entities/entity.ts';
import { columnOf, normalizedHeader, similarColumn } from './kinds.ts';
import { hasType, type OwnColumn, ownColumnOf } from './own-columns.ts';
import type { Problem } from './problems.ts';
import type { BoundMapping, Source } from './source.ts';

/** What a column of a file means. Undefined: the column has no header. */
export type BoundColumn =
  | { readonly header: string; readonly column: Column }
  | { readonly header: string; readonly own: OwnColumn };

export interface BoundHeader {
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
