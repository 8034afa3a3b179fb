import * as z from 'zod';
import { isDate } from '../domain/dates.ts';
import { isClientId, isId } from '../domain/ids.ts';
import { topicIndex } from '../domain/topics.ts';
import type { Client } from './clients.ts';
import type { WeekOfInsights } from './insights.ts';
import type { Note } from './notes.ts';
import type { Person } from './people.ts';
import type { Member, Portfolio } from './portfolios.ts';
import type { NamedSignal } from './signals.ts';
import type { Stream } from './streams.ts';

// The door through which facts come in: what may be stored, and how large it may be. Fields it does not know are dropped.

export const caps = {
  name: 200,
  metadataKeys: 30,
  metadataBytes: 2048,
  note: 8000,
  insight: 500,
  extraColumns: 10,
  extraColumn: 100,
  portfolios: 200,
  streams: 200,
} as const;

const text = (most: number, what: string) => z.string().max(most, `${what} has more than ${most} characters`);
const name = text(caps.name, 'the name').refine((value) => value.trim() !== '', 'the name is empty');
const id = z.string().refine(isId, 'an id is 1 to 64 letters, digits, - or _, beginning with a letter or digit');
const clientId = z.string().refine(isClientId, 'a client id is an id, and no word that the API keeps for itself');
const date = z.string().refine(isDate, 'a date is YYYY-MM-DD');
const timestamp = z.iso.datetime({ error: 'a time is ISO 8601 in UTC, with a trailing Z' });
const imported = z.number().min(0).max(200).exactOptional();
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'a colour is # and six hexadecimal digits');

const metadata = z
  .record(text(100, 'a metadata key'), z.union([z.string(), z.number(), z.boolean()]))
  .refine((value) => Object.keys(value).length <= caps.metadataKeys, `metadata has more than ${caps.metadataKeys} keys`)
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= caps.metadataBytes,
    `metadata takes more than ${caps.metadataBytes} bytes`,
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
  updatedAt: timestamp,
}) satisfies z.ZodType<Omit<Client, 'touched'>>;

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
    .record(text(caps.extraColumn, 'a column name'), text(caps.extraColumn, 'an extra column'))
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
    .max(100),
}) satisfies z.ZodType<WeekOfInsights>;

const readSchema = z.object({
  value: z.enum(['red', 'amber', 'green']),
  week: date,
  updatedAt: timestamp,
  updatedBy: text(caps.name, 'the author'),
});

const signalSchema = z.object({
  id,
  day: z.int(),
  topic: z.string().refine((value) => topicIndex(value) !== undefined, 'the topic is none of the 15'),
  polarity: z.number().min(-1).max(1),
  weight: z.number().positive().max(1000),
  stream: id.exactOptional(),
}) satisfies z.ZodType<NamedSignal>;

export const factSchemas = {
  client: clientSchema,
  stream: streamSchema,
  portfolio: portfolioSchema,
  member: memberSchema,
  note: noteSchema,
  person: personSchema,
  insights: insightsSchema,
  read: readSchema,
  signal: signalSchema,
};
