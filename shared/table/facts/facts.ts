import { allAliases, comparedName } from '../records/aliases.ts';
import { clientsBehind, closeMarks, newMark, openMark, openMarks, renewMarks } from '../records/change-marks.ts';
import { allPortfolios, membershipsOf } from '../records/portfolios.ts';
import {
  type Account,
  aliasKey,
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
import { transact } from '../store/transaction.ts';
import { deleteAll, putAll } from '../store/write.ts';
import { changesBy, type KnownItems } from './changes.ts';
import type { Change, Fact } from './fact.ts';

export { type Change, changesBy, type Fact, type KnownItems };

// The only module that writes facts. Every batch opens the change marks of its clients, writes the facts, closes the
// marks and tells its writer. If a writer is killed in between, repeating the batch or the next night finds the
// unfinished clients by their marks.

export interface FactWriter {
  readonly table: Table;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Called after a batch that changed what lists show: of these clients, or without clients of a portfolio. */
  readonly changed: (account: Account, clientIds: readonly string[]) => Promise<void>;
  /** Called before every batch; throws if this writer must stop. */
  readonly confirm?: () => Promise<void>;
}

/** Stores those facts that are not stored yet, so writing facts again changes nothing. Returns the changes made. */
export async function writeFacts(
  writer: FactWriter,
  account: Account,
  facts: readonly Fact[],
  known?: KnownItems,
): Promise<Change[]> {
  await writer.confirm?.();
  const { table } = writer;
  const changes = await changesBy(table, account, facts, known);
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
  // clients with no other changes get their closed mark in the same write, so no one reads one without the other
  const markFor = (id: unknown) => (written.has(String(id)) ? openMark(mark) : mark);
  await putAll(
    table,
    clients.map(({ item }): Item => ({ ...item, touched: markFor(item.id) })),
  );
  const [moved, stay] = partition(others, ({ movedFrom }) => movedFrom !== undefined);
  await putAll(
    table,
    stay.map(({ item }) => item),
  );
  for (const change of moved) await move(table, change);
  await closeMarks(table, account, [...written], mark);
  await renewMarks(
    table,
    account,
    behind.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])),
    mark,
  );
  const marked = [...changed, ...behind.map(({ id }) => id)];
  // portfolios have no mark that would show whether the view is behind, so always project them
  if (marked.length > 0 || facts.some(({ kind }) => kind === 'portfolio')) await writer.changed(account, marked);
  return changes;
}

/** In one transaction, so that a killed writer leaves the record exactly once. */
async function move(table: Table, { item, movedFrom }: Change): Promise<void> {
  const { pk, sk } = movedFrom ?? item;
  await transact(table, [
    { Put: { TableName: table.name, Item: item } },
    { Delete: { TableName: table.name, Key: { pk, sk } } },
  ]);
}

/**
 * Removes a client and all its records. Deletes the client item last, so an interrupted removal can be repeated. A worker
 * that is scoring the client meanwhile may store its score again; the pending deletion tells the next rebuild.
 */
export async function removeClient(writer: FactWriter, account: Account, clientId: string): Promise<void> {
  await writer.confirm?.();
  const { table } = writer;
  await openMarks(table, account, [clientId], newMark(writer.randomBytes));
  await putAll(table, [{ ...pendingDeletionKey(account, clientKey(account, clientId)), ofScores: true }]);
  const records = await readRange(table, recordsRange(account, clientId), { consistent: true });
  const memberships = await membershipsOf(table, account, await allPortfolios(table, account), [clientId]);
  const portfolioIds = [...(memberships.get(clientId)?.keys() ?? [])];
  const aliases = (await allAliases(table, account)).filter((each) => each.clientId === clientId);
  await deleteAll(table, [
    ...records,
    ...portfolioIds.map((id) => memberKey(account, id, clientId)),
    ...aliases.map(({ name }) => aliasKey(account, comparedName(name))),
  ]);
  await deleteAll(table, [clientKey(account, clientId)]);
  await writer.changed(account, [clientId]);
}

/**
 * Removes single records of clients, such as memberships, notes, people and streams. If a record stores several facts
 * and some of them stay, `replacement` replaces it.
 */
export async function removeRecords(
  writer: FactWriter,
  account: Account,
  records: readonly { readonly clientId: string; readonly key: ItemKey; readonly replacement?: Item }[],
): Promise<void> {
  await writer.confirm?.();
  const { table } = writer;
  const clientIds = [...new Set(records.map(({ clientId }) => clientId))];
  const mark = newMark(writer.randomBytes);
  await openMarks(table, account, clientIds, mark);
  await removeItems(table, records);
  await closeMarks(table, account, clientIds, mark);
  await writer.changed(account, clientIds);
}

/** Deletes the items; one with a replacement is replaced. */
async function removeItems(
  table: Table,
  records: readonly { readonly key: ItemKey; readonly replacement?: Item }[],
): Promise<void> {
  await deleteAll(
    table,
    records.flatMap(({ key, replacement }) => (replacement ? [] : [key])),
  );
  await putAll(
    table,
    records.flatMap(({ replacement }) => replacement ?? []),
  );
}

/** Removes signals that are not over, or some of those in an item. No view shows them, so no mark is needed. */
export async function removeOpenSignals(
  { table, confirm }: FactWriter,
  records: readonly { readonly key: ItemKey; readonly replacement?: Item }[],
): Promise<void> {
  await confirm?.();
  await removeItems(table, records);
}

/** Removes other names of clients. Nothing shows them, so nothing is projected. */
export async function removeAliases({ table, confirm }: FactWriter, account: Account, names: readonly string[]) {
  await confirm?.();
  await deleteAll(
    table,
    names.map((name) => aliasKey(account, comparedName(name))),
  );
}

/**
 * Removes a portfolio and then its memberships. After an interruption, the remaining memberships show which clients
 * have to be projected, and the pending deletion shows that the removal must be repeated.
 */
export async function removePortfolio(writer: FactWriter, account: Account, portfolioId: string): Promise<void> {
  await writer.confirm?.();
  const { table } = writer;
  const key = portfolioKey(account, portfolioId);
  const pendingDeletion = pendingDeletionKey(account, key);
  await putAll(table, [{ ...pendingDeletion }]);
  const members = await readRange(table, membersRange(account, portfolioId), { consistent: true });
  const clientIds = members.map(({ clientId }) => String(clientId));
  const mark = newMark(writer.randomBytes);
  await openMarks(table, account, clientIds, mark);
  await deleteAll(table, [key]);
  await closeMarks(table, account, clientIds, mark);
  await writer.changed(account, clientIds);
  await deleteAll(table, members);
  await deleteAll(table, [pendingDeletion]);
}

/** Portfolios whose removal was interrupted. */
export async function halfRemovedPortfolios(table: Table, account: Account): Promise<string[]> {
  const pending = await readRange(table, pendingDeletionsRange(account), { consistent: true });
  return pending.filter(isPortfolio).map(({ sk }) => idIn(sk));
}

function clientNamedBy(fact: Fact): string[] {
  switch (fact.kind) {
    case 'client':
      return [fact.value.id];
    case 'alignment':
      return [fact.clientId];
    case 'portfolio':
    // signals show only after the next night
    case 'signal':
    case 'open-signal':
    case 'alias':
      return [];
    default:
      return [fact.value.clientId];
  }
}

function clientShownBy({ kind, clientId }: Change): string[] {
  return clientId === undefined || kind === 'signal' || kind === 'open-signal' ? [] : [clientId];
}

/** Members of new portfolios whose memberships were written before the portfolio itself. */
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
