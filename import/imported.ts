import type { Outgoing } from '../shared/jobs/queue.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import type { SourceOptions } from './arrived/inputs.ts';
import type { Superseded } from './arrived/sources.ts';
import type { RejectedFile } from './facts/rejects.ts';
import type { TopicSummary } from './facts/signal-summary.ts';
import type { Problems } from './files/problems.ts';
import type { RejectLimit } from './files/reject-limit.ts';
import type { UnknownName } from './files/unknown-name.ts';
import type { ClosedRows } from './plan/closed-rows.ts';
import type { Plan, Renamed } from './plan/compare.ts';
import type { Gone } from './plan/gone.ts';
import type { Removals } from './plan/prune.ts';
import type { FeedReport } from './plan/watched-feeds.ts';
import type { FileReport } from './rows/read.ts';

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
  /** From now on, each feed with a file is expected to send one every so many days. */
  readonly every?: number;
  /** The files are only what has just arrived: a feed without a file is not missing before its day is over. */
  readonly arrivals?: boolean;
  /** When the import began, if it is repeated, ISO 8601. Default: now. */
  readonly now?: string;
  /** What an earlier part of the same import has written: so many rows, of so many. */
  readonly written?: { readonly rows: number; readonly of: number };
}

/** What was not imported. */
interface Rejected {
  readonly files: readonly RejectedFile[];
  /** The files that were written, with the rejected rows. */
  readonly written: readonly string[];
  readonly problems: Problems;
}

export interface Report {
  readonly files: readonly FileReport[];
  readonly skipped: readonly string[];
  readonly superseded: readonly Superseded[];
  /** Rows that a newer file of the same feed has too. */
  readonly supersededRows: number;
  readonly warnings: Problems;
  /** The presets that read files which are not imported, by their names. */
  readonly presets: Readonly<Record<string, string>>;
  /** Names that no client has. */
  readonly unknown: readonly UnknownName[];
  readonly renamed: readonly Renamed[];
  readonly signals: readonly TopicSummary[];
  readonly clients: number;
  /** Clients without signals of the last 90 days. Only known after a dry run and after the first import. */
  readonly clientsWithoutSignals?: number;
}

export interface Imported {
  readonly plan: Plan;
  readonly report: Report;
  readonly removed: Removals;
  /** Only with `gone`, if there is a full list of clients. */
  readonly gone?: Gone;
  readonly movedReads: number;
  /** Open signals that are over or that left their file, and those that no file has had for a while. */
  readonly closed: Pick<ClosedRows, 'count' | 'unseen'>;
  /** The feeds with files in this import, and those that are watched. */
  readonly feeds: readonly FeedReport[];
  readonly dryRun: boolean;
  /** Only with `rejects`. */
  readonly rejected?: Rejected;
  readonly update: ViewUpdate;
}

/** What the worker has to do now, and for how many clients. */
export interface ViewUpdate {
  readonly requests: readonly Outgoing[];
  readonly clients: number;
}
