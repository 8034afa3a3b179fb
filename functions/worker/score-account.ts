import { dayOf } from '../../shared/domain/dates.ts';
import type { ScoreMessage } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { handover } from '../../shared/jobs/requests.ts';
import { accountOf } from '../../shared/table/keys.ts';
import { recordsOfClient, scoreClient } from '../../shared/table/night.ts';
import { readHead } from '../../shared/table/views/head.ts';
import { rebuild } from '../../shared/table/views/rebuild.ts';
import { sweep } from '../../shared/table/views/sweep.ts';
import type { Done } from './handler.ts';

/** An account's night: every client scored for the day, then views that show it, then without the pages of old ones. */
export async function scoreAccount(
  deps: JobDeps,
  received: { message: ScoreMessage; id: string },
  hasTime: () => boolean,
): Promise<Done> {
  const { table, queue } = deps;
  const { customerId, runDate, again = false, after, viewsOnly = false } = received.message;
  const account = accountOf(customerId);
  const day = dayOf(runDate);

  const head = await readHead(table, account, 'clients', { consistent: true });
  const isDone = !again && head !== undefined && head.scoredFor !== null && head.scoredFor >= day;
  const passed = isDone
    ? undefined
    : await rebuild(table, account, {
        after,
        ...(!viewsOnly && { hasTime }),
        records: viewsOnly
          ? (client) => recordsOfClient(table, account, client)
          : (client) => scoreClient(table, account, client, { day, again }),
        scoredFor: day,
        today: day,
      });

  if (passed && !passed.published) {
    const rest = passed.stoppedAt === undefined ? { viewsOnly: true as const } : { after: passed.stoppedAt };
    await queue.send([handover(received, rest)]);
    return { line: { clients: passed.clients, handedOver: true }, metrics: {} };
  }
  const swept = (await sweep(table, account, 'clients', day)) + (await sweep(table, account, 'streams', day));
  return {
    line: { clients: passed?.clients ?? 0, swept, ...(isDone && { wasDone: true }) },
    metrics: passed ? { AccountsScored: 1 } : {},
  };
}
