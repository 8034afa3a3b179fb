import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { type Message, messageSchema } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { loggedError, withMetrics } from '../../shared/log.ts';
import { recordOutcome } from '../../shared/table/access/notices.ts';
import { completeAbandoned } from '../../shared/table/facts/writer.ts';
import { recountAll } from '../../shared/table/records/counts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { consumedBetween } from '../../shared/table/store/meter.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import { scoreAccount } from './score-account.ts';
import { sendMornings } from './send-mornings.ts';
import { sendNews } from './send-news.ts';
import type { WorkResult } from './work-result.ts';

/** The part of Lambda's context that the worker uses. */
export interface InvocationContext {
  readonly getRemainingTimeInMillis: () => number;
}

export type WorkerHandler = (event: SQSEvent, context: InvocationContext) => Promise<void>;

const secondsUntilRetry = 30;

/** The only writer of scores and views. Processes the messages of the queue, one account at a time. */
export function create(deps: JobDeps): WorkerHandler {
  return async (event, context) => {
    for (const record of recordsOf(event, deps)) await processRecord(deps, record, context);
  };
}

/** A queue always sends records. An event without them was sent by hand: it fails, and the log says so. */
function recordsOf(event: Partial<SQSEvent> | null, { log }: JobDeps): readonly SQSRecord[] {
  if (Array.isArray(event?.Records)) return event.Records;
  const error = new TypeError('The event has no records.');
  log({ level: 'error', error: loggedError(error) });
  throw error;
}

async function processRecord(deps: JobDeps, record: SQSRecord, context: InvocationContext): Promise<void> {
  const { clock, log, consumed: spent, queue } = deps;
  const before = { at: clock(), spent: spent() };
  let message: Message | undefined;
  try {
    message = messageSchema.parse(JSON.parse(record.body));
    const done = await processMessage(
      deps,
      message,
      record.attributes.MessageDeduplicationId ?? record.messageId,
      context,
    );
    const line = { level: 'info', ...messageFields(message), ...done.line };
    const cost = { milliseconds: clock() - before.at, ...consumedBetween(spent(), before.spent) };
    log(withMetrics({ ...line, ...cost }, clock(), done.metrics));
  } catch (error) {
    const failed = message?.kind === 'rebuild' || message?.kind === 'outcome' ? {} : { AccountsFailed: 1 };
    const received = { messageId: record.messageId, received: Number(record.attributes.ApproximateReceiveCount) };
    log(
      withMetrics(
        { level: 'error', ...messageFields(message), ...received, error: loggedError(error) },
        clock(),
        failed,
      ),
    );
    // otherwise the account would wait for the whole visibility timeout
    await queue.release(record.receiptHandle, secondsUntilRetry);
    throw error;
  }
}

async function processMessage(
  deps: JobDeps,
  message: Message,
  id: string,
  context: InvocationContext,
): Promise<WorkResult> {
  const account = asAccount(message.customerId);
  if (message.kind === 'rebuild') {
    const { again = false, abandoned } = message;
    if (abandoned !== undefined) await completeAbandoned(deps, account, abandoned);
    if (again) await recountAll(deps.table, account);
    const pass = { now: deps.clock(), onProgress: deps.onProgress, again, ifBehind: !again };
    const { clients } = await rebuild(deps.table, account, pass);
    return { line: { clients }, metrics: {} };
  }
  if (message.kind === 'morning') {
    const [sent, deliveries] = [await sendMornings(deps, account), await sendNews(deps, account)];
    return { line: { sent, deliveries }, metrics: {} };
  }
  if (message.kind === 'outcome') {
    const { deliveryId, ok, final } = message.outcome;
    await recordOutcome(deps.table, message.outcome);
    return { line: { deliveryId, ok, final }, metrics: {} };
  }
  // building the views takes at most as long as scoring
  const half = context.getRemainingTimeInMillis() / 2;
  return scoreAccount(deps, { message, id }, () => context.getRemainingTimeInMillis() > half);
}

function messageFields(message: Message | undefined): object {
  if (!message) return {};
  const { kind, customerId } = message;
  if (message.kind !== 'score') return { kind, customerId };
  // tells what an operator asked for from the night
  return { kind, customerId, runDate: message.runDate, ...(message.again && { again: true }) };
}
