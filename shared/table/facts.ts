import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AlignmentRead, withRead } from '../domain/alignment.ts';
import { dateOf, dayOf, isoWeek, mondayOf } from '../domain/dates.ts';
import { alignmentYears, toAlignmentItem } from './alignment.ts';
import { type Table, until } from './client.ts';
import { type Client, toClientItem } from './clients.ts';
import { factSchemas } from './fact-schemas.ts';
import { toInsightsItem, type WeekOfInsights } from './insights.ts';
import { type Account, clientKey, type Key, memberKey, membersOf, portfolioKey, recordsOf } from './keys.ts';
import { type Note, toNoteItem } from './notes.ts';
import { type Person, toPersonItem } from './people.ts';
import { allPortfolios, type Member, type Portfolio, toMemberItem, toPortfolioItem } from './portfolios.ts';
import { type Item, inTurns, readBatch, readRange } from './read.ts';
import { mergedSignalsItem, type NamedSignal, toSignalsKey } from './signals.ts';
import { type Stream, toStreamItem } from './streams.ts';
import { deleteAll, putAll } from './write.ts';

// The one module that writes facts. Every batch marks the clients it is about before it writes, and ends by asking for
// the views to follow: a writer that is killed in between leaves marks by which the night finds what it left undone.

export type Fact =
  | { readonly kind: 'client'; readonly value: Omit<Client, 'touched'> }
  | { readonly kind: 'stream'; readonly value: Stream }
  | { readonly kind: 'portfolio'; readonly value: Portfolio }
  | { readonly kind: 'member'; readonly portfolioId: string; readonly value: Member }
  | { readonly kind: 'note'; readonly value: Note }
  | { readonly kind: 'person'; readonly value: Person }
  | { readonly kind: 'insights'; readonly value: WeekOfInsights }
  | { readonly kind: 'read'; readonly clientId: string; readonly value: AlignmentRead }
  | { readonly kind: 'signal'; readonly clientId: string; readonly value: NamedSignal };

type Of<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;

/** An item to write, and what it says: of which kind of fact, and about which client. */
export interface Change {
  readonly kind: Fact['kind'];
  readonly clientId?: string;
  readonly item: Item;
}

export interface FactWriter {
  readonly table: Table;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Asks for the views to follow these clients; with none of them the portfolio view follows alone. */
  readonly project: (account: Account, clientIds: readonly string[]) => Promise<void>;
}

/** Stores the facts that are not stored yet: to write them twice is to write them once. Returns what it changed. */
export async function writeFacts(writer: FactWriter, account: Account, facts: readonly Fact[]): Promise<Change[]> {
  const changes = await changesBy(writer.table, account, facts);
  const clients = changes.filter(({ kind }) => kind === 'client');
  const others = changes.filter(({ kind }) => kind !== 'client');
  const shown = changes.filter(({ kind }) => kind !== 'signal');
  const clientIds = [...new Set(shown.flatMap(({ clientId }) => clientId ?? []))];

  const mark = markOf(writer);
  const fresh = new Set(clients.map(({ clientId }) => clientId));
  await touch(
    writer.table,
    account,
    clientIds.filter((id) => !fresh.has(id)),
    mark,
  );
  await putAll(
    writer.table,
    clients.map(({ item }) => ({ ...item, touched: mark })),
  );
  await putAll(
    writer.table,
    others.map(({ item }) => item),
  );
  // signals show when the next night scores them
  if (shown.length > 0) await writer.project(account, clientIds);
  return changes;
}

/** What writing the facts would change. */
export async function changesBy(table: Table, account: Account, facts: readonly Fact[]): Promise<Change[]> {
  const checked = facts.map(checkedFact);
  const wanted = [
    ...checked.flatMap((fact) => plainChange(account, fact) ?? []),
    ...(await readChanges(table, account, checked.filter(isOf('read')))),
    ...(await signalChanges(table, account, checked.filter(isOf('signal')))),
  ];
  // of two facts about one thing the later one stands
  const byKey = new Map(wanted.map((change) => [nameOf(change.item), change]));
  const stored = await storedItems(table, [...byKey.values()]);
  return [...byKey.values()].filter(({ item }) => !isStored(item, stored.get(nameOf(item))));
}

/** Removes a client with all it has; itself last, so that a removal that was killed can be repeated. */
export async function removeClient(writer: FactWriter, account: Account, clientId: string): Promise<void> {
  const { table } = writer;
  const records = await readRange(table, recordsOf(account, clientId), { consistent: true });
  const portfolios = await allPortfolios(table, account);
  await deleteAll(table, [...records, ...portfolios.map(({ id }) => memberKey(account, id, clientId))]);
  await deleteAll(table, [clientKey(account, clientId)]);
  await writer.project(account, [clientId]);
}

/** Removes single records of clients: memberships, notes, people, streams with what belongs to them. */
export async function removeRecords(
  writer: FactWriter,
  account: Account,
  records: readonly { readonly clientId: string; readonly key: Key }[],
): Promise<void> {
  const clientIds = [...new Set(records.map(({ clientId }) => clientId))];
  await touch(writer.table, account, clientIds, markOf(writer));
  await deleteAll(
    writer.table,
    records.map(({ key }) => key),
  );
  await writer.project(account, clientIds);
}

/** Removes a portfolio, and its members from it. */
export async function removePortfolio(writer: FactWriter, account: Account, portfolioId: string): Promise<void> {
  const members = await readRange(writer.table, membersOf(account, portfolioId), { consistent: true });
  const clientIds = members.map(({ clientId }) => String(clientId));
  await touch(writer.table, account, clientIds, markOf(writer));
  await deleteAll(writer.table, members);
  await deleteAll(writer.table, [portfolioKey(account, portfolioId)]);
  await writer.project(account, clientIds);
}

function checkedFact(fact: Fact): Fact {
  return { ...fact, value: factSchemas[fact.kind].parse(fact.value) } as Fact;
}

function plainChange(account: Account, fact: Fact): Change | undefined {
  const { kind } = fact;
  switch (kind) {
    case 'client':
      // the mark is set when it is written
      return { kind, clientId: fact.value.id, item: toClientItem(account, { ...fact.value, touched: '' }) };
    case 'stream':
      return { kind, clientId: fact.value.clientId, item: toStreamItem(account, fact.value) };
    case 'portfolio':
      return { kind, item: toPortfolioItem(account, fact.value) };
    case 'member':
      return { kind, clientId: fact.value.clientId, item: toMemberItem(account, fact.portfolioId, fact.value) };
    case 'note':
      return { kind, clientId: fact.value.clientId, item: toNoteItem(account, fact.value) };
    case 'person':
      return { kind, clientId: fact.value.clientId, item: toPersonItem(account, fact.value) };
    case 'insights':
      return { kind, clientId: fact.value.clientId, item: toInsightsItem(account, fact.value) };
    default:
      return undefined;
  }
}

/** A read changes its year, and what later years carry; whatever day it was filed for, it is stored for the Monday. */
async function readChanges(table: Table, account: Account, reads: readonly Of<'read'>[]): Promise<Change[]> {
  const changes: Change[] = [];
  await inTurns([...Map.groupBy(reads, ({ clientId }) => clientId)], clientsAtOnce, async ([clientId, filed]) => {
    const before = await alignmentYears(table, account, clientId);
    const after = filed.reduce((years, { value }) => withRead(years, onMonday(value)), before);
    for (const year of after) changes.push({ kind: 'read', clientId, item: toAlignmentItem(account, clientId, year) });
  });
  return changes;
}

function onMonday(read: AlignmentRead): AlignmentRead {
  return { ...read, week: dateOf(mondayOf(dayOf(read.week))) };
}

/** Signals of one client and week share an item: what is new joins what is there. */
async function signalChanges(table: Table, account: Account, signals: readonly Of<'signal'>[]): Promise<Change[]> {
  const weeks = Map.groupBy(signals, ({ clientId, value }) => `${clientId} ${isoWeek(value.day)}`);
  const keys = [...weeks.values()].map(([first]) => first && toSignalsKey(account, first.clientId, first.value.day));
  const stored = await readBatch(
    table,
    keys.filter((key) => key !== undefined),
    { consistent: true },
  );
  const byKey = new Map(stored.map((item) => [nameOf(item), item]));
  return [...weeks.values()].map((ofWeek, at) => {
    const clientId = ofWeek[0]?.clientId ?? '';
    const key = keys[at];
    const named = ofWeek.map(({ value }) => value);
    const item = mergedSignalsItem(account, clientId, key && byKey.get(nameOf(key)), named);
    return { kind: 'signal' as const, clientId, item };
  });
}

async function storedItems(table: Table, changes: readonly Change[]): Promise<Map<string, Item>> {
  const items = await readBatch(
    table,
    changes.map(({ item: { pk, sk } }) => ({ pk, sk })),
    { consistent: true },
  );
  return new Map(items.map((item) => [nameOf(item), item]));
}

function isStored(item: Item, stored: Item | undefined): boolean {
  if (!stored) return false;
  const { touched: _, ...wanted } = item;
  const { touched: __, ...there } = stored;
  return isDeepStrictEqual(wanted, there);
}

const clientsAtOnce = 8;

/** Says of clients that something about them changes: until their score record says the same, their views are behind. */
async function touch(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  await inTurns(clientIds, clientsAtOnce, async (clientId) => {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: clientKey(account, clientId),
      UpdateExpression: 'SET touched = :mark',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':mark': mark },
    });
    try {
      await table.documents.send(command, until(table));
    } catch (error) {
      // records of a client that is not there show nowhere
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    }
  });
}

function markOf({ randomBytes }: FactWriter): string {
  return Buffer.from(randomBytes(6)).toString('base64url');
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

function isOf<Kind extends Fact['kind']>(kind: Kind) {
  return (fact: Fact): fact is Of<Kind> => fact.kind === kind;
}
