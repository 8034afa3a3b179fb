import { createHash } from 'node:crypto';
import { chunksOf } from '../table/read.ts';
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
  // never made of the content: a second change of the same clients would be taken for a repetition
  const id = () => Buffer.from(randomBytes(16)).toString('base64url');
  const message = { kind: 'project', customerId } as const;
  if (clientIds.length > mostNamed * mostMessages) return [{ message: { ...message, clientIds: 'all' }, id: id() }];
  const named = clientIds.length > 0 ? chunksOf(clientIds, mostNamed) : [[]];
  return named.map((ids) => ({ message: { ...message, clientIds: ids }, id: id() }));
}

export function nightOf(customerId: string, runDate: string): Outgoing {
  return { message: { kind: 'score', customerId, runDate }, id: `score-${customerId}-${runDate}` };
}

/** What a message leaves to do. A message that is delivered twice hands over under the same name, so that it counts once. */
export function handover(
  of: { message: ScoreMessage; id: string },
  rest: Pick<ScoreMessage, 'after' | 'viewsOnly'>,
): Outgoing {
  const { after: _, ...message } = of.message;
  const id = createHash('sha256')
    .update(`${of.id} ${rest.after ?? ''}`)
    .digest('base64url');
  return { message: { ...message, ...rest }, id };
}
