import { dayAt, dayOf } from '../../shared/domain/dates.ts';
import type { ScoreMessage } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { handover } from '../../shared/jobs/requests.ts';
import { NormsOfAccount } from '../../shared/table/night/norms.ts';
import { daysBefore } from '../../shared/table/night/run.ts';
import { scoreClient } from '../../shared/table/night/score-client.ts';
import { type Account, asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { readMark } from '../../shared/table/views/root/facts-mark.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import { deleteUnreferenced } from '../../shared/table/views/write/delete-unreferenced.ts';
import type { OnProgress } from '../../shared/table/views/write/publish.ts';
import { type RebuildOptions, type RebuildResult, rebuild } from '../../shared/table/views/write/rebuild.ts';
import { morningOf, sendMornings } from './send-mornings.ts';
import { newsOfNight, sendNews } from './send-news.ts';
import type { WorkResult } from './work-result.ts';

const hour = 3_600_000;

/** The night of an account: scores all clients, publishes the views, and deletes what no view has used for an hour. */
export async function scoreAccount(
  deps: JobDeps,
  received: { message: ScoreMessage; id: string },
  hasTime: () => boolean,
): Promise<WorkResult> {
  const { table, queue, clock, onProgress } = deps;
  const { message } = received;
  const account = asAccount(message.customerId);
  const handOver = (rest: Pick<ScoreMessage, 'after' | 'only'>) => queue.send([handover(received, rest)]);

  const rebuilt = (await isPublishedAlready(table, account, message))
    ? undefined
    : await rebuildViews(table, account, message, {
        hasTime,
        onProgress,
        now: clock(),
        // past days that an operator asked for are no news of this morning
        beforeNight: message.history === undefined ? await beforeNight(deps, account) : undefined,
      });
  if (rebuilt && !rebuilt.published) {
    await handOver(rebuilt.stoppedAt === undefined ? { only: 'views' } : { after: rebuilt.stoppedAt });
    return { line: { clients: rebuilt.clients, handedOver: true }, metrics: {} };
  }
  // also when the night was published already: whoever published it may have been killed before this
  await sendMornings(deps, account);
  await sendNews(deps, account);
  const metrics = rebuilt ? { AccountsScored: 1 } : {};
  const clients = rebuilt?.clients ?? 0;
  if (rebuilt && !hasTime()) {
    await handOver({ only: 'sweep' });
    return { line: { clients, handedOver: true }, metrics };
  }
  return { line: { clients, swept: await deleteUnreferenced(table, account, clock()) }, metrics };
}

/** Stores what is sent of a night once it is shown. */
async function beforeNight(deps: JobDeps, account: Account): Promise<RebuildOptions['beforeNight']> {
  const stored = [morningOf(deps, account), await newsOfNight(deps, account)].filter((each) => each !== undefined);
  if (stored.length === 0) return undefined;
  return async (night) => {
    for (const store of stored) await store(night);
  };
}

/** True if the night of this message is published, so only unreferenced pages are left to delete. */
async function isPublishedAlready(
  table: Table,
  account: Account,
  { only, again, runDate }: ScoreMessage,
): Promise<boolean> {
  if (only === 'sweep') return true;
  if (again) return false;
  const root = await readRoot(table, account, { consistent: true });
  return (root?.scoredFor ?? -1) >= dayOf(runDate);
}

async function rebuildViews(
  table: Table,
  account: Account,
  message: ScoreMessage,
  {
    hasTime,
    onProgress,
    now,
    beforeNight,
  }: {
    hasTime: () => boolean;
    onProgress: OnProgress | undefined;
    now: number;
    beforeNight: RebuildOptions['beforeNight'];
  },
): Promise<RebuildResult> {
  const { only, after, again = false, history = 0 } = message;
  const day = dayOf(message.runDate);
  const shown = { scoredFor: day, computedFrom: day - history, now, onProgress, beforeNight };
  if (only === 'views') return rebuild(table, account, shown);
  const norms = new NormsOfAccount(table, account, { oldest: day - daysBefore({ history }), again });
  const mark = await readMark(table, account);
  const factsAreOld = !mark.isOpen && now - mark.since > hour;
  const run = { day, rescore: again, factsAreOld, history, norms, isLate: dayAt(now) > day };
  return rebuild(table, account, {
    ...shown,
    after,
    hasTime,
    records: (stored) => scoreClient(table, account, stored, run),
  });
}
