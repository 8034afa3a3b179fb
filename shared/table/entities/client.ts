import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { AlignmentRead } from '../../domain/alignment.ts';
import { currency, day, flag, number, text, time, type Value } from '../../domain/cells/cells.ts';
import { type Day, dayOf } from '../../domain/dates.ts';
import type { FollowUp } from '../../domain/follow-up.ts';
import { isClientId } from '../../domain/ids.ts';
import { hasLeft, type Leaving } from '../../domain/leaving.ts';
import type { Payments } from '../../domain/lists/revenue.ts';
import { type Account, clientKey, clientsAfterRange, clientsRange } from '../store/item-keys.ts';
import { type Item, readItem, readRangeInParts } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientColumns, column, nameColumn } from './columns.ts';
import type { Entity, FactOptions, Row, Statement } from './entity.ts';
import * as limits from './limits.ts';
import {
  contentHash,
  merged,
  schemaOf,
  scrubbed,
  trimmedName,
  Unstorable,
  validated,
  withOwnColumns,
} from './statement.ts';

export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** A client as it was imported. Its computed scores are in its score record. */
export interface ImportedClient extends Leaving {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly favorite: boolean;
  /** The customer's own id for the client. */
  readonly externalId?: string;
  readonly lastContactDate: string | null;
  readonly metadata: Metadata;
  readonly spotlightSummary?: string;
  /** The score from an earlier system; shown until the first one is computed. */
  readonly importedScore?: number;
  /** Who said on the page of the account that it left; lists without a day do not take that back. */
  readonly leftBy?: string;
  /** The system of each field that a list fills which another one leads: it is empty in that. */
  readonly filled?: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/** What the client item repeats of other records (counts.ts). */
export interface Counts {
  readonly notes: number;
  readonly latestRead: AlignmentRead | null;
  readonly payments?: Payments;
  /** When the newest note was written; absent without one. */
  readonly notedAt?: string;
  /** When its read changed, as text (read-changes.ts); absent if none was filed. */
  readonly readChanges?: string;
  /** A hash of its reads of all weeks; absent if none was filed. */
  readonly readsHash?: string;
  /** The newest; absent without one. */
  readonly followUp?: FollowUp;
}

/** A client with its counts, as it is stored. */
export interface Client extends ImportedClient, Counts {}

/** Metadata keys that the contract types as texts; it types revenueTTM as a number. */
const textKeys = ['accountOwner', 'currency', 'industry', 'location'];

/** Answers have them next to the metadata that was imported. */
const reservedKeys = ['archived', 'leftAt', 'leftBecause', 'renewsOn'];

const metadata = () =>
  z
    .record(
      limits.key(100, 'a metadata key'),
      z.union([limits.text(limits.caps.metadataBytes, 'a metadata text'), limits.number, z.boolean()]),
    )
    .refine(
      (value) => Object.keys(value).length <= limits.caps.metadataKeys,
      `metadata has more than ${limits.caps.metadataKeys} keys`,
    )
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= limits.caps.metadataBytes,
      `metadata takes more than ${limits.caps.metadataBytes} bytes`,
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

/** Metadata that has columns of its own. */
type KnownMetadata = {
  readonly accountOwner?: string | undefined;
  readonly industry?: string | undefined;
  readonly location?: string | undefined;
  readonly revenueTTM?: number | undefined;
  readonly currency?: string | undefined;
};

type ClientRow = Omit<ImportedClient, 'id' | 'metadata' | 'importedScore' | 'filled'> &
  KnownMetadata & { readonly serviceId: string; readonly filled?: string };

export const client: Entity<{ readonly kind: 'client'; readonly value: ImportedClient }, ClientRow> = {
  fact: 'client',
  name: 'clients',
  about: 'the clients',
  shape: () => ({
    id: limits.clientId,
    name: limits.name,
    archived: z.boolean(),
    favorite: z.boolean(),
    externalId: limits.text(100, 'the external id').exactOptional(),
    lastContactDate: limits.timestamp.nullable(),
    metadata: metadata(),
    spotlightSummary: limits.text(2000, 'the summary').exactOptional(),
    importedScore: limits.importedScore.exactOptional(),
    leftAt: limits.date.exactOptional(),
    leftBecause: limits.text(500, 'the reason').exactOptional(),
    leftInferred: z.literal(true).exactOptional(),
    leftBy: limits.text(limits.caps.name, 'the author').exactOptional(),
    renewsOn: limits.date.exactOptional(),
    filled: z.record(limits.key(100, 'a field'), limits.text(limits.caps.name, 'a system')).exactOptional(),
    updatedAt: limits.timestamp,
  }),
  ownColumns: 'metadata',
  ownExample: { Region: 'South', 'Employees (number)': '250' },
  columns: () => ({
    ...clientColumns,
    name: { ...nameColumn, example: 'Harbor Light Foods' },
    archived: column('Archived', flag, 'default false', { example: 'false' }),
    favorite: column('Favorite', flag, 'default false', { aliases: ['Favourite'], example: 'true' }),
    lastContactDate: column('Last Contact', time, 'a time or a date; empty means never', {
      synonyms: ['Last Activity', 'Last Activity Date', 'Last Contacted', 'Last Contact Date', 'Last activity on'],
      example: '2026-11-18',
    }),
    accountOwner: column('Account Owner', text, 'metadata.accountOwner', {
      synonyms: ['Company owner', 'Owner', 'Owner Name', 'Account Manager', 'Organization - Owner'],
      example: 'Ada Okafor',
    }),
    industry: column('Industry', text, 'metadata.industry', { synonyms: ['Sector', 'Branche'], example: 'Food' }),
    location: column('Location', text, 'metadata.location', { example: 'Lisbon' }),
    revenueTTM: column('Revenue TTM', number, 'metadata.revenueTTM, a number', {
      synonyms: ['Annual Revenue', 'Revenue', 'Yearly Revenue', 'Turnover'],
      example: '1250000',
    }),
    currency: column(
      'Currency',
      currency,
      'metadata.currency, of Revenue TTM. Revenue in different currencies is never added',
      { synonyms: ['Currency Code', 'Währung'], example: 'EUR' },
    ),
    leftAt: column('Left At', day, 'the day of notice; from then on the client is archived and not scored', {
      synonyms: ['Churned At', 'Churn Date', 'Date of Notice', 'Cancelled At', 'Cancellation Date'],
    }),
    leftBecause: column('Left Because', text, 'up to 500 characters', {
      synonyms: ['Churn Reason', 'Cancellation Reason'],
    }),
    leftInferred: column(
      'Left Inferred',
      flag,
      'true if nobody gave the day: a list of all clients did not have it any more',
    ),
    leftBy: column('Left By', text, 'who said on the page of the account that it left; lists without a day keep that'),
    renewsOn: column('Renews On', day, 'when the contract ends or is renewed', {
      synonyms: ['Renewal Date', 'Contract End Date', 'Contract Renewal Date'],
      example: '2027-03-31',
    }),
    spotlightSummary: column('Summary', text, 'replaces the composed summary; up to 2,000 characters'),
    filled: column('Filled', text, 'which fields another list of clients than the leading one has filled, as JSON'),
    updatedAt: column(
      'Updated At',
      time,
      'when the client last changed; empty: the time of the import, if it changes the client',
    ),
  }),
  identity: ({ clientId }) => [clientId],
  storedAt: (account, { clientId }) => clientKey(account, clientId),
  toFact: (statement, [stored], options) => ({ kind: 'client', value: clientFrom(statement, stored, options) }),
  rowsOf: (item) => {
    const { id, metadata: all, importedScore: _, filled, ...others } = withoutCounts(fromClientItem(item));
    // DynamoDB returns the keys of a map in any order
    const sorted = filled && JSON.stringify(Object.fromEntries(Object.entries(filled).toSorted()));
    const cells = { ...others, ...(filled && { filled: sorted }) };
    const { accountOwner, industry, location, revenueTTM, currency: code } = all as KnownMetadata;
    return [{ serviceId: id, ...cells, accountOwner, industry, location, revenueTTM, currency: code }];
  },
  ownOf: (item) => {
    const own = Object.entries(fromClientItem(item).metadata).filter(([key]) => !metadataColumns.includes(key));
    return Object.fromEntries(own);
  },
  clientNames: ['name', 'externalId'],
  dayIn: ({ lastContactDate }) => (lastContactDate === null ? undefined : dayOf(lastContactDate.slice(0, 10))),
  toItem: (account, value) => toClientItem(account, { ...value, ...noCounts }),
};

const metadataColumns = ['accountOwner', 'industry', 'location', 'revenueTTM', 'currency'];

function clientFrom(statement: Statement, stored: Item | undefined, { now, prune, isOtherName, scrub }: FactOptions) {
  const { clientId } = statement;
  const { row, filled } = ownFields(statement.row, stored);
  const { serviceId: _, accountOwner, industry, location, revenueTTM, currency, updatedAt, ...given } = row.given;
  const keepsName = stored && isOtherName?.(String(given.name), clientId);
  const rest = keepsLeaving(stored, keepsName ? { ...given, name: String(stored.name) } : given);
  const twice = metadataColumns.filter((key) => row.given[key] != null && row.own.has(key));
  if (twice.length > 0) throw new Unstorable(twice.map((column) => ({ column, message: 'is given in two columns' })));
  const defaults = { archived: false, favorite: false, lastContactDate: null };
  const before = (stored?.metadata ?? {}) as Record<string, unknown>;
  // with --prune, only the customer's own values that the file does not have are removed
  const storedMetadata = prune
    ? Object.fromEntries(Object.entries(before).filter(([key]) => metadataColumns.includes(key) || key in filled))
    : before;
  // a key may have two columns, of which one is empty
  const metadata = atMost(
    limits.caps.metadataKeys,
    withOwnColumns(merged({}, storedMetadata, { accountOwner, industry, location, revenueTTM, currency }), {
      ...row,
      ownKeys: row.ownKeys.filter((key) => row.given[key] == null),
    }),
    row.ownKeys,
  );
  const { filled: __, ...all } = merged(defaults, stored, rest);
  const left = row.follows === undefined ? withLeaving(all, rest) : all;
  const isFilled = Object.keys(filled).length > 0;
  const found = { ...trimmedName(left), id: clientId, metadata, ...(isFilled && { filled }) };
  // here, because a person who was erased and comes again changes nothing
  const fields = scrub ? scrubbed(found, scrub, client.clientNames) : found;
  const changed = validated(statement, client, { ...fields, updatedAt: updatedAt ?? stored?.updatedAt ?? now });
  const isChanged = updatedAt == null && stored !== undefined && !isDeepStrictEqual(changed, storedClient(stored));
  return isChanged ? { ...changed, updatedAt: now } : changed;
}

type Filled = Readonly<Record<string, unknown>>;

/** What no list fills for another. */
const notFilled: ReadonlySet<string> = new Set(['serviceId', 'externalId', 'filled', 'updatedAt']);

/**
 * The cells of a row that count, and which fields are filled after it. A list that another one leads states what that leaves
 * empty, also when it changes; a leading one keeps that where it is empty itself.
 */
function ownFields(given: Row, stored: Item | undefined): { row: Row; filled: Filled } {
  const { follows } = given;
  const before: Filled = { ...(stored?.filled ?? {}), ...filledIn(given.given.filled) };
  const of = (key: string) => stored?.[key] ?? (stored?.metadata as Metadata | undefined)?.[key];
  const counts = (key: string, isEmpty: boolean) =>
    follows === undefined
      ? !isEmpty || before[key] === undefined
      : !notFilled.has(key) && (of(key) === undefined || before[key] === follows);
  const cells = Object.entries(given.given).filter(([key, cell]) => key !== 'filled' && counts(key, cell === null));
  const ownKeys = given.ownKeys.filter((key) => counts(key, !given.own.has(key)));
  const own = new Map([...given.own].filter(([key]) => ownKeys.includes(key)));
  const filled = { ...before };
  for (const [key, cell] of [...cells, ...ownKeys.map((each) => [each, own.get(each) ?? null] as const)]) {
    if (follows !== undefined && cell !== null) filled[key] = follows;
    else if (follows !== undefined || given.given.filled === undefined) delete filled[key];
  }
  return { row: { ...given, given: Object.fromEntries(cells), own, ownKeys }, filled };
}

/** As an export has written it. */
function filledIn(cell: Value | null | undefined): Filled {
  try {
    return cell == null ? {} : JSON.parse(String(cell));
  } catch {
    throw new Unstorable([{ column: 'Filled', message: 'is not what an export has written' }]);
  }
}

/** The cells without those that would take back what a person said. */
function keepsLeaving(stored: Item | undefined, given: Readonly<Record<string, Value | null>>) {
  if (stored?.leftBy === undefined || 'leftBy' in given) return given;
  const { leftAt, leftBecause, ...others } = given;
  return leftAt == null ? others : { ...given, leftBy: null };
}

/** A client that a list has again has not left, unless the list says so: the inferred day was wrong. */
function withLeaving(fields: Record<string, unknown>, given: Readonly<Record<string, unknown>>) {
  const { leftInferred, leftAt, ...others } = fields;
  const isGuess = leftInferred === true;
  if (isGuess && given.leftAt == null) return others;
  return {
    ...others,
    ...(leftAt !== undefined && { leftAt }),
    ...(isGuess && given.leftInferred === true && { leftInferred }),
  };
}

/** Leaves out the values of the last columns. */
function atMost(count: number, metadata: Record<string, unknown>, ownKeys: readonly string[]): Record<string, unknown> {
  const excess = Object.keys(metadata).length - count;
  if (excess <= 0) return metadata;
  const dropped = new Set(ownKeys.filter((key) => Object.hasOwn(metadata, key)).slice(-excess));
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !dropped.has(key)));
}

/** The client of a stored item, without the attributes that only the table uses. */
export function storedClient(stored: Item): ImportedClient {
  return schemaOf(client).parse(stored);
}

/** The id of a client without a Service ID: its Client ID if that is a valid id, else its readable part and a hash. */
export function clientIdFrom(externalId: string): string {
  if (isClientId(externalId)) return externalId;
  const readable = externalId
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${readable === '' ? 'client' : readable}-${contentHash([externalId], 10)}`;
}

export const domainForm = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** What the metadata `Domain` or `Website` says, without protocol, www and path. */
export function ownDomain(metadata: Metadata | ReadonlyMap<string, unknown>): string | undefined {
  const entries = metadata instanceof Map ? [...metadata] : Object.entries(metadata);
  const [, given = ''] = entries.find(([key]) => /^(domain|website)$/i.test(key)) ?? [];
  const [host = ''] = String(given)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/:?#]/);
  const name = host.replace(/^www\./, '');
  return domainForm.test(name) ? name : undefined;
}

/** From its day of notice on, a client that left is shown as archived. */
export function asOf(stored: Client, day: Day | null): Client {
  return stored.archived || !hasLeft(stored, day) ? stored : { ...stored, archived: true };
}

/** What its record and its notes say; systems may know a later one. */
export function statedContact({ lastContactDate, notedAt }: Client): string | null {
  if (notedAt === undefined || lastContactDate === null) return notedAt ?? lastContactDate;
  return Date.parse(notedAt) > Date.parse(lastContactDate) ? notedAt : lastContactDate;
}

export const noCounts: Counts = { notes: 0, latestRead: null };

/** The counts that a client without any does not have. */
export const optionalCounts = ['payments', 'readChanges', 'notedAt', 'readsHash', 'followUp'] as const;

export function withoutCounts({ notes: _, latestRead: __, ...client }: Client): ImportedClient {
  const names: readonly string[] = optionalCounts;
  return Object.fromEntries(
    Object.entries(client).filter(([name]) => !names.includes(name)),
  ) as unknown as ImportedClient;
}

export function toClientItem(account: Account, each: Client): Item {
  return { ...clientKey(account, each.id), v: itemVersion, ...each };
}

export function fromClientItem(item: Item): Client {
  return entityIn(item);
}

export async function clientById(
  table: RequestTable,
  account: Account,
  id: string,
  reading: { readonly consistent?: boolean } = {},
): Promise<Client | undefined> {
  const item = await readItem(table, clientKey(account, id), reading);
  return item && fromClientItem(item);
}

/** All clients of the account ordered by id, or those whose id follows `after`. */
export async function* allClients(table: RequestTable, account: Account, after?: string): AsyncGenerator<Client[]> {
  const range = after === undefined ? clientsRange(account) : clientsAfterRange(account, after);
  for await (const part of readRangeInParts(table, range, { consistent: true })) yield part.map(fromClientItem);
}
