import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { type Message, messageSchema } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { loggedError, withMetrics } from '../../shared/log.ts';
import { minusSpent } from '../../shared/table/store/meter.ts';
import type { Done } from './done.ts';
import { projectClients } from './project-clients.ts';
import { scoreAccount } from './score-account.ts';

/** What of Lambda's context the work looks at. */
export interface TimeLeft {
  readonly getRemainingTimeInMillis: () => number;
}

export type WorkerHandler = (event: SQSEvent, context: TimeLeft) => Promise<void>;

const secondsUntilRetry = 30;

/** The one writer of what is computed: takes the messages of the queue, one account at a time. */
export function create(deps: JobDeps): WorkerHandler {
  return async ({ Records }, context) => {
    for (const record of Records) await take(deps, record, context);
  };
}

async function take(deps: JobDeps, record: SQSRecord, context: TimeLeft): Promise<void> {
  const { clock, log, spent, queue } = deps;
  const before = { at: clock(), spent: spent() };
  let message: Message | undefined;
  try {
    message = messageSchema.parse(JSON.parse(record.body));
    const done = await work(deps, message, record.attributes.MessageDeduplicationId ?? record.messageId, context);
    const line = { level: 'info', ...messageFields(message), ...done.line };
    const cost = { milliseconds: clock() - before.at, ...minusSpent(spent(), before.spent) };
    log(withMetrics({ ...line, ...cost }, clock(), done.metrics));
  } catch (error) {
    const failed = message?.kind === 'project' ? { ProjectionsFailed: 1 } : { AccountsFailed: 1 };
    const received = { messageId: record.messageId, received: Number(record.attributes.ApproximateReceiveCount) };
    log(
      withMetrics(
        { level: 'error', ...messageFields(message), ...received, error: loggedError(error) },
        clock(),
        failed,
      ),
    );
    // else the account would wait for as long as a message may be worked on
    await queue.release(record.receiptHandle, secondsUntilRetry);
    throw error;
  }
}

function work(deps: JobDeps, message: Message, id: string, context: TimeLeft): Promise<Done> {
  if (message.kind === 'project') return projectClients(deps, message);
  // the views need no more time than the scores do
  const half = context.getRemainingTimeInMillis() / 2;
  return scoreAccount(deps, { message, id }, () => context.getRemainingTimeInMillis() > half);
}

function messageFields(message: Message | undefined): object {
  if (!message) return {};
  const { kind, customerId } = message;
  return message.kind === 'score' ? { kind, customerId, runDate: message.runDate } : { kind, customerId };
}
