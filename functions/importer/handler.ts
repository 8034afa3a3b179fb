import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { InboxJobDeps } from '../../import/inbox/aws/start.ts';
import { largestRun } from '../../import/inbox/deps.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { workInbox } from '../../import/inbox/work-inbox.ts';
import { loggedError, withMetrics } from '../../shared/log.ts';
import { readInbox } from '../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { consumedBetween } from '../../shared/table/store/meter.ts';

/** The part of Lambda's context that the importer uses. */
interface InvocationContext {
  readonly getRemainingTimeInMillis: () => number;
}

/** Every invocation of a run reads the files again. The rest of its time then still writes a part of them. */
const mostReading = 8 * 60_000;
/** For the longest batch, and for storing how far the run came. */
const leftForTheEnd = 90_000;

const messageSchema = z.object({ customerId: z.string().check(z.minLength(1)) });

/** Imports what arrived for an account. Its state is in the table: a message only says that there is something to do. */
export function create(deps: InboxJobDeps) {
  return async ({ Records }: SQSEvent, context: InvocationContext): Promise<void> => {
    for (const record of Records) await processRecord(deps, record, context);
  };
}

async function processRecord(deps: InboxJobDeps, record: SQSRecord, context: InvocationContext): Promise<void> {
  const { clock, log, consumed, table, queue } = deps;
  const before = { at: clock(), spent: consumed() };
  const customerId = messageSchema.parse(JSON.parse(record.body)).customerId;
  const account = asAccount(customerId);
  let ended: Pick<RunReport, 'run' | 'result'> | undefined;
  const about = { kind: 'inbox', customerId };
  const runs = () => ({ InboxRuns: ended ? 1 : 0, InboxRunsFailed: ended?.result === 'failed' ? 1 : 0 });
  try {
    const outcome = await workInbox(
      {
        ...deps,
        ...largestRun,
        mostReading,
        hasTime: () => context.getRemainingTimeInMillis() > leftForTheEnd,
        onReport: (report) => {
          ended = { run: report.run, result: report.result };
        },
      },
      account,
    );
    if (outcome === 'more') {
      const { run } = await readInbox(table, account);
      // if this message is lost, the next check sends another
      if (run) await queue.send([{ message: { customerId }, id: `${run.id}-${run.step}` }]);
    }
    const cost = { milliseconds: clock() - before.at, ...consumedBetween(consumed(), before.spent) };
    log(withMetrics({ level: 'info', ...about, outcome, ...ended, ...cost }, clock(), runs()));
  } catch (error) {
    // the message is not delivered again: the check sends another in five minutes, and counts the attempts
    const record = { level: 'error', ...about, ...ended, error: loggedError(error) };
    // a run that ended is counted here: who moves its files later does not know the result as new
    log(withMetrics(record, clock(), { ...runs(), InboxErrors: 1 }));
  }
}
