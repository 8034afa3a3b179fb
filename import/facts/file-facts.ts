import type { Day } from '../../shared/domain/dates.ts';
import { copyOf } from '../files/copy.ts';
import type { KindName } from '../files/kinds/kind.ts';
import { createProblems } from '../files/problems.ts';
import type { FileOfRows } from '../rows/read.ts';
import type { ClientIndex } from './client-index.ts';
import type { ClientTotals } from './client-totals.ts';
import { createNameIndex } from './name-index.ts';
import { createNewestDate, type NewestDate } from './newest-dates.ts';
import type { FileOfStatements } from './ordered.ts';
import { createSignalSummary, type SignalSummary } from './signal-summary.ts';

/** What a file states. It counts once the file is kept. */
export class FileFacts {
  readonly file: FileOfRows;
  /** A file with open matters states signals and open signals. */
  readonly kinds: ReadonlyMap<KindName, FileOfStatements>;
  /** The clients of the account and of the files until here. */
  readonly clients: ClientIndex;
  /** The lines of its records, by their names. */
  readonly names = createNameIndex();
  /** The ids of its rows in the system that wrote them. */
  readonly records = createNameIndex();
  /** The ids of the open matters that its rows could be about; a rejected row without one could be about any. */
  readonly open = { present: createNameIndex(), rejected: createNameIndex(), isUncertain: false };
  readonly totals: ClientTotals = new Map();
  readonly signals: SignalSummary;
  readonly newest: NewestDate;
  readonly warnings = createProblems();
  /** Alignment reads given for another day than a Monday. */
  movedReads = 0;
  /** Rows that a newer file of the same feed has too. */
  superseded = 0;

  constructor(file: FileOfRows, kinds: FileFacts['kinds'], clients: ClientIndex, today: Day) {
    this.file = file;
    this.kinds = kinds;
    this.clients = clients;
    this.signals = createSignalSummary(today);
    this.newest = createNewestDate(today);
  }
}

/** Numbers for clients, because texts take ten times the memory. */
export class ClientNumbers {
  readonly ids: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(clientId: string): number {
    const known = this.#numbers.get(clientId);
    if (known !== undefined) return known;
    // a part of a row would keep the whole row in the heap
    const own = copyOf(clientId);
    this.#numbers.set(own, this.ids.length);
    this.ids.push(own);
    return this.ids.length - 1;
  }
}
