import type { Day } from '../../shared/domain/dates.ts';
import type { FactOptions } from '../../shared/table/entities/entity.ts';
import type { Problem } from '../files/problems.ts';
import type { ClientIndex } from './client-index.ts';
import type { ClientNumbers, FileFacts } from './file-facts.ts';

/** What is known before a file is checked. */
export interface Known {
  /** The files that are kept so far. */
  readonly files: readonly FileFacts[];
  readonly clients: ClientIndex;
  /** True for records of these files. */
  readonly isNamed: (record: string) => boolean;
  readonly clientNumbers: ClientNumbers;
  /** There are other files of the same feed. */
  readonly isOfSeveral: boolean;
  readonly isStoredPortfolio: (id: string) => boolean;
  /** Those of the streams that stay stored. A stream is named by its client and its id, with a space between. */
  readonly storedStreams: (streams: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** `declared`: as the mapping says. */
export type UnknownRows = 'rejected' | 'skipped' | 'declared';

export interface CheckOptions {
  readonly facts: FactOptions;
  readonly today: Day;
  /** What becomes of rows that refer to something unknown. */
  readonly unknown: UnknownRows;
  readonly onRows: (count: number) => void;
  /** Called with each row that refers to something unknown. */
  readonly onUnknown: (problem: Problem) => void;
}
