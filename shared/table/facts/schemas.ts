import * as z from 'zod';
import { dayOf, isDate } from '../../domain/dates.ts';
import { isClientId, isId } from '../../domain/ids.ts';
import { measureNames } from '../../domain/scoring/measures.ts';
import { type OpenSignal, openMeasures } from '../../domain/scoring/open-signals.ts';
import { topicIndex, topics } from '../../domain/scoring/topics.ts';
import type { Alias } from '../records/aliases.ts';
import type { ImportedClient } from '../records/clients.ts';
import type { WeekOfInsights } from '../records/insights.ts';
import type { Note } from '../records/notes.ts';
import type { Person } from '../records/people.ts';
import type { Member, Portfolio } from '../records/portfolios.ts';
import type { NamedSignal } from '../records/signals.ts';
import type { Stream } from '../records/streams.ts';

// Validation of facts before they are stored: their types and sizes. Unknown fields are dropped.

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
const text = (most: number, what: string) =>
  z
    .string()
    .max(most, `${what} has more than ${most} characters`)
    .refine((value) => value.isWellFormed(), `${what} holds half a character`)
    .refine((value) => !control.test(value), `${what} holds a control character; only tabs and line ends are allowed`);
const key = (most: number, what: string) =>
  text(most, what)
    .min(1, `${what} is empty`)
    // the SDK mistakes an object with a `constructor` field for a class instance
    .refine((value) => value !== 'constructor', `${what} cannot be constructor`);
const name = text(caps.name, 'the name').refine((value) => value.trim() !== '', 'the name is empty');
const id = z.string().refine(isId, 'an id is 1 to 64 letters, digits, - or _, beginning with a letter or digit');
const clientId = z.string().refine(isClientId, 'a client id is an id, and no word that the API keeps for itself');
const firstDate = '2000-01-01';
const lastDate = '2099-12-31';
const date = z
  .string()
  .refine(isDate, 'a date is YYYY-MM-DD')
  .refine((value) => value >= firstDate && value <= lastDate, `a date lies between ${firstDate} and ${lastDate}`);
/** Normalised, so that sorting the texts sorts the times. */
const timestamp = z.iso
  .datetime({ error: 'a time is ISO 8601 in UTC, with a trailing Z' })
  .transform((value) => new Date(value).toISOString());
/** Numbers that DynamoDB stores without loss. */
const number = z
  .number()
  .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, `a number is at most ${Number.MAX_SAFE_INTEGER}`)
  .refine((value) => value === 0 || Math.abs(value) >= 1e-100, 'a number is 0 or at least 1e-100');
const imported = number.min(0).max(200).exactOptional();
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'a colour is # and six hexadecimal digits');

/** Metadata keys that the contract types as texts; it types revenueTTM as a number. */
const textKeys = ['accountOwner', 'currency', 'industry', 'location'];

/** Answers have them next to the metadata that was imported. */
const reservedKeys = ['archived', 'leftAt', 'leftBecause', 'renewsOn'];

const metadata = z
  .record(key(100, 'a metadata key'), z.union([text(caps.metadataBytes, 'a metadata text'), number, z.boolean()]))
  .refine((value) => Object.keys(value).length <= caps.metadataKeys, `metadata has more than ${caps.metadataKeys} keys`)
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= caps.metadataBytes,
    `metadata takes more than ${caps.metadataBytes} bytes`,
  )
  .refine(
    (value) => textKeys.every((name) => ['string', 'undefined'].includes(typeof value[name])),
    `${textKeys.join(', ')} are texts`,
  )
  .refine(({ revenueTTM }) => ['number', 'undefined'].includes(typeof revenueTTM), 'revenueTTM is a number')
  .refine(
    (value) => !reservedKeys.some((name) => name in value),
    `${reservedKeys.join(', ')} are no keys of metadata: answers have them for what is known of the client`,
  );

const clientSchema = z.object({
  id: clientId,
  name,
  archived: z.boolean(),
  favorite: z.boolean(),
  externalId: text(100, 'the external id').exactOptional(),
  lastContactDate: timestamp.nullable(),
  metadata,
  spotlightSummary: text(2000, 'the summary').exactOptional(),
  importedScore: imported,
  leftAt: date.exactOptional(),
  leftBecause: text(500, 'the reason').exactOptional(),
  leftInferred: z.literal(true).exactOptional(),
  renewsOn: date.exactOptional(),
  updatedAt: timestamp,
}) satisfies z.ZodType<ImportedClient>;

const streamSchema = z.object({
  id,
  clientId,
  name,
  state: z.enum(['active', 'inactive', 'pending']),
  goals: text(2000, 'the goals').nullable(),
  spotlight: text(2000, 'the spotlight').exactOptional(),
  importedScore: imported,
}) satisfies z.ZodType<Stream>;

const portfolioSchema = z.object({
  id: id.refine((value) => !value.endsWith('-clients'), 'ids that end with -clients are the system portfolios'),
  name,
  color: colour,
  description: text(500, 'the description').exactOptional(),
  userIds: z.array(text(100, 'a user id')).max(100).exactOptional(),
  createdAt: timestamp.exactOptional(),
}) satisfies z.ZodType<Portfolio>;

const memberSchema = z.object({
  clientId,
  extraColumns: z
    .record(key(caps.extraColumn, 'a column name'), text(caps.extraColumn, 'an extra column'))
    .refine((value) => Object.keys(value).length <= caps.extraColumns, `more than ${caps.extraColumns} extra columns`),
}) satisfies z.ZodType<Member>;

const noteSchema = z.object({
  id,
  clientId,
  content: text(caps.note, 'the note'),
  createdAt: timestamp,
  createdBy: text(caps.name, 'the author'),
  type: text(50, 'the type'),
}) satisfies z.ZodType<Note>;

const personSchema = z.object({
  id,
  clientId,
  name,
  title: text(caps.name, 'the title'),
  email: text(caps.name, 'the e-mail'),
  phone: text(caps.name, 'the phone'),
  role: text(caps.name, 'the role'),
  department: text(caps.name, 'the department'),
}) satisfies z.ZodType<Person>;

const insightsSchema = z.object({
  clientId,
  streamId: id,
  weekDate: date,
  insights: z
    .array(
      z.object({
        topic: text(100, 'the topic'),
        summary: text(caps.insight, 'the summary'),
        sentiment: text(50, 'the sentiment'),
      }),
    )
    .max(caps.insights, `a week has more than ${caps.insights} insights`),
}) satisfies z.ZodType<WeekOfInsights>;

const readSchema = z.object({
  value: z.enum(['red', 'amber', 'green']),
  week: date,
  updatedAt: timestamp,
  updatedBy: text(caps.name, 'the author'),
});

const signalSchema = z.object({
  id,
  day: z.int().min(dayOf(firstDate), 'the day is too early').max(dayOf(lastDate), 'the day is too late'),
  topic: z.string().refine((value) => topicIndex(value) !== undefined, `the topic is none of the ${topics.length}`),
  polarity: z.number().min(-1).max(1),
  weight: z.number().min(0).max(1000),
  stream: id.exactOptional(),
  measure: z.enum(measureNames).exactOptional(),
  value: z.number().min(-1e7).max(1e7).exactOptional(),
  paid: z
    .object({
      amount: z.number().min(-1e12).max(1e12),
      currency: z
        .string()
        .regex(/^\p{L}[^\n]{0,19}$/u, 'a currency is at most 20 letters')
        .exactOptional(),
    })
    .exactOptional(),
}) satisfies z.ZodType<NamedSignal>;

const openSignalSchema = z.object({
  id,
  feed: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_./-]{0,63}$/, 'a feed is letters, digits and _ . / -, at most 64'),
  since: signalSchema.shape.day,
  topic: signalSchema.shape.topic,
  steps: z
    .array(
      z.object({
        most: z.number().min(-1e6).max(1e6).exactOptional(),
        polarity: z.number().min(-1).max(1).exactOptional(),
      }),
    )
    .min(1)
    .max(20),
  weight: signalSchema.shape.weight,
  stream: id.exactOptional(),
  seen: signalSchema.shape.day,
  measure: z.enum(openMeasures).exactOptional(),
}) satisfies z.ZodType<OpenSignal>;

export const factSchemas = {
  client: clientSchema,
  stream: streamSchema,
  portfolio: portfolioSchema,
  member: memberSchema,
  note: noteSchema,
  person: personSchema,
  insights: insightsSchema,
  alignment: readSchema,
  signal: signalSchema,
  alias: z.object({ name, clientId }) satisfies z.ZodType<Alias>,
  'open-signal': openSignalSchema,
};
