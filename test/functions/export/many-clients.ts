import { dayOf } from '../../../shared/domain/dates.ts';
import { type Client, noCounts } from '../../../shared/table/entities/client.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putViews, viewsOf } from '../../support/rosters/put-views.ts';

const today = dayOf('2026-11-20');

/** Writes views with the given number of clients, every fifth of them archived, without facts. */
export async function publishMany(table: Table, account: Account, count: number, name: string): Promise<void> {
  const rest = { score: undefined, streams: [], memberships: new Map() };
  const data = Array.from({ length: count }, (_, at) => ({ client: clientOf(at, name), ...rest }));
  await putViews(table, account, viewsOf(account, data, [], today));
}

function clientOf(at: number, name: string): Client {
  return {
    id: `client-${at}`,
    name: `${name} ${at}`,
    archived: at % 5 === 0,
    favorite: false,
    lastContactDate: '2026-11-18T15:30:00.000Z',
    metadata: { accountOwner: 'Ada Okafor', industry: 'Professional services', location: 'Oslo', revenueTTM: at },
    importedScore: ((at * 7919) % 2001) / 10,
    updatedAt: '2026-11-02T08:00:00.000Z',
    ...noCounts,
  };
}
