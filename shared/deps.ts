import type { Table } from './table/store/table.ts';
import type { PageStore } from './table/views/read/page-store.ts';

/** Every effect of the service. It is made once where a process starts and handed down, so that nothing else knows of
 *  clocks, chance, environments or the network, and a test can be any of them. */
export interface Deps {
  readonly table: Table;
  /** Pages of rosters that this process holds decoded. */
  readonly pages: PageStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** One line of JSON. */
  readonly log: (record: object) => void;
  /** How long a request may wait for the table, in milliseconds, if not the usual time. */
  readonly tableDeadline?: number;
  /** Changes with the code, so that an ETag never outlives the rendering that it stands for. */
  readonly buildId: string;
}
