import { create } from '../../../functions/worker/handler.ts';
import type { Deps } from '../../../shared/deps.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { localQueue } from '../../local/jobs/queue.ts';
import type { Target } from './target.ts';

const heldBytes = 64 * 1024 * 1024;
const nothing = { calls: 0, readUnits: 0, writeUnits: 0 };

/**
 * Has the worker's messages worked on. A deployment has a queue and a worker for that, and this returns when they are
 * told; the local service has none for others, so the worker runs here, and this returns when the views are switched.
 */
export async function workOn(
  { clock, randomBytes }: Pick<Deps, 'clock' | 'randomBytes'>,
  { table, queue }: Pick<Target, 'table' | 'queue'>,
  outgoing: readonly Outgoing[],
  /** Hears what the worker says when it runs here. */
  log: (record: object) => void = () => undefined,
): Promise<'asked' | 'done'> {
  if (queue) {
    await queue.send(outgoing);
    return 'asked';
  }
  const local = localQueue({ retryAfter: 0.2 });
  try {
    const pages = new PageStore(heldBytes);
    local.start(
      create({ table, pages, clock, randomBytes, log, buildId: 'admin', queue: local, consumed: () => nothing }),
    );
    await local.send(outgoing);
    await local.drained();
    return 'done';
  } finally {
    await local.stop();
  }
}
