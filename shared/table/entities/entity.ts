import type * as z from 'zod';
import type { CellType, Value } from '../../domain/cells/cells.ts';
import type { Day } from '../../domain/dates.ts';
import type { Scrub } from '../../domain/names-in-text.ts';
import type { Account, FactKind, ItemKey, KeyRange } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';

// What a file of this folder says about its entity. What only imports and exports use is in functions, because then the
// bundles of the API, which read entities, have neither schemas nor columns.

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
  | 'follow-ups'
  | 'alignment'
  | 'signals'
  | 'open-signals';

/** Something to store. Facts that share an item with others say which client they are about. */
export interface AnyFact {
  readonly kind: FactKind;
  readonly value: object;
  readonly clientId?: string;
}

/** The cells of a row, by the fields of their columns. */
export type Cells = Readonly<Record<string, Value | null | undefined>>;

/** The own columns of a customer, by their names. */
export type OwnCells = Readonly<Record<string, string | number | boolean>>;

/** A column that the service knows. An import reads it, and an export writes it. */
export interface Column {
  readonly header: string;
  /** Headers that are read as this column. */
  readonly aliases?: readonly string[];
  /** Headers of other systems that probably mean this column. */
  readonly synonyms?: readonly string[];
  /** Its name in rows. */
  readonly field: string;
  readonly type: CellType;
  readonly required?: true;
  /** The field from which an empty cell of a required column is taken. */
  readonly otherwise?: string;
  /** Export does not write the column. */
  readonly importOnly?: true;
  readonly about: string;
  /** Its cell in a template. */
  readonly example?: string;
}

export type ColumnOfField = Omit<Column, 'field'>;

/** A column for each cell of a row. */
type Columns<Row extends Cells> = { readonly [Field in keyof Row]-?: ColumnOfField };

/** A schema for each field of an entity. */
export type Shape<Value> = { readonly [Field in keyof Value]-?: z.ZodType<Value[Field]> };

/** A kind of file: its columns, how its rows become facts, and which rows state what an item stores. */
interface FileKind<Fact extends AnyFact, Row extends Cells> {
  readonly name: KindName;
  readonly about: string;
  readonly columns: () => Columns<Row>;
  /** What unknown columns become. Without it, unknown columns are refused. */
  readonly ownColumns?: 'metadata' | 'extra columns';
  /** Cells of own columns in a template, by their headers. */
  readonly ownExample?: Readonly<Record<string, string>>;
  /** Two rows with the same identity are about the same record. */
  readonly identity: (statement: Statement) => readonly unknown[];
  /** Where to read the values that the row leaves out; undefined if it leaves out none. */
  readonly storedAt?: (account: Account, statement: Statement) => ItemKey | KeyRange | undefined;
  /** Where else the record may be, if nothing is at `storedAt`. */
  readonly elsewhere?: (account: Account, statement: Statement) => KeyRange | undefined;
  /** `stored` are the items at `storedAt`. Throws `Unstorable` when the record cannot be stored. */
  readonly toFact: (statement: Statement, stored: readonly Item[], options: FactOptions) => Fact;
  /** The rows of an item: importing them states the item again. */
  readonly rowsOf: (item: Item) => readonly Row[];
  /** The customer's own columns in the rows of an item. */
  readonly ownOf?: (item: Item) => OwnCells;
  /** Of a record that is about one person: how the person is called. It is erased as a whole. */
  readonly personIn?: (cells: Cells) => readonly unknown[];
}

/** An entity that is stored, and its file. */
export interface Entity<Fact extends AnyFact, Row extends Cells> extends FileKind<Fact, Row> {
  readonly fact: Fact['kind'];
  readonly shape: () => Shape<Fact['value']>;
  /** The item of a fact that shares it with no other. */
  toItem?(account: Account, value: Fact['value']): Item;
  /** The key of the item that a fact shares with others. */
  sharedKey?(account: Account, fact: Fact): ItemKey;
  /** The records that an item has, by names in it, to see which of them change. Without it, the item is one. */
  recordsIn?(item: Item): ReadonlyMap<string, unknown>;
  /** The day that it is about. */
  dayIn?(value: Fact['value']): Day | undefined;
  /** What a client is called: erased with the client, not with a person of that name. Everything else is looked through. */
  readonly clientNames?: readonly string[];
  /** The part of the stored key that can change while the id stays; then the old item must be removed. */
  placeIn?(value: Fact['value']): string;
}

/** A kind of file whose rows state fields of other entities. */
export interface PartKind<Fact extends AnyFact, Row extends Cells> extends FileKind<Fact, Row> {
  readonly partOf: readonly Fact['kind'][];
}

/** A kind of file with its columns, as an import and an export use it. */
export interface Kind extends Omit<FileKind<AnyFact, Cells>, 'columns'> {
  readonly columns: readonly Column[];
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
  /** The system that it is from, if the list of clients of another system leads: it states only what that leaves empty. */
  readonly follows?: string;
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
  /** Whether it is another name of the client, so that a list with it changes no name. */
  readonly isOtherName?: (name: string, clientId: string) => boolean;
  /** Leaves out the people of a text who were erased. */
  readonly scrub?: Scrub;
}
