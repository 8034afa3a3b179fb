import { allAliases, comparedName } from '../../shared/table/entities/alias.ts';
import { allClients, fromClientItem } from '../../shared/table/entities/client.ts';
import type { KindName } from '../../shared/table/entities/entity.ts';
import { allPortfolios } from '../../shared/table/entities/portfolio.ts';
import {
  type Fact,
  type FactWriter,
  removeAliases,
  removeClient,
  removePortfolio,
  removeRecords,
  writeFacts,
} from '../../shared/table/facts/facts.ts';
import { chunks } from '../../shared/table/store/batches.ts';
import { type Account, clientKey, membersRange } from '../../shared/table/store/item-keys.ts';
import { readBatch, readRangeInParts } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { IsUnnamed } from '../facts/unnamed.ts';
import { type Removal, removalsOf } from './removals.ts';

/** Stored records that the files do not contain, of the kinds that have a file. */
export interface Removals {
  readonly clients: readonly Named[];
  readonly portfolios: readonly Named[];
  /** Names of aliases. */
  readonly aliases: readonly string[];
  /** Clients that are kept and lose some of their records. */
  readonly reduced: readonly string[];
  /** Removed records by kind. */
  readonly counts: ReadonlyMap<KindName, number>;
}

export const noRemovals: Removals = { clients: [], portfolios: [], aliases: [], reduced: [], counts: new Map() };

interface Named {
  readonly id: string;
  readonly name: string;
  readonly hasLeft?: true;
}

/**
 * Keeps only the ids of reduced clients; their records are found again when they are removed. `onChange` is called with a
 * line for each client that is removed or loses records, and for each removed portfolio.
 */
export async function findRemovals(
  table: Table,
  account: Account,
  given: ReadonlySet<KindName>,
  isUnnamed: IsUnnamed,
  onClients: (count: number) => void,
  onChange: ((line: string) => void) | undefined,
): Promise<Removals> {
  const clients: Named[] = [];
  const reduced: string[] = [];
  const counts = new Map<KindName, number>();
  const count = (kind: KindName, more: number) => counts.set(kind, (counts.get(kind) ?? 0) + more);

  const looksInside = [...given].some(
    (kind) => !['clients', 'aliases', 'portfolios', 'portfolio-members'].includes(kind),
  );
  for await (const part of allClients(table, account)) {
    for (const client of part) {
      onClients(1);
      if (client.filled?.name === undefined && isUnnamed('clients', client.id)) {
        clients.push({ id: client.id, name: client.name, ...(client.leftAt !== undefined && { hasLeft: true }) });
        onChange?.(`client ${client.id}: removed`);
        continue;
      }
      if (!looksInside) continue;
      const { records, scored } = await removalsOf(table, account, client, isUnnamed);
      if (records.length + scored.length > 0) reduced.push(client.id);
      const found = [...records, ...(scored.length > 0 ? [{ kind: 'scores' as const, count: scored.length }] : [])];
      for (const { kind, count: facts } of found) {
        count(kind, facts);
        if (facts > 0) onChange?.(`${kind} of ${client.id}: ${facts} removed`);
      }
    }
  }
  const removedClients = new Set(clients.map(({ id }) => id));
  const stored = await allPortfolios(table, account);
  const [unnamed, kept] = partition(stored, ({ id }) => isUnnamed('portfolios', id));
  const portfolios = unnamed.map(({ id, name }) => ({ id, name }));
  for (const { id } of portfolios) onChange?.(`portfolio ${id}: removed`);
  for (const { id } of given.has('portfolio-members') ? kept : []) {
    for await (const members of unnamedMembers(table, account, id, isUnnamed)) {
      const leaving = members.filter(({ clientId }) => !removedClients.has(clientId));
      if (leaving.length > 0) count('portfolio-members', leaving.length);
      for (const { clientId } of leaving) onChange?.(`member of ${id} ${clientId}: removed`);
    }
  }
  const aliases = (given.has('aliases') ? await allAliases(table, account) : []).filter(({ name }) =>
    isUnnamed('aliases', comparedName(name)),
  );
  for (const { name } of aliases) onChange?.(`alias ${name}: removed`);
  const whole = [
    ['aliases', aliases.length],
    ['clients', clients.length],
    ['portfolios', portfolios.length],
  ] as const;
  const all = new Map([...whole, ...counts].filter(([, each]) => each > 0));
  return { clients, portfolios, aliases: aliases.map(({ name }) => name), reduced, counts: all };
}

async function* unnamedMembers(table: Table, account: Account, portfolioId: string, isUnnamed: IsUnnamed) {
  for await (const part of readRangeInParts(table, membersRange(account, portfolioId), { consistent: true })) {
    yield part
      .map(({ pk, sk, clientId }) => ({ clientId: String(clientId), key: { pk, sk } }))
      .filter(({ clientId }) => isUnnamed('portfolio-members', portfolioId, clientId));
  }
}

const clientsAtOnce = 25;
const membersAtOnce = 500;

/** Removes the records. Running it again completes a killed removal. */
export async function removeUnnamed(
  writer: FactWriter,
  account: Account,
  { clients, portfolios, aliases, reduced, counts }: Removals,
  isUnnamed: IsUnnamed,
  onRemoved: (records: number) => void,
): Promise<void> {
  const { table } = writer;
  for (const { id } of clients) {
    await removeClient(writer, account, id);
    onRemoved(1);
  }
  if (aliases.length > 0) {
    await removeAliases(writer, account, aliases);
    onRemoved(aliases.length);
  }
  for (const { id } of portfolios) {
    await removePortfolio(writer, account, id);
    onRemoved(1);
  }
  for (const { id } of counts.has('portfolio-members') ? await allPortfolios(table, account) : []) {
    for await (const members of unnamedMembers(table, account, id, isUnnamed)) {
      for (const chunk of chunks(members, membersAtOnce)) {
        await removeRecords(writer, chunk);
        onRemoved(chunk.length);
      }
    }
  }
  for (const ids of chunks(reduced, clientsAtOnce)) {
    const records: Removal[] = [];
    const scored: Fact[] = [];
    const keys = ids.map((id) => clientKey(account, id));
    for (const client of await readBatch(table, keys, { consistent: true })) {
      const found = await removalsOf(table, account, fromClientItem(client), isUnnamed);
      records.push(...found.records);
      scored.push(...found.scored);
    }
    if (records.length > 0) await removeRecords(writer, records);
    if (scored.length > 0) await writeFacts(writer, account, scored);
    onRemoved(records.reduce((sum, { count }) => sum + count, scored.length));
  }
}

function partition<T>(list: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((each) => !isFirst(each))];
}
