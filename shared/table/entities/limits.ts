import * as z from 'zod';
import { dayOf, isDate } from '../../domain/dates.ts';
import { isClientId, isId } from '../../domain/ids.ts';
import { topicIndex, topics } from '../../domain/scoring/topics.ts';

// Types and sizes of fields, which are checked before a fact is stored.

export const caps = {
  name: 200,
  metadataKeys: 30,
  metadataBytes: 2048,
  note: 8000,
  insight: 500,
  insights: 40,
  extraColumns: 10,
  extraColumn: 100,
  /** Per account: the number of portfolios and the JSON size of all of them together. */
  portfolios: 200,
  portfoliosBytes: 64 * 1024,
  /** Per client: a response with all of them must fit into Lambda's limit. */
  streams: 200,
  people: 1000,
  /** Per client: the JSON size of its extra columns in all portfolios. */
  columnsBytes: 32 * 1024,
  /** Per client and week: the JSON size of its signals. */
  signalsBytes: 90 * 1024,
  /** Per client: the size of its open signals. */
  openBytes: 100 * 1024,
} as const;

/** They take seven bytes in a response of Lambda, and no text needs them. */
const control = /(?![\t\n\r])\p{Cc}/u;
export const text = (most: number, what: string) =>
  z
    .string()
    .max(most, `${what} has more than ${most} characters`)
    .refine((value) => value.isWellFormed(), `${what} holds half a character`)
    .refine((value) => !control.test(value), `${what} holds a control character; only tabs and line ends are allowed`);
export const key = (most: number, what: string) =>
  text(most, what)
    .min(1, `${what} is empty`)
    // the SDK mistakes an object with a `constructor` field for a class instance
    .refine((value) => value !== 'constructor', `${what} cannot be constructor`);
export const name = text(caps.name, 'the name').refine((value) => value.trim() !== '', 'the name is empty');
export const id = z.string().refine(isId, 'an id is 1 to 64 letters, digits, - or _, beginning with a letter or digit');
export const clientId = z
  .string()
  .refine(isClientId, 'a client id is an id, and no word that the API keeps for itself');
const firstDate = '2000-01-01';
const lastDate = '2099-12-31';
export const date = z
  .string()
  .refine(isDate, 'a date is YYYY-MM-DD')
  .refine((value) => value >= firstDate && value <= lastDate, `a date lies between ${firstDate} and ${lastDate}`);
/** Normalised, so that sorting the texts sorts the times. */
export const timestamp = z.iso
  .datetime({ error: 'a time is ISO 8601 in UTC, with a trailing Z' })
  .transform((value) => new Date(value).toISOString());
/** Numbers that DynamoDB stores without loss. */
export const number = z
  .number()
  .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, `a number is at most ${Number.MAX_SAFE_INTEGER}`)
  .refine((value) => value === 0 || Math.abs(value) >= 1e-100, 'a number is 0 or at least 1e-100');
export const importedScore = number.min(0).max(200);
/** As the day of a signal. */
export const day = z.int().min(dayOf(firstDate), 'the day is too early').max(dayOf(lastDate), 'the day is too late');
export const topic = z
  .string()
  .refine((value) => topicIndex(value) !== undefined, `the topic is none of the ${topics.length}`);
export const weight = z.number().min(0).max(1000);
export const polarity = z.number().min(-1).max(1);
