import { createHash } from 'node:crypto';
import { chunks } from '../table/store/batches.ts';
import type { ScoreMessage } from './message.ts';
import type { Outgoing } from './queue.ts';

const mostNamed = 100;
const mostMessages = 10;

/** Asks for the views to follow some clients; for very many it is cheaper to build all of them once. */
export function projection(
  customerId: string,
  clientIds: readonly string[],
  randomBytes: (count: number) => Uint8Array,
): Outgoing[] {
  if (clientIds.length > mostNamed * mostMessages) return [fullProjection(customerId, randomBytes)];
  const named = clientIds.length > 0 ? chunks(clientIds, mostNamed) : [[]];
  return named.map((ids) => ({ message: { kind: 'project', customerId, clientIds: ids }, id: randomId(randomBytes) }));
}

/** Asks for all views of an account to be built anew from its facts and scores. */
export function fullProjection(customerId: string, randomBytes: (count: number) => Uint8Array): Outgoing {
  return { message: { kind: 'project', customerId, clientIds: 'all' }, id: randomId(randomBytes) };
}

/** The operator's: scores a day that may have been scored, and replaces what it gave. */
export function rescoring(customerId: string, runDate: string, randomBytes: (count: number) => Uint8Array): Outgoing {
  return { message: { kind: 'score', customerId, runDate, again: true }, id: randomId(randomBytes) };
}

/** Never made of the content: what is asked a second time is to be done a second time. */
function randomId(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(16)).toString('base64url');
}

export function nightMessage(customerId: string, runDate: string): Outgoing {
  return { message: { kind: 'score', customerId, runDate }, id: `score-${customerId}-${runDate}` };
}

/** What a message leaves to do. A message that is delivered twice hands over under the same name, so that it counts once. */
export function handover(
  { message: { after: _, only: __, ...message }, id }: { message: ScoreMessage; id: string },
  rest: Pick<ScoreMessage, 'after' | 'only'>,
): Outgoing {
  const name = createHash('sha256').update(`${id} ${rest.only ?? `after ${rest.after}`}`);
  return { message: { ...message, ...rest }, id: name.digest('base64url') };
}
