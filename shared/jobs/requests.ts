import { createHash } from 'node:crypto';
import type { ScoreMessage } from './message.ts';
import type { Outgoing } from './queue.ts';

/** A message that builds the lists of an account if they are behind; with `again` in any case, counting again first. */
export function rebuilding(
  customerId: string,
  randomBytes: (count: number) => Uint8Array,
  { again, abandoned }: { readonly again?: boolean; readonly abandoned?: string } = {},
): Outgoing {
  const options = { ...(again && { again }), ...(abandoned !== undefined && { abandoned }) };
  return { message: { kind: 'rebuild', customerId, ...options }, id: randomId(randomBytes) };
}

/** A message that scores a day again and replaces its points; with `history`, also the days before the first point. */
export function rescoring(
  customerId: string,
  runDate: string,
  randomBytes: (count: number) => Uint8Array,
  history?: number,
): Outgoing {
  const message = { kind: 'score', customerId, runDate, again: true, ...(history && { history }) } as const;
  return { message, id: randomId(randomBytes) };
}

/** Deduplication ids are random, because a request that is made twice must be processed twice. */
function randomId(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(16)).toString('base64url');
}

export function nightMessage(customerId: string, runDate: string): Outgoing {
  return { message: { kind: 'score', customerId, runDate }, id: `score-${customerId}-${runDate}` };
}

/** A message that sends the stored events of an account, at most once per check. */
export function resending(customerId: string, checkedAt: number): Outgoing {
  return { message: { kind: 'morning', customerId }, id: `morning-${customerId}-${checkedAt}` };
}

/** The rest of the work of a message. Its deduplication id depends on the message, so two deliveries hand over once. */
export function handover(
  { message: { after: _, only: __, ...message }, id }: { message: ScoreMessage; id: string },
  rest: Pick<ScoreMessage, 'after' | 'only'>,
): Outgoing {
  const name = createHash('sha256').update(`${id} ${rest.only ?? `after ${rest.after}`}`);
  return { message: { ...message, ...rest }, id: name.digest('base64url') };
}
