import type { Format } from './format.ts';
import type { Kind } from './kinds/kind.ts';
import type { CsvRow } from './readers/csv.ts';

/** A file, or a sheet of one, to import as one kind. */
export interface Source {
  readonly kind: Kind;
  readonly path: string;
  /** Shown in messages. */
  readonly name: string;
  /** The name without its endings. */
  readonly stem: string;
  /** The name of the file; of a sheet: of its workbook. */
  readonly origin: string;
  /** When the file was changed, epoch milliseconds. */
  readonly changedAt: number;
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
  /** Rows that an import rejected: they replace nothing but themselves. */
  readonly isRepair?: boolean;
  readonly format: Format;
  /** The path is a file of JSON lines, made from a sheet of a workbook. */
  readonly isSheet?: boolean;
  /** All columns of a file of JSON lines. */
  readonly columns?: readonly string[];
  /** Why nothing of it can be read. */
  readonly unreadable?: { readonly line: number; readonly message: string } | undefined;
  /** Turns the rows of the file into rows of the kind. */
  readonly mapping?: Mapping;
  /** Leaves out rows that name no client of the account, instead of reporting a problem. */
  readonly skipsUnknownClients?: boolean;
  /** Declares columns of clients.csv as metadata: their headers, or all unknown ones. */
  readonly metadata?: readonly string[] | 'all';
}

export interface Mapping {
  readonly isColumn: (header: string) => boolean;
  /** True if the file has no longer a column that the mapping read from this one. */
  readonly lacks: (header: string, headers: readonly string[]) => boolean;
  readonly bind: (headers: readonly string[], format: Format) => BoundMapping;
  /** If the file can have open signals: how to read them. */
  readonly bindOpen?: Mapping['bind'];
}

export interface BoundMapping {
  /** Headers of the kind. */
  readonly headers: readonly string[];
  /** Headers of the file, for messages. */
  readonly labels: readonly string[];
  /** Headers whose cells the mapping makes: their numbers have a point, whatever the file has. */
  readonly made?: readonly string[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** What a header of the file is used for, if it is not a label. */
  readonly usedBy?: (header: string) => string | undefined;
  /** Whether a header that is not a label has numbers, which show the decimal sign. */
  readonly isNumber?: (header: string) => boolean;
  readonly rowsOf: (row: CsvRow) => readonly CsvRow[];
  /** The id of the record that a row describes; undefined if the file has none. */
  readonly recordIdOf?: (cells: readonly string[]) => string;
  /** The ids of all open signals that a row may have. */
  readonly signalIdsOf?: (cells: readonly string[]) => readonly string[];
}
