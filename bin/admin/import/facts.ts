import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { dateOf, dayOf, mondayOf } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { factSchemas } from '../../../shared/table/facts/schemas.ts';
import {
  type Account,
  clientKey,
  type ItemKey,
  memberKey,
  portfolioKey,
  streamKey,
} from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Kind } from '../files/kinds.ts';
import type { Row } from '../files/rows.ts';
import { recordIdFrom } from './ids.ts';

/** What one fact is made of: a row, or the rows of one week of insights. */
export interface ImportEntry {
  readonly kind: Kind;
  readonly row: Row;
  readonly rows: readonly Row[];
  /** Empty for portfolios. */
  readonly clientId: string;
}

export interface FactOptions {
  /** ISO 8601 */
  readonly now: string;
  /** Values that the files have no column for are dropped, where else they would stay. */
  readonly exact: boolean;
}

/** The fact cannot be stored; by the fields that are to blame. */
export class Unstorable extends Error {
  override name = 'Unstorable' as const;
  readonly issues: readonly { readonly column?: string; readonly message: string }[];

  constructor(issues: Unstorable['issues']) {
    super(issues.map(({ message }) => message).join('; '));
    this.issues = issues;
  }
}

/** What is there already under the name of the fact, where a row says only a part of it. */
export function storedKeyOf(account: Account, { kind, row, clientId }: ImportEntry): ItemKey | undefined {
  const { id, streamId, portfolioId } = row.given;
  switch (kind.name) {
    case 'portfolios':
      return portfolioKey(account, String(id));
    case 'clients':
      return clientKey(account, clientId);
    case 'streams':
      return streamKey(account, clientId, String(streamId));
    case 'scores':
      return streamId ? streamKey(account, clientId, String(streamId)) : clientKey(account, clientId);
    case 'portfolio-members':
      return memberKey(account, String(portfolioId), clientId);
    default:
      return undefined;
  }
}

/** By what two rows of a file are the same thing; the key under which the file's records are remembered. */
export function rowName(entry: ImportEntry): string {
  return [entry.kind.name, ...nameParts(entry)].join(' ');
}

function nameParts({ kind, row, clientId }: ImportEntry): readonly unknown[] {
  const { id, streamId, portfolioId, weekDate, week } = row.given;
  switch (kind.name) {
    case 'portfolios':
      return [id];
    case 'clients':
      return [clientId];
    case 'streams':
      return [clientId, streamId];
    case 'scores':
      return [clientId, streamId ?? ''];
    case 'portfolio-members':
      return [portfolioId, clientId];
    case 'key-people':
      return [clientId, personId(row)];
    case 'notes':
      return [clientId, noteId(row)];
    case 'insights':
      return [clientId, streamId, mondayFor(weekDate)];
    case 'alignment':
      return [clientId, mondayFor(week)];
    case 'signals':
      return [clientId, signalId(row)];
  }
}

const knownMetadata = ['accountOwner', 'industry', 'location', 'revenueTTM'];

export function factOf(entry: ImportEntry, stored: Item | undefined, making: FactOptions): Fact {
  const { kind, row, rows, clientId } = entry;
  const { given } = row;
  switch (kind.name) {
    case 'portfolios':
      return { kind: 'portfolio', value: validated(entry, 'portfolio', merged({ color: '#6B7280' }, stored, given)) };
    case 'clients':
      return { kind: 'client', value: clientFrom(entry, stored, making) };
    case 'streams': {
      const { streamId, serviceId: _, externalId: __, ...rest } = given;
      const value = merged({ state: 'active', goals: null }, stored, rest);
      return { kind: 'stream', value: validated(entry, 'stream', { ...value, id: streamId, clientId }) };
    }
    case 'scores':
      return scoreFrom(entry, stored, making);
    case 'portfolio-members': {
      const before = making.exact ? {} : (stored?.extraColumns as Record<string, unknown> | undefined);
      const value = { clientId, extraColumns: withFurther(before ?? {}, row) };
      return { kind: 'member', portfolioId: String(given.portfolioId), value: validated(entry, 'member', value) };
    }
    case 'key-people': {
      const unknown = { title: '', email: '', phone: '', role: '', department: '' };
      const { serviceId: _, externalId: __, ...rest } = given;
      const value = { ...merged(unknown, undefined, rest), id: personId(row), clientId };
      return { kind: 'person', value: validated(entry, 'person', value) };
    }
    case 'notes': {
      const { serviceId: _, externalId: __, ...rest } = given;
      const value = { ...merged({ type: 'general' }, undefined, rest), id: noteId(row), clientId };
      return { kind: 'note', value: validated(entry, 'note', value) };
    }
    case 'insights': {
      const weekDate = mondayFor(given.weekDate);
      const insights = rows.map((each) => pick(each.given, 'topic', 'summary', 'sentiment'));
      const value = { clientId, streamId: given.streamId, weekDate, insights };
      return { kind: 'insights', value: validated(entry, 'insights', value) };
    }
    case 'alignment': {
      const week = mondayFor(given.week);
      const value = {
        ...pick(given, 'value', 'updatedBy'),
        week,
        updatedAt: given.updatedAt ?? `${week}T00:00:00.000Z`,
      };
      return { kind: 'alignment', clientId, value: validated(entry, 'alignment', value) };
    }
    case 'signals': {
      const { topic, polarity, weight, streamId, date } = given;
      const value = { id: signalId(row), day: dayOf(String(date)), topic, polarity, weight: weight ?? 1 };
      const signal = validated(entry, 'signal', streamId ? { ...value, stream: streamId } : value);
      return { kind: 'signal', clientId, value: signal };
    }
  }
}

function clientFrom(entry: ImportEntry, stored: Item | undefined, { now, exact }: FactOptions) {
  const { row, clientId } = entry;
  const { serviceId: _, accountOwner, industry, location, revenueTTM, updatedAt, ...rest } = row.given;
  const twice = knownMetadata.filter((key) => row.given[key] != null && row.further.has(key));
  if (twice.length > 0) throw new Unstorable(twice.map((column) => ({ column, message: 'is given in two columns' })));
  const defaults = { archived: false, favorite: false, lastContactDate: null };
  const before = exact ? {} : (stored?.metadata as Record<string, unknown> | undefined);
  // a key may have two columns, of which one is empty
  const metadata = withFurther(merged({}, before, { accountOwner, industry, location, revenueTTM }), {
    ...row,
    furtherKeys: row.furtherKeys.filter((key) => row.given[key] == null),
  });
  const fields = { ...merged(defaults, stored, rest), id: clientId, metadata };
  const client = validated(entry, 'client', { ...fields, updatedAt: updatedAt ?? stored?.updatedAt ?? now });
  const isNews = updatedAt == null && stored !== undefined && !isDeepStrictEqual(client, clientIn(stored));
  return isNews ? { ...client, updatedAt: now } : client;
}

function scoreFrom(entry: ImportEntry, stored: Item | undefined, { now }: FactOptions): Fact {
  const { row, clientId } = entry;
  const { score, streamId } = row.given;
  if (streamId) {
    // before its stream is there, only the score can be looked at
    const stream = stored ?? { id: streamId, clientId, name: '-', state: 'active', goals: null };
    return { kind: 'stream', value: validated(entry, 'stream', { ...stream, importedScore: score }) };
  }
  const client = stored ?? {
    id: clientId,
    name: '-',
    archived: false,
    favorite: false,
    lastContactDate: null,
    metadata: {},
  };
  // it says when the client changed, not where its first score came from
  const updatedAt = stored?.updatedAt ?? now;
  return { kind: 'client', value: validated(entry, 'client', { ...client, importedScore: score, updatedAt }) };
}

/** The client of a stored item, without what the table knows besides. */
export function clientIn(stored: Item) {
  return factSchemas.client.parse(stored);
}

/** What a cell leaves empty is not known; what has no column stays as it is. */
function merged(
  defaults: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> | undefined,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const value: Record<string, unknown> = { ...defaults, ...stored };
  for (const [field, cell] of Object.entries(given)) {
    if (cell === undefined) continue;
    if (cell !== null) value[field] = cell;
    else if (field in defaults) value[field] = defaults[field];
    else delete value[field];
  }
  return value;
}

function withFurther(
  before: Readonly<Record<string, unknown>>,
  { further, furtherKeys }: Row,
): Record<string, unknown> {
  const value = { ...before };
  for (const key of furtherKeys) delete value[key];
  for (const [key, cell] of further) value[key] = cell;
  return value;
}

function validated<Name extends keyof typeof factSchemas>(
  { kind }: ImportEntry,
  name: Name,
  value: unknown,
): z.output<(typeof factSchemas)[Name]> {
  const result = factSchemas[name].safeParse(value);
  if (result.success) return result.data as z.output<(typeof factSchemas)[Name]>;
  throw new Unstorable(
    result.error.issues.map(({ path, message }) => {
      const names = path.filter((part) => typeof part === 'string');
      const field = names.at(-1) ?? '';
      const column = kind.columns.find((each) => each.field === (fieldNames[field] ?? field));
      const own = /^(Too|Invalid)/.test(message) && column ? `expected ${column.about}` : message;
      const header = column?.header ?? (names.length > 1 ? field : undefined);
      return header === undefined ? { message: own } : { column: header, message: own };
    }),
  );
}

/** What facts and files call differently. */
const fieldNames: Readonly<Record<string, string>> = { day: 'date', importedScore: 'score', stream: 'streamId' };

function mondayFor(date: unknown): string {
  return dateOf(mondayOf(dayOf(String(date))));
}

function personId({ given }: Row): string {
  return given.id ? String(given.id) : recordIdFrom('p', [given.email || given.name]);
}

function noteId({ given }: Row): string {
  return given.id ? String(given.id) : recordIdFrom('n', [given.createdAt, given.createdBy, given.content]);
}

function signalId({ given }: Row): string {
  const { date, topic, polarity, weight, streamId } = given;
  return given.id ? String(given.id) : recordIdFrom('s', [date, topic, polarity, weight ?? 1, streamId ?? '']);
}

function pick(given: Row['given'], ...fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}
