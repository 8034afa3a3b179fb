import * as z from 'zod';
import { isDate } from '../domain/dates.ts';

const date = z.string().refine(isDate);
const customerId = z.string().min(1);

/** Scores an account for a day. */
const score = z.object({
  kind: z.literal('score'),
  customerId,
  runDate: date,
  /** The operator's: scores a day that has been scored once more. */
  again: z.literal(true).exactOptional(),
  /** What an earlier message left to do: the clients behind this one, or what comes after all of them. */
  after: z.string().exactOptional(),
  only: z.enum(['views', 'sweep']).exactOptional(),
});

/** Lets the views of an account follow what is now known of some clients; with none of them its portfolios alone. */
const project = z.object({
  kind: z.literal('project'),
  customerId,
  clientIds: z.union([z.array(z.string()).max(100), z.literal('all')]),
});

export const messageSchema = z.discriminatedUnion('kind', [score, project]);

export type ScoreMessage = z.output<typeof score>;
export type ProjectMessage = z.output<typeof project>;
export type Message = z.output<typeof messageSchema>;
