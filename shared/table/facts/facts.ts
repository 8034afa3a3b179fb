import { clientsBehind, closeMarks, newMark, openMark, openMarks, renewMarks } from '../records/change-marks.ts';
import { allPortfolios, membershipsOf } from '../records/portfolios.ts';
import {
  type Account,
  clientKey,
  type ItemKey,
  idIn,
  isPortfolio,
  memberKey,
  membersRange,
  pendingDeletionKey,
  pendingDeletionsRange,
  portfolioKey,
  recordsRange,
} from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { deleteAll, putAll } from '../store/write.ts';
import { changesBy } from './changes.ts';
import type { Change, Fact } from './fact.ts';

export { type Change, changesBy, type Fact };

// The one module that writes facts. Every batch opens the marks of the clients that it is about before it writes,
// closes them when it has written, and ends by asking for the views to follow. A writer that is killed in between
// leaves marks by which its own repetition, and the night, find what it left undone.

export interface FactWriter {
  readonly table: Table;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Asks for the views to follow these clients; with none of them the portfolio view follows alone. */
  readonly project: (account: Account, clientIds: readonly string[]) => Promise<void>;
}

/** Stores the facts that are not stored yet: to write them twice is to write them once. Returns what it changed. */
export async function writeFacts(writer: FactWriter, account: Account, facts: readonly Fact[]): Promise<Change[]> {
  const { table } = writer;
  const changes = await changesBy(table, account, facts);
  const [clients, others] = partition(changes, ({ kind }) => kind === 'client');
  const written = new Set([
    ...others.flatMap(clientShownBy),
    ...(await clientsOfNewPortfolios(table, account, changes)),
  ]);
  const changed = new Set([...clients.flatMap(clientShownBy), ...written]);
  const unchanged = [...new Set(facts.flatMap(clientNamedBy))].filter((id) => !changed.has(id));
  const behind = await clientsBehind(table, account, unchanged);

  const put = new Set(clients.map(({ clientId }) => clientId));
  const mark = newMark(writer.randomBytes);
  await openMarks(
    table,
    account,
    [...written].filter((id) => !put.has(id)),
    mark,
  );
  // of whom nothing else is written, the fact comes with its mark: nobody can come between them
  const markFor = (id: unknown) => (written.has(String(id)) ? openMark(mark) : mark);
  await putAll(
    table,
    clients.map(({ item }): Item => ({ ...item, touched: markFor(item.id) })),
  );
  await putAll(
    table,
    others.map(({ item }) => item),
  );
  await closeMarks(table, account, [...written], mark);
  await renewMarks(
    table,
    account,
    behind.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])),
    mark,
  );
  const marked = [...changed, ...behind.map(({ id }) => id)];
  // a portfolio has no mark that would tell whether it is behind
  if (marked.length > 0 || facts.some(({ kind }) => kind === 'portfolio')) await writer.project(account, marked);
  return changes;
}

/** Removes a client with all it has; itself last, so that a removal that was killed can be repeated. */
export async function removeClient(writer: FactWriter, account: Account, clientId: string): Promise<void> {
  const { table } = writer;
  await openMarks(table, account, [clientId], newMark(writer.randomBytes));
  const records = await readRange(table, recordsRange(account, clientId), { consistent: true });
  const memberships = await membershipsOf(table, account, await allPortfolios(table, account), [clientId]);
  const portfolioIds = [...(memberships.get(clientId)?.keys() ?? [])];
  await deleteAll(table, [...records, ...portfolioIds.map((id) => memberKey(account, id, clientId))]);
  await deleteAll(table, [clientKey(account, clientId)]);
  await writer.project(account, [clientId]);
}

/**
 * Removes single records of clients: memberships, notes, people, streams with what belongs to them. Of a record that
 * gathers several facts, and of which some stay, `left` is put in its place.
 */
export async function removeRecords(
  writer: FactWriter,
  account: Account,
  records: readonly { readonly clientId: string; readonly key: ItemKey; readonly left?: Item }[],
): Promise<void> {
  const { table } = writer;
  const clientIds = [...new Set(records.map(({ clientId }) => clientId))];
  const mark = newMark(writer.randomBytes);
  await openMarks(table, account, clientIds, mark);
  await deleteAll(
    table,
    records.flatMap(({ key, left }) => (left ? [] : [key])),
  );
  await putAll(
    table,
    records.flatMap(({ left }) => left ?? []),
  );
  await closeMarks(table, account, clientIds, mark);
  await writer.project(account, clientIds);
}

/**
 * Removes a portfolio, then its members from it: they tell a removal that was killed whose views are behind. That there
 * was one is remembered until they are gone, so that it is found and repeated.
 */
export async function removePortfolio(writer: FactWriter, account: Account, portfolioId: string): Promise<void> {
  const { table } = writer;
  const key = portfolioKey(account, portfolioId);
  const remembered = pendingDeletionKey(account, key);
  await putAll(table, [{ ...remembered }]);
  const members = await readRange(table, membersRange(account, portfolioId), { consistent: true });
  const clientIds = members.map(({ clientId }) => String(clientId));
  const mark = newMark(writer.randomBytes);
  await openMarks(table, account, clientIds, mark);
  await deleteAll(table, [key]);
  await closeMarks(table, account, clientIds, mark);
  await writer.project(account, clientIds);
  await deleteAll(table, members);
  await deleteAll(table, [remembered]);
}

/** Portfolios whose removal was killed. */
export async function halfRemovedPortfolios(table: Table, account: Account): Promise<string[]> {
  const remembered = await readRange(table, pendingDeletionsRange(account), { consistent: true });
  return remembered.filter(isPortfolio).map(({ sk }) => idIn(sk));
}

function clientNamedBy(fact: Fact): string[] {
  switch (fact.kind) {
    case 'client':
      return [fact.value.id];
    case 'alignment':
      return [fact.clientId];
    case 'portfolio':
    // signals show when the next night scores them
    case 'signal':
      return [];
    default:
      return [fact.value.clientId];
  }
}

function clientShownBy({ kind, clientId }: Change): string[] {
  return clientId === undefined || kind === 'signal' ? [] : [clientId];
}

/** Those who were written before their portfolio, and show in it now. */
async function clientsOfNewPortfolios(table: Table, account: Account, changes: readonly Change[]): Promise<string[]> {
  const clientIds: string[] = [];
  for (const { item, kind, stored } of changes) {
    if (kind !== 'portfolio' || stored) continue;
    const members = await readRange(table, membersRange(account, String(item.id)), { consistent: true });
    clientIds.push(...members.map(({ clientId }) => String(clientId)));
  }
  return clientIds;
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))];
}
