import { dayOf } from '../../../shared/domain/dates.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { bytesOf, randomOf } from '../random.ts';
import { aClient, aMember, aNote, aPerson, aPortfolio, aRead, aStream, insightsOfWeek } from '../store/facts.ts';
import { writeFacts } from '../store/writer.ts';
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
      changed: async () => void (await rebuild(table, account, { now: 0 })),
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
  return clientIds.map((clientId, place) =>
    toScoreItem(account, clientId, { ...score(), ofStreams: new Map([[streamIds[place] ?? shared, score()]]) }),
  );
}

function factsOf({ canary, prefix, clientIds, streamIds, portfolioIds }: Tenant): Fact[] {
  const inLists = { accountOwner: canary, industry: canary, location: canary };
  const contact = { email: `${prefix}@canary.example`, phone: `+49 170 ${prefix}`, role: canary, department: canary };
  return [
    ...portfolioIds.map((id) =>
      aPortfolio(id, { name: `${canary} ${id}`, description: canary, userIds: [canary], createdAt: written }),
    ),
    ...clientIds.flatMap((clientId, at): Fact[] => [
      aClient(clientId, {
        name: `${canary} Client ${at}`,
        archived: at === 2,
        favorite: at === 1,
        externalId: canary,
        lastContactDate: at === 0 ? null : written,
        updatedAt: written,
        metadata: { ...inLists, revenueTTM: 1000 * at },
        ...(at === 3 && { spotlightSummary: canary }),
      }),
      aStream(clientId, streamIds[at] ?? shared, {
        name: `${canary} Stream ${at}`,
        state: at === 1 ? 'inactive' : 'active',
        goals: canary,
        ...(at === 3 && { spotlight: canary }),
      }),
      ...portfolioIds
        .filter((id) => id === shared || at < membersOfOwn)
        .map((portfolioId) => aMember(portfolioId, clientId, { segment: canary })),
      aNote(clientId, `${prefix}n${at}`, { content: canary, createdAt: written, createdBy: canary }),
      aPerson(clientId, `${prefix}h${at}`, { ...contact, name: canary, title: canary }),
      insightsOfWeek(clientId, streamIds[at] ?? shared, '2026-11-16', canary),
      aRead(clientId, '2026-11-09', { value: 'amber', updatedAt: written, updatedBy: canary }),
    ]),
  ];
}
