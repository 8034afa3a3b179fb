import type { PageCache } from './table/store/page-cache.ts';
import type { RequestTable } from './table/store/table.ts';

/** All effects of the service. They are created once when a process starts and passed down, so no other code uses clocks,
 *  randomness, environment variables or the network, and tests can replace each of them. */
export interface Deps {
  readonly table: RequestTable;
  /** A cache of decoded roster pages. */
  readonly pages: PageCache;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Logs a record as one line of JSON. */
  readonly log: (record: object) => void;
  /** How long a request may wait for the table, in milliseconds, if not the usual time. */
  readonly tableDeadline?: number;
  /** Changes with the code, so that an ETag never outlives the rendering that it stands for. */
  readonly buildId: string;
}
