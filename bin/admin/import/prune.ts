import {
  type Fact,
  type FactWriter,
  halfRemovedPortfolios,
  removeClient,
  removePortfolio,
  removeRecords,
  writeFacts,
} from '../../../shared/table/facts/facts.ts';
import { allClients, fromClientItem } from '../../../shared/table/records/clients.ts';
import { allPortfolios } from '../../../shared/table/records/portfolios.ts';
import { type Account, clientKey, membersRange } from '../../../shared/table/store/item-keys.ts';
import { chunks, readBatch, readRangeInParts } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { KindName } from '../files/kinds.ts';
import { type Gone, type IsSurplus, lossesOf } from './losses.ts';

/** What is stored and not named by the files, of the kinds that there are files of. */
export interface Surplus {
  readonly clients: readonly Named[];
  readonly portfolios: readonly Named[];
  /** Clients that stay, and lose something of what they have. */
  readonly losing: readonly string[];
  /** How many of each kind go. */
  readonly counts: ReadonlyMap<KindName, number>;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Of what goes in part it keeps only whose it is: the rest is found again when it is removed. */
export async function findSurplus(
  table: Table,
  account: Account,
  given: ReadonlySet<KindName>,
  isSurplus: IsSurplus,
): Promise<Surplus> {
  const clients: Named[] = [];
  const losing: string[] = [];
  const counts = new Map<KindName, number>();
  const count = (kind: KindName, more: number) => counts.set(kind, (counts.get(kind) ?? 0) + more);

  const looksInside = [...given].some((kind) => !['clients', 'portfolios', 'portfolio-members'].includes(kind));
  for await (const part of allClients(table, account)) {
    for (const client of part) {
      if (isSurplus('clients', client.id)) {
        clients.push({ id: client.id, name: client.name });
        continue;
      }
      if (!looksInside) continue;
      const { records, scored } = await lossesOf(table, account, client, isSurplus);
      if (records.length + scored.length > 0) losing.push(client.id);
      if (scored.length > 0) count('scores', scored.length);
      for (const { kind, count: facts } of records) count(kind, facts);
    }
  }
  const going = new Set(clients.map(({ id }) => id));
  const stored = await allPortfolios(table, account);
  const half = (await halfRemovedPortfolios(table, account)).filter((id) => stored.every((each) => each.id !== id));
  const [surplus, stay] = partition(stored, ({ id }) => isSurplus('portfolios', id));
  const portfolios = [
    ...surplus.map(({ id, name }) => ({ id, name })),
    ...half.filter((id) => isSurplus('portfolios', id)).map((id) => ({ id, name: 'removed half' })),
  ];
  for (const { id } of given.has('portfolio-members') ? stay : []) {
    for await (const members of surplusMembers(table, account, id, isSurplus)) {
      const leaving = members.filter(({ clientId }) => !going.has(clientId));
      if (leaving.length > 0) count('portfolio-members', leaving.length);
    }
  }
  const whole = [
    ['clients', clients.length],
    ['portfolios', portfolios.length],
  ] as const;
  const all = new Map([...whole, ...counts].filter(([, each]) => each > 0));
  return { clients, portfolios, losing, counts: all };
}

async function* surplusMembers(table: Table, account: Account, portfolioId: string, isSurplus: IsSurplus) {
  for await (const part of readRangeInParts(table, membersRange(account, portfolioId), { consistent: true })) {
    yield part
      .map(({ pk, sk, clientId }) => ({ clientId: String(clientId), key: { pk, sk } }))
      .filter(({ clientId }) => isSurplus('portfolio-members', portfolioId, clientId));
  }
}

const clientsAtOnce = 25;
const membersAtOnce = 500;

/** Removes it. Killed anywhere and run again it completes: what is gone is found no more. */
export async function removeSurplus(
  writer: FactWriter,
  account: Account,
  { clients, portfolios, losing, counts }: Surplus,
  isSurplus: IsSurplus,
): Promise<void> {
  const { table } = writer;
  for (const { id } of clients) await removeClient(writer, account, id);
  for (const { id } of portfolios) await removePortfolio(writer, account, id);
  for (const { id } of counts.has('portfolio-members') ? await allPortfolios(table, account) : []) {
    for await (const members of surplusMembers(table, account, id, isSurplus)) {
      for (const chunk of chunks(members, membersAtOnce)) await removeRecords(writer, account, chunk);
    }
  }
  for (const ids of chunks(losing, clientsAtOnce)) {
    const records: Gone[] = [];
    const scored: Fact[] = [];
    const keys = ids.map((id) => clientKey(account, id));
    for (const client of await readBatch(table, keys, { consistent: true })) {
      const losses = await lossesOf(table, account, fromClientItem(client), isSurplus);
      records.push(...losses.records);
      scored.push(...losses.scored);
    }
    if (records.length > 0) await removeRecords(writer, account, records);
    if (scored.length > 0) await writeFacts(writer, account, scored);
  }
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))];
}
