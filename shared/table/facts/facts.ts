import { allAliases, comparedName } from '../entities/alias.ts';
import type { Fact } from '../entities/kinds.ts';
import { entityOf } from '../entities/kinds.ts';
import { membershipsOf } from '../entities/member.ts';
import { allPortfolios } from '../entities/portfolio.ts';
import { hasPayments } from '../entities/signal.ts';
import { schemaOf } from '../entities/statement.ts';
import { allRecords } from '../records/all-records.ts';
import {
  type Account,
  aliasKey,
  clientKey,
  factKindOf,
  type ItemKey,
  memberKey,
  membersRange,
  portfolioKey,
  scoreKey,
} from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { deleteAll, putAll } from '../store/write.ts';
import type { Change } from './change.ts';
import { changesBy, type KnownItems } from './changes.ts';
import { type FactWriter, openBatch } from './writer.ts';

export { type Change, changesBy, type Fact, type FactWriter, type KnownItems };

// The only module that writes facts, but for a restore from another table.

/** Stores those facts that are not stored yet, so writing facts again changes nothing. Returns the changes made. */
export async function writeFacts(
  writer: FactWriter,
  account: Account,
  facts: readonly Fact[],
  known?: KnownItems,
): Promise<Change[]> {
  await writer.confirm();
  const { table } = writer;
  const changes = await changesBy(table, account, facts.map(checked), known);
  if (changes.length === 0) return changes;
  const paid = changes.filter(changesPayments);
  await writer.begin({ shown: paid.length > 0 || changes.some(isShown) });
  for (const { kind, clientId } of changes) {
    if (clientId !== undefined && isCounted(kind)) writer.toCount.notes.add(clientId);
  }
  for (const { clientId } of paid) if (clientId !== undefined) writer.toCount.payments.add(clientId);
  // clients first: records of a client that does not exist would stay if the writer is killed
  const [clients, others] = partition(changes, ({ kind }) => kind === 'client');
  const [moved, stay] = partition(others, ({ movedFrom }) => movedFrom !== undefined);
  for (const some of [clients, stay]) {
    await putAll(
      table,
      some.map(({ item }) => item),
    );
  }
  for (const change of moved) await move(table, change);
  return changes;
}

/** Throws if the fact must not be stored. */
function checked(fact: Fact): Fact {
  return { ...fact, value: schemaOf(entityOf(fact.kind)).parse(fact.value) } as Fact;
}

/** Whether lists show it. Signals show after the next night, except for what was paid, and aliases nowhere. */
function isShown({ kind }: Change): boolean {
  return kind !== 'signal' && kind !== 'open-signal' && kind !== 'alias';
}

/** Whether client items repeat something of it, besides payments. */
function isCounted(kind: Change['kind'] | undefined): boolean {
  return kind === 'note' || kind === 'alignment' || kind === 'follow-up';
}

function changesPayments({ kind, item, stored }: Change): boolean {
  return kind === 'signal' && (hasPayments(item) || (stored !== undefined && hasPayments(stored)));
}

/** In one transaction, so that a killed writer leaves the record exactly once. */
async function move(table: Table, { item, movedFrom }: Change): Promise<void> {
  await transact(table, [{ put: { item } }, { delete: { key: movedFrom ?? item } }]);
}

/**
 * Removes a client and all its records. The records first, so that an interrupted removal can be repeated. A worker that is
 * scoring the client meanwhile may store its score as long as there is a client item, so both are deleted at once.
 */
export async function removeClient(writer: FactWriter, account: Account, clientId: string): Promise<void> {
  const table = await openBatch(writer, { shown: true });
  const records = await allRecords(table, account, clientId);
  const memberships = await membershipsOf(table, account, await allPortfolios(table, account), [clientId]);
  const portfolioIds = [...(memberships.get(clientId)?.keys() ?? [])];
  const aliases = (await allAliases(table, account)).filter((each) => each.clientId === clientId);
  await deleteAll(table, [
    ...records,
    ...portfolioIds.map((id) => memberKey(account, id, clientId)),
    ...aliases.map(({ name }) => aliasKey(account, comparedName(name))),
  ]);
  await transact(table, [
    { delete: { key: clientKey(account, clientId) } },
    { delete: { key: scoreKey(account, clientId) } },
  ]);
}

/**
 * Removes single records of clients, such as memberships, notes, people and streams. If a record stores several facts
 * and some of them stay, `replacement` replaces it.
 */
export async function removeRecords(
  writer: FactWriter,
  records: readonly { readonly clientId: string; readonly key: ItemKey; readonly replacement?: Item }[],
): Promise<void> {
  const table = await openBatch(writer, { shown: true });
  for (const { clientId, key } of records) {
    const kind = factKindOf(key);
    if (isCounted(kind)) writer.toCount.notes.add(clientId);
    if (kind === 'signal') writer.toCount.payments.add(clientId);
  }
  await removeItems(table, records);
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

/** Removes signals that are not over, or some of those in an item. */
export async function removeOpenSignals(
  writer: FactWriter,
  records: readonly { readonly key: ItemKey; readonly replacement?: Item }[],
): Promise<void> {
  await removeItems(await openBatch(writer, { shown: false }), records);
}

/** Removes other names of clients. */
export async function removeAliases(writer: FactWriter, account: Account, names: readonly string[]) {
  await deleteAll(
    await openBatch(writer, { shown: false }),
    names.map((name) => aliasKey(account, comparedName(name))),
  );
}

/** Removes a portfolio, after its memberships: whatever is left after an interruption is found by its portfolio. */
export async function removePortfolio(writer: FactWriter, account: Account, portfolioId: string): Promise<void> {
  const table = await openBatch(writer, { shown: true });
  await deleteAll(table, await readRange(table, membersRange(account, portfolioId), { consistent: true }));
  await deleteAll(table, [portfolioKey(account, portfolioId)]);
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))];
}
