import type { Deps } from '../../../shared/deps.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { bytesOf, randomOf } from '../random.ts';

/** Friday, 20 November 2026, 12:00:30.000 UTC: in the middle of a minute, so that no test stands on a boundary by chance. */
export const noon = Date.UTC(2026, 10, 20, 12, 0, 30);

export interface FakeDeps extends Deps {
  /** Moves the clock. */
  now: number;
  /** What was logged. */
  readonly logged: Record<string, unknown>[];
}

/** Effects that a test holds in its hands: a clock that stands, chance that repeats, a log that is a list. */
export function fakeDeps(table: Table): FakeDeps {
  const logged: Record<string, unknown>[] = [];
  const deps: FakeDeps = {
    now: noon,
    logged,
    table,
    pages: new PageStore(16 * 1024 * 1024),
    clock: () => deps.now,
    randomBytes: bytesOf(randomOf(1)),
    log: (record) => logged.push(record as Record<string, unknown>),
    buildId: 'test',
  };
  return deps;
}
