import * as z from 'zod';
import { id } from '../../domain/cells/cells.ts';
import { type Account, memberKey, membersRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRangeInParts } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientReference, column, type OfClient, required } from './columns.ts';
import type { Entity } from './entity.ts';
import * as limits from './limits.ts';
import type { Portfolio } from './portfolio.ts';
import { validated, withOwnColumns } from './statement.ts';

export type ExtraColumns = Readonly<Record<string, string>>;

/** A client of a portfolio. */
export interface Member {
  readonly portfolioId: string;
  readonly clientId: string;
  readonly extraColumns: ExtraColumns;
}

/** The extra columns of a client in each of its portfolios, by portfolio id. */
export type Memberships = ReadonlyMap<string, ExtraColumns>;
export const noMemberships: Memberships = new Map();

type MemberRow = OfClient<Omit<Member, 'extraColumns'>>;

export const member: Entity<{ readonly kind: 'member'; readonly value: Member }, MemberRow> = {
  fact: 'member',
  name: 'portfolio-members',
  about: 'which clients are in which portfolio',
  shape: () => ({
    portfolioId: limits.id,
    clientId: limits.clientId,
    extraColumns: z
      .record(
        limits.key(limits.caps.extraColumn, 'a column name'),
        limits.text(limits.caps.extraColumn, 'an extra column'),
      )
      .refine(
        (value) => Object.keys(value).length <= limits.caps.extraColumns,
        `more than ${limits.caps.extraColumns} extra columns`,
      ),
  }),
  ownColumns: 'extra columns',
  ownExample: { segment: 'Enterprise' },
  columns: () => ({
    portfolioId: column('Portfolio ID', id, 'a portfolio', { ...required, example: 'key-accounts' }),
    ...clientReference,
  }),
  identity: ({ row, clientId }) => [row.given.portfolioId, clientId],
  storedAt: (account, { row, clientId }) => memberKey(account, String(row.given.portfolioId), clientId),
  toFact: (statement, [stored], { prune }) => {
    const { row, clientId } = statement;
    const before = prune ? {} : (stored?.extraColumns as Record<string, unknown> | undefined);
    const { portfolioId } = row.given;
    const value = { portfolioId, clientId, extraColumns: withOwnColumns(before ?? {}, row) };
    return { kind: 'member', value: validated(statement, member, value) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, extraColumns: _, ...cells } = fromMemberItem(item);
    return [{ serviceId, ...cells }];
  },
  ownOf: (item) => fromMemberItem(item).extraColumns,
  toItem: toMemberItem,
};

export function toMemberItem(account: Account, each: Member): Item {
  return { ...memberKey(account, each.portfolioId, each.clientId), v: itemVersion, ...each };
}

export function fromMemberItem(item: Item): Member {
  return entityIn(item);
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
  { clientId, portfolioId, extraColumns }: Member,
): void {
  const memberships = byClient.get(clientId) ?? new Map<string, ExtraColumns>();
  byClient.set(clientId, memberships.set(portfolioId, extraColumns));
}
