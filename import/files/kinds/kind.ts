import type { CellType, Value } from '../../../shared/domain/cells/cells.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import type { Account, ItemKey, KeyRange } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';

export type KindName =
  | 'portfolios'
  | 'aliases'
  | 'clients'
  | 'streams'
  | 'scores'
  | 'portfolio-members'
  | 'key-people'
  | 'notes'
  | 'insights'
  | 'alignment'
  | 'signals'
  | 'open-signals';

/** A column that the service knows. `field` is its name in the fact. */
export interface Column {
  readonly header: string;
  /** Headers that are read as this column. */
  readonly aliases?: readonly string[];
  /** Headers of other systems that probably mean this column. */
  readonly synonyms?: readonly string[];
  readonly field: string;
  readonly type: CellType;
  readonly required?: true;
  /** The field from which an empty cell of a required column is taken. */
  readonly otherwise?: string;
  /** Export does not write the column. */
  readonly importOnly?: true;
  readonly about: string;
}

/** A kind of file: its columns, and how its rows become facts. */
export interface Kind {
  readonly name: KindName;
  readonly about: string;
  readonly columns: readonly Column[];
  /** What unknown columns become. Without it, unknown columns are refused. */
  readonly ownColumns?: 'metadata' | 'extra columns';
  /** Two rows with the same identity are about the same record. */
  readonly identity: (statement: Statement) => readonly unknown[];
  /** Where to read the values that the row leaves out; undefined if it leaves out none. */
  readonly storedAt?: (account: Account, statement: Statement) => ItemKey | KeyRange | undefined;
  /** Where else the record may be, if nothing is at `storedAt`. */
  readonly elsewhere?: (account: Account, statement: Statement) => KeyRange | undefined;
  /** `stored` are the items at `storedAt`. Throws `Unstorable` when the record cannot be stored. */
  readonly toFact: (statement: Statement, stored: readonly Item[], options: FactOptions) => Fact;
}

/** A row with its cells parsed by the columns of its kind. */
export interface Row {
  readonly kind: Kind;
  readonly line: number;
  /** The columns that the file has; null where the cell is empty. */
  readonly given: Readonly<Record<string, Value | null>>;
  /** Non-empty cells of the customer's own columns. */
  readonly own: ReadonlyMap<string, string | number | boolean>;
  /** Keys of all the customer's own columns, empty cells included. */
  readonly ownKeys: readonly string[];
  /** The headers in the file, by the fields of `given`. The rows of a file share it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The rows that make one fact: one row, or all rows of a stream's week of insights. */
export interface Statement {
  /** The first of `rows`. */
  readonly row: Row;
  readonly rows: readonly Row[];
  /** Empty for portfolios. */
  readonly clientId: string;
  /** The name of their file. */
  readonly file: string;
}

export interface FactOptions {
  /** ISO 8601 */
  readonly now: string;
  /** What the files do not have is removed, also values for which they have no column. */
  readonly prune: boolean;
}
