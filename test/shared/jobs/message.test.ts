import { expect, it } from 'vitest';
import { messageSchema } from '../../../shared/jobs/message.ts';

const score = { kind: 'score', customerId: 'acme', runDate: '2026-11-20' };
const rebuild = { kind: 'rebuild', customerId: 'acme' };

it.each<[object, boolean]>([
  [score, true],
  [{ ...score, runDate: '2026-02-30' }, false],
  [{ ...score, customerId: '' }, false],
  [{ ...score, again: true, history: 365 }, true],
  [{ ...score, again: true, history: 366 }, false],
  [{ ...score, again: true, history: 0 }, false],
  [rebuild, true],
  [{ kind: 'other', customerId: 'acme' }, false],
])('the worker reads a message of the right form only: %j', (message, isRead) => {
  const { success, data } = messageSchema.safeParse(message);
  expect(success).toBe(isRead);
  if (isRead) expect(data).toEqual(message);
});
