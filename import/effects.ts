import type { LockRequest } from '../shared/table/facts/writer-lock.ts';
import type { Table } from '../shared/table/store/table.ts';
import type { ClientChanges } from './plan/client-changes.ts';
import type { Plan, Renamed } from './plan/compare.ts';
import type { Removals } from './plan/prune.ts';
import type { WrittenRecords } from './plan/written-records.ts';
import type { Room } from './rows/room.ts';

/** What an import does, in this order. The first five only read. */
export type Step = 'reading' | 'checking' | 'comparing' | 'searching' | 'signals' | 'writing' | 'removing' | 'counting';

interface Progress {
  readonly add: (count: number) => void;
  readonly end: () => void;
}

/** Names this import to others that find the account locked. */
export type Importer = Pick<LockRequest, 'place' | 'process' | 'hasEnded' | 'owner' | 'passesOn'>;

/** What an import needs from its caller: a command of the operator, or a function. */
export interface Effects {
  readonly table: Table;
  readonly importer: Importer;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** How many rows fit into the memory of the process. */
  readonly room?: Room;
  /** Called when a step begins. `total` is 0 if it is unknown. */
  readonly begin: (step: Step, total: number) => Progress;
  /** Throws if the records must not be removed. */
  readonly confirm: (removals: Removals) => Promise<void>;
  /** Called before anything is written; if it says so, nothing is. */
  readonly isHeld?: (changes: ClientChanges) => Promise<boolean>;
  /** Called before the first record is written, with what will be; with nothing of an import that is too large for it. */
  readonly onRecords?: (records: WrittenRecords) => Promise<void>;
  /** Called before the first record is written. */
  readonly onPlan?: (plan: Plan, removals: Removals, renamed: readonly Renamed[]) => Promise<void>;
  /** Called after each batch, with the rows that are written so far, of all. If it throws, the import stops here. */
  readonly onBatch?: (rows: number, of: number) => Promise<void>;
  /** Called with every added, changed or removed record. */
  readonly onChange?: (change: string) => void;
}
