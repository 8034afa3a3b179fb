import type { Deps } from '../../../shared/deps.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../random.ts';

/** Friday, 20 November 2026, 12:00:30.000 UTC: mid-minute, so that no test is at a window boundary by accident. */
export const noon = Date.UTC(2026, 10, 20, 12, 0, 30);

export interface FakeDeps extends Deps {
  readonly table: Table;
  /** Moves the clock. */
  now: number;
  /** The records logged so far. */
  readonly logged: Record<string, unknown>[];
}

/** Far longer than a request takes, however busy the machine is. */
export const patience = 300_000;

/** Dependencies that a test controls: a stopped clock, repeatable random bytes, and a log in an array. */
export function fakeDeps(table: Table): FakeDeps {
  return Object.assign(depsWithDeadline(table), { tableDeadline: patience });
}

/** The same with the deadline of a deployed function, which is measured in real time. */
export function depsWithDeadline(table: Table): FakeDeps {
  const logged: Record<string, unknown>[] = [];
  const deps: FakeDeps = {
    now: noon,
    logged,
    table,
    pages: new PageCache(16 * 1024 * 1024),
    clock: () => deps.now,
    randomBytes: bytesOf(randomOf(1)),
    log: (record) => logged.push(record as Record<string, unknown>),
    buildId: 'test',
  };
  return deps;
}
