import type * as z from 'zod';
import type { webhookBodies } from '../shared/contract/webhooks.ts';

/** What a webhook can be told: `client.level_changed`, `client.left`, `account.scored`, `feed.late`. */
export type EventType = keyof typeof webhookBodies;

type Body<Type extends EventType> = z.output<(typeof webhookBodies)[Type]>;

/** The JSON text that a webhook posts. */
export function bodyOf<Type extends EventType>(type: Type, at: string, data: Body<Type>['data']): string {
  return JSON.stringify({ version: 1, type, timestamp: at, data });
}
