import { type Account, memberKey, membersRange, portfolioKey, portfoliosRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange, readRangeInParts } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';

/** A set of clients that users of the account have put together. */
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

/** The extra columns of a client in each of its portfolios, by portfolio id. */
export type Memberships = ReadonlyMap<string, ExtraColumns>;
export const noMemberships: Memberships = new Map();

export function toPortfolioItem(account: Account, portfolio: Portfolio): Item {
  return { ...portfolioKey(account, portfolio.id), v: itemVersion, ...portfolio };
}

export function toMemberItem(account: Account, portfolioId: string, member: Member): Item {
  return { ...memberKey(account, portfolioId, member.clientId), v: itemVersion, portfolioId, ...member };
}

export function fromPortfolioItem(item: Item): Portfolio {
  return entityIn(item);
}

export function fromMemberItem(item: Item): Member & { readonly portfolioId: string } {
  return entityIn(item);
}

/** The account's own portfolios, ordered by id. */
export async function allPortfolios(table: RequestTable, account: Account): Promise<Portfolio[]> {
  return (await readRange(table, portfoliosRange(account), { consistent: true })).map(fromPortfolioItem);
}

/** All memberships of an account by client id. */
export async function allMemberships(
  table: RequestTable,
  account: Account,
  portfolios: readonly Portfolio[],
): Promise<Map<string, Map<string, ExtraColumns>>> {
  const byClient = new Map<string, Map<string, ExtraColumns>>();
  for (const { id } of portfolios) {
    for await (const part of readRangeInParts(table, membersRange(account, id), { consistent: true })) {
      for (const item of part) addMembership(byClient, fromMemberItem(item));
    }
  }
  return byClient;
}

/** The memberships of a few clients, without reading whole portfolios. */
export async function membershipsOf(
  table: RequestTable,
  account: Account,
  portfolios: readonly Portfolio[],
  clientIds: readonly string[],
): Promise<Map<string, Map<string, ExtraColumns>>> {
  const keys = clientIds.flatMap((clientId) => portfolios.map(({ id }) => memberKey(account, id, clientId)));
  const byClient = new Map<string, Map<string, ExtraColumns>>();
  for (const item of await readBatch(table, keys, { consistent: true })) {
    addMembership(byClient, fromMemberItem(item));
  }
  return byClient;
}

function addMembership(
  byClient: Map<string, Map<string, ExtraColumns>>,
  { clientId, portfolioId, extraColumns }: ReturnType<typeof fromMemberItem>,
): void {
  const memberships = byClient.get(clientId) ?? new Map<string, ExtraColumns>();
  byClient.set(clientId, memberships.set(portfolioId, extraColumns));
}
