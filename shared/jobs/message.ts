import * as z from 'zod';
import type { Outcome } from '../../notices/delivery.ts';
import { isDate } from '../domain/dates.ts';

const date = z.string().refine(isDate);
const customerId = z.string().min(1);

/** Scores all clients of an account for a day. */
const score = z.object({
  kind: z.literal('score'),
  customerId,
  runDate: date,
  /** Requested by an operator: scores a day again that was scored already. */
  again: z.literal(true).exactOptional(),
  /** Also computes up to so many days before the first point, from the stored signals. */
  history: z.int().min(1).max(365).exactOptional(),
  /** The rest of a run that was handed over: the clients after this id, or the steps after all clients. */
  after: z.string().exactOptional(),
  only: z.enum(['views', 'sweep']).exactOptional(),
});

/** Builds the lists of an account from its facts and scores, if they do not show all facts. */
const rebuild = z.object({
  kind: z.literal('rebuild'),
  customerId,
  /** Requested by an operator: counts notes and reads again, and builds and puts everything in any case. */
  again: z.literal(true).exactOptional(),
  /** The mark that a killed writer has left open: its work is completed first, and the mark closed. */
  abandoned: z.string().exactOptional(),
});

/** Sends the stored events of an account's nights that were not accepted so far. */
const morning = z.object({ kind: z.literal('morning'), customerId });

/** What became of a delivery. The function that delivers has no rights on the table. */
const outcome = z.object({
  kind: z.literal('outcome'),
  customerId,
  outcome: z.custom<Outcome>((value) => typeof value === 'object' && value !== null),
});

export const messageSchema = z.discriminatedUnion('kind', [score, rebuild, morning, outcome]);

export type ScoreMessage = z.output<typeof score>;
export type Message = z.output<typeof messageSchema>;
