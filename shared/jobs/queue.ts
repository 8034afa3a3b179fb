import type { Deliveries } from '../../notices/delivery.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';
import type { Consumption } from '../table/store/meter.ts';
import type { Table } from '../table/store/table.ts';
import type { OnProgress } from '../table/views/write/publish.ts';
import type { Mornings } from './events.ts';
import type { Message } from './message.ts';

/** A message and its deduplication id. */
export interface Outgoing<Sent extends { readonly customerId: string } = Message> {
  readonly message: Sent;
  readonly id: string;
}

/** A FIFO queue per account: one message of an account at a time. */
export interface Queue<Sent extends { readonly customerId: string } = Message> {
  readonly send: (outgoing: readonly Outgoing<Sent>[]) => Promise<void>;
  /** Returns a received message to the queue. It is delivered again after that many seconds. */
  readonly release: (receiptHandle: string, seconds: number) => Promise<void>;
}

/** The effects of jobs: of the worker and of the nightly functions. */
export interface JobDeps extends Omit<Deps, 'pages' | 'table'> {
  readonly table: Table;
  readonly queue: Queue;
  /** Absent if the deployment sends no events, such as the local service. */
  readonly mornings?: Mornings;
  /** Delivers what accounts want to be told of, with links to the page of each. Absent without such pages. */
  readonly notices?: Deliveries & { readonly pageOf: (account: Account) => string };
  /** The state of the key that the table is encrypted with. Absent if the deployment has no key of its own. */
  readonly keyState?: () => Promise<string>;
  /** The capacity consumed since the process started. */
  readonly consumed: () => Consumption;
  /** Set by the CLI, which shows the progress. */
  readonly onProgress?: OnProgress;
}
