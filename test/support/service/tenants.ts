import { dayOf } from '../../../shared/domain/dates.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { type Fact, writeFacts } from '../../../shared/table/facts/facts.ts';
import { toScoreItem, toStreamScoreItem } from '../../../shared/table/records/scores.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { project } from '../../../shared/table/views/write/project.ts';
import { bytesOf, randomOf } from '../random.ts';
import { putKey } from './api-keys.ts';

/** An account with its canary in every text. Its ids are unique, except one of each kind that all accounts share. */
export interface Tenant {
  readonly account: Account;
  readonly canary: string;
  readonly apiKey: string;
  /** The prefix of all ids that no other account has. */
  readonly prefix: string;
  readonly clientIds: readonly string[];
  /** Each belongs to the client with the same index. */
  readonly streamIds: readonly string[];
  readonly portfolioIds: readonly string[];
}

/** Members of the account's unique portfolio; the portfolio with the shared id contains all clients. */
export const membersOfOwn = 2;

/** Every account has one client, stream, portfolio, note and person with this id. */
export const shared = 'shared';

// some ids are prefixes of others
const names = ['ac', 'acme', 'acme-2', 'acme2', 'acme_2', 'ACME'];
const today = dayOf('2026-11-20');
const written = '2026-11-02T10:00:00Z';

export async function putTenants(table: Table, count: number): Promise<Tenant[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => putTenant(table, at)));
}

async function putTenant(table: Table, at: number): Promise<Tenant> {
  const name = names[at] ?? `account${at}`;
  const prefix = `t${String(at).padStart(2, '0')}`;
  const account = asAccount(name);
  const tenant = {
    account,
    canary: `~${prefix.toUpperCase()}~`,
    apiKey: await putKey(table, { customerId: name }),
    prefix,
    clientIds: [`${prefix}c0`, `${prefix}c1`, `${prefix}c2`, `${prefix}c3`, shared],
    streamIds: [`${prefix}s0`, `${prefix}s1`, `${prefix}s2`, `${prefix}s3`, shared],
    portfolioIds: [`${prefix}p0`, shared],
  };
  await createAccount(table, account, name);
  await putAll(table, scoreItems(tenant, at));
  await writeFacts(
    {
      table,
      randomBytes: bytesOf(randomOf(at)),
      project: (_, clientIds) => project(table, account, clientIds, new PageStore(0)),
    },
    account,
    factsOf(tenant),
  );
  return tenant;
}

function scoreItems({ account, clientIds, streamIds }: Tenant, at: number) {
  const random = randomOf(at);
  const score = () => ({
    history: { last: today, points: Uint16Array.from({ length: 40 }, () => Math.floor(random() * 2001)) },
    topics: topics.map(() => Math.floor(random() * 201)),
    source: 'chr2' as const,
    model: 1,
  });
  return clientIds.flatMap((clientId, place) => [
    toScoreItem(account, clientId, { ...score(), notes: 0, latestRead: null, projectedMark: '' }),
    toStreamScoreItem(account, clientId, streamIds[place] ?? shared, score()),
  ]);
}

function factsOf({ canary, prefix, clientIds, streamIds, portfolioIds }: Tenant): Fact[] {
  return [
    ...portfolioIds.map((id) => ({
      kind: 'portfolio' as const,
      value: {
        id,
        name: `${canary} ${id}`,
        color: '#112233',
        description: canary,
        userIds: [canary],
        createdAt: written,
      },
    })),
    ...clientIds.flatMap((clientId, at): Fact[] => [
      {
        kind: 'client',
        value: {
          id: clientId,
          name: `${canary} Client ${at}`,
          archived: at === 2,
          favorite: at === 1,
          externalId: canary,
          lastContactDate: at === 0 ? null : written,
          metadata: { accountOwner: canary, industry: canary, location: canary, revenueTTM: 1000 * at },
          ...(at === 3 && { spotlightSummary: canary }),
          updatedAt: written,
        },
      },
      {
        kind: 'stream',
        value: {
          id: streamIds[at] ?? shared,
          clientId,
          name: `${canary} Stream ${at}`,
          state: at === 1 ? 'inactive' : 'active',
          goals: canary,
          ...(at === 3 && { spotlight: canary }),
        },
      },
      ...portfolioIds
        .filter((id) => id === shared || at < membersOfOwn)
        .map((portfolioId) => ({
          kind: 'member' as const,
          portfolioId,
          value: { clientId, extraColumns: { segment: canary } },
        })),
      {
        kind: 'note',
        value: {
          id: `${prefix}n${at}`,
          clientId,
          content: canary,
          createdAt: written,
          createdBy: canary,
          type: 'call',
        },
      },
      {
        kind: 'person',
        value: {
          id: `${prefix}h${at}`,
          clientId,
          name: canary,
          title: canary,
          email: `${prefix}@canary.example`,
          phone: `+49 170 ${prefix}`,
          role: canary,
          department: canary,
        },
      },
      {
        kind: 'insights',
        value: {
          clientId,
          streamId: streamIds[at] ?? shared,
          weekDate: '2026-11-16',
          insights: [{ topic: 'trust', summary: canary, sentiment: 'mixed' }],
        },
      },
      {
        kind: 'alignment',
        clientId,
        value: { value: 'amber', week: '2026-11-09', updatedAt: written, updatedBy: canary },
      },
    ]),
  ];
}
