import type { Outgoing } from '../../shared/jobs/queue.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Importer } from '../effects.ts';
import type { FileStore } from './file-store.ts';
import type { Notice } from './notice.ts';
import type { RunReport } from './report.ts';

export interface InboxDeps {
  readonly table: Table;
  readonly store: FileStore;
  readonly importer: Importer;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Sends requests to the worker. */
  readonly ask: (requests: readonly Outgoing[]) => Promise<void>;
  /** Milliseconds for which a run belongs to one process: longer than an invocation can last. */
  readonly holdFor: number;
  /** A run with more bytes is refused. */
  readonly mostBytes?: number;
  /** So is one with more rows. */
  readonly mostRows?: number;
  /** A run whose files take longer to read and compare is refused: every invocation of a run does that again. Milliseconds. */
  readonly mostReading?: number;
  /** Whether there is time for another batch. */
  readonly hasTime?: () => boolean;
  /** Called with the report of each run. */
  readonly onReport?: (report: RunReport) => void;
  /** Tells the people of the account what they have to do. */
  readonly notify?: (account: Account, notice: Notice) => Promise<void>;
  /** Called if a notice could not be sent: the report of the run is stored anyway. */
  readonly onNoticeFailure?: (error: unknown) => void;
}

/** What an inbox imports at once, on AWS and in a folder. */
export const largestRun = {
  /** An estimate, for files with long rows: those with short ones meet `mostReading` first, see docs/proof.md. */
  mostBytes: 400_000_000,
  /** Of the memory of the importer: each takes some 60 bytes beside those of its cells. */
  mostRows: 5_000_000,
} as const;

/** `more`: go on at once. `later`: someone else works on it, or the account is locked. */
export type Outcome = 'nothing' | 'done' | 'failed' | 'later' | 'more';

export const mostAttempts = 3;
