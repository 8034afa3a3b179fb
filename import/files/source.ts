import type { Format } from '../../shared/domain/cells/dates.ts';
import type { Kind, KindName, Row } from '../../shared/table/entities/entity.ts';
import type { CsvRow } from './readers/csv.ts';
import type { Fault } from './readers/unreadable.ts';

/** A file or a sheet, before it is known what it contains. */
export interface Input {
  /** Shown in messages. */
  readonly name: string;
  readonly path: string;
  /** The name without its endings. */
  readonly stem: string;
  /** Of a sheet of a workbook, whose path is a file of JSON lines: the cells of its longest row. */
  readonly sheetWidth?: number;
  /** All columns of a file of JSON lines. */
  readonly columns?: readonly string[];
  /** The name of the file; of a sheet: of its workbook. */
  readonly origin: string;
  /** When the file was changed, epoch milliseconds. */
  readonly changedAt: number;
  /** Why nothing of it can be read. */
  readonly unreadable?: Fault;
}

/** A file, or a sheet of one, to import as one kind. */
export interface Source extends Input {
  readonly kind: Kind;
  /** What sends such files: what a mapping describes, or else the kind. */
  readonly feed: string;
  /** `full`: a file contains everything, so only the newest is read. `parts`: all are read. */
  readonly contains: 'full' | 'parts';
  /** Rows of headers; those after the first are not read. */
  readonly headerRows?: number;
  /** Of several rows with one record id, the first counts. */
  readonly countsLinesOnce?: boolean;
  /** The rows of a client in a week are one signal. */
  readonly sumsWeeks?: boolean;
  /** The day until which its rows are known, ISO 8601: what is open is that old, and what is planned later is no event. */
  readonly knownUntil?: string;
  /** The last day on which it can have been made. */
  readonly madeBy?: string;
  /** Its feed has sent a newer file before, which knows better what is still open. */
  readonly isLate?: boolean;
  /** Of a time sheet: the first day of its first whole week, and the last day of its last. */
  readonly whole?: { readonly from: string; readonly until: string };
  /** Rows that an import rejected: they replace nothing but themselves. */
  readonly isRepair?: boolean;
  readonly format: Format;
  /** Cells that somebody has mended in an earlier file. */
  readonly mended?: readonly MendedCell[];
  /** Turns the rows of the file into rows of the kind. */
  readonly mapping?: Mapping;
  /** Leaves out rows that name no client of the account, instead of reporting a problem. */
  readonly skipsUnknownClients?: boolean;
  /** Its system, if the list of clients of another one leads: ids in it are those of its system. */
  readonly follows?: string;
  /** Declares columns of clients.csv as metadata: their headers, or all unknown ones. */
  readonly metadata?: readonly string[] | 'all';
}

/** A cell that somebody has mended: wherever the same row has the same wrong cell, the other one is read. */
export interface MendedCell {
  /** Of the headers of its file. */
  readonly headers: string;
  /** What the row is known by. */
  readonly row: string;
  readonly column: string;
  readonly was: string;
  readonly is: string;
}

/** The kinds that the rows of a file state. */
export function kindsOf({ kind, mapping, follows }: Source): KindName[] {
  if (follows !== undefined && kind.name === 'clients') return [kind.name, 'aliases'];
  return mapping?.hasOpen ? [kind.name, 'open-signals'] : [kind.name];
}

/** Whether it is a list of clients that another one leads. */
export function isFollowing({ kind, follows }: Pick<Source, 'kind' | 'follows'>): boolean {
  return kind.name === 'clients' && follows !== undefined;
}

/** The kinds of which it can have all records. */
export function listedKinds(source: Source): KindName[] {
  return isFollowing(source) ? [] : kindsOf(source);
}

export interface Mapping {
  readonly isColumn: (header: string) => boolean;
  /** True if the file has no longer a column that the mapping read from this one. */
  readonly lacks: (header: string, headers: readonly string[]) => boolean;
  readonly bind: (headers: readonly string[], format: Format) => BoundMapping;
  /** Rows can also state open signals. */
  readonly hasOpen: boolean;
}

export interface BoundMapping {
  /** Headers of the kind. */
  readonly headers: readonly string[];
  /** Headers of the file, for messages. */
  readonly labels: readonly string[];
  /** Headers of the kind for which the mapping itself makes the values. */
  readonly made?: readonly string[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** What a header of the file is used for, if it is not a label. */
  readonly usedBy?: (header: string) => string | undefined;
  /** Whether a header that is not a label has numbers, which show the decimal sign. */
  readonly isNumber?: (header: string) => boolean;
  readonly rowsOf: (row: CsvRow) => readonly MappedRow[];
  /** The id of the record that a row describes; empty if it has none. */
  readonly recordIdOf?: (cells: readonly string[]) => string;
  /** The ids of all open signals that a row may have. */
  readonly openIdsOf?: (cells: readonly string[]) => readonly string[];
  /** The ids of those that came to their end, such as invoices that are paid. */
  readonly endedIdsOf?: (cells: readonly string[]) => readonly string[];
}

/** A row that a mapping makes: cells of the headers of the kind. */
export interface MappedRow extends CsvRow {
  /** Values that need no reading, by their fields. */
  readonly made?: Row['given'];
  /** It states an open signal. */
  readonly isOpen?: true;
}
