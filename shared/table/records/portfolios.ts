import { type Account, idIn, memberKey, membersRange, portfolioKey, portfoliosRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange, readRangeInParts } from '../store/read.ts';
import type { Table } from '../store/table.ts';

/** A set of clients that people put together. */
export interface Portfolio {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description?: string;
  readonly userIds?: readonly string[];
  readonly createdAt?: string;
}

export type ExtraColumns = Readonly<Record<string, string>>;

export interface Member {
  readonly clientId: string;
  readonly extraColumns: ExtraColumns;
}

/** A client's portfolios, and what it shows in each. */
export type Memberships = ReadonlyMap<string, ExtraColumns>;

export function toPortfolioItem(account: Account, portfolio: Portfolio): Item {
  return { ...portfolioKey(account, portfolio.id), v: 1, ...portfolio };
}

export function toMemberItem(account: Account, portfolioId: string, member: Member): Item {
  return { ...memberKey(account, portfolioId, member.clientId), v: 1, portfolioId, ...member };
}

/** The account's own portfolios, by id. */
export async function allPortfolios(table: Table, account: Account): Promise<Portfolio[]> {
  return (await readRange(table, portfoliosRange(account), { consistent: true })) as unknown as Portfolio[];
}

/** Who is in which portfolio, by client. */
export async function allMemberships(
  table: Table,
  account: Account,
  portfolios: readonly Portfolio[],
): Promise<Map<string, Map<string, ExtraColumns>>> {
  const byClient = new Map<string, Map<string, ExtraColumns>>();
  for (const { id } of portfolios) {
    for await (const part of readRangeInParts(table, membersRange(account, id), { consistent: true })) {
      for (const item of part) addMembership(byClient, idIn(item.sk), id, item.extraColumns as ExtraColumns);
    }
  }
  return byClient;
}

/** The same of a few clients, without reading whole portfolios. */
export async function membershipsOf(
  table: Table,
  account: Account,
  portfolios: readonly Portfolio[],
  clientIds: readonly string[],
): Promise<Map<string, Map<string, ExtraColumns>>> {
  const keys = clientIds.flatMap((clientId) => portfolios.map(({ id }) => memberKey(account, id, clientId)));
  const byClient = new Map<string, Map<string, ExtraColumns>>();
  for (const item of await readBatch(table, keys, { consistent: true })) {
    addMembership(byClient, idIn(item.sk), String(item.portfolioId), item.extraColumns as ExtraColumns);
  }
  return byClient;
}

function addMembership(
  byClient: Map<string, Map<string, ExtraColumns>>,
  clientId: string,
  portfolioId: string,
  extraColumns: ExtraColumns,
): void {
  const memberships = byClient.get(clientId) ?? new Map<string, ExtraColumns>();
  byClient.set(clientId, memberships.set(portfolioId, extraColumns));
}
