import type { Taker } from '../shared/table/access/writer-lock.ts';
import type { Table } from '../shared/table/store/table.ts';
import type { Removals } from './prune/prune.ts';

/** What an import does, in this order. The first five only read. */
export type Step = 'reading' | 'checking' | 'comparing' | 'searching' | 'signals' | 'writing' | 'removing';

interface Progress {
  readonly add: (count: number) => void;
  readonly end: () => void;
}

/** Names this import to others that find the account locked. */
export type Importer = Pick<Taker, 'place' | 'process' | 'hasEnded'>;

/** What an import needs from its caller: a command of the operator, or a function. */
export interface Effects {
  readonly table: Table;
  readonly importer: Importer;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Called when a step begins. `total` is 0 if it is unknown. */
  readonly begin: (step: Step, total: number) => Progress;
  /** Throws if the records must not be removed. */
  readonly confirm: (removals: Removals) => Promise<void>;
  /** Called with every added, changed or removed record. */
  readonly onChange?: (change: string) => void;
}
