import type { Outgoing } from '../shared/jobs/queue.ts';
import type { Statement } from '../shared/table/entities/entity.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import type { SourceOptions } from './arrived/inputs.ts';
import type { FileSample } from './arrived/samples.ts';
import type { RejectLimit } from './files/reject-limit.ts';
import type { ClientChanges } from './plan/client-changes.ts';
import type { Removals } from './plan/prune.ts';
import type { ImportResult } from './result.ts';

// What an import is asked to do, and what it did.

export interface ImportOptions extends SourceOptions {
  readonly account: Account;
  readonly score?: boolean;
  /** With `score`: also computes up to so many days before the first score. */
  readonly history?: number;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** `leave`: clients that a full list does not have any more have left on its date. */
  readonly gone?: 'leave';
  /** Leaves out the rows that have problems, and writes them to this folder. Without it, a problem stops the import. */
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  /** Names and addresses of which somebody said that they are no clients, as they are compared: their rows are left out. */
  readonly notClients?: ReadonlySet<string>;
  /** Names in lists that another one leads, of which somebody said that they are clients that the leading one lacks. */
  readonly newClients?: ReadonlySet<string>;
  /** From now on, each feed with a file is expected to send one every so many days. */
  readonly every?: number;
  /** The files are only what has just arrived: a feed without a file is not missing before its day is over. */
  readonly arrivals?: boolean;
  /** When the import began, if it is repeated, ISO 8601. Default: now. */
  readonly now?: string;
  /** What an earlier part of the same import has written: so many rows, of so many. */
  readonly written?: { readonly rows: number; readonly of: number };
}

export interface Imported {
  readonly result: ImportResult;
  /** With `prune`: what was removed, by name. */
  readonly removed: Removals;
  readonly update: ViewUpdate;
  /** Of files that nothing describes, if they were asked for. */
  readonly samples: readonly FileSample[];
  /** What would be written about clients, if nothing was because the caller holds it back. */
  readonly held?: ClientChanges;
  /** Of a dry run, and of one that is held back: the first rows of each file as they are read. */
  readonly first: readonly Statement[];
}

/** What the worker has to do now, and for how many clients. */
export interface ViewUpdate {
  readonly requests: readonly Outgoing[];
  readonly clients: number;
}
