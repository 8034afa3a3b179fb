import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aPortfolio } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read } = useSmallAccount();

const system = { customerId: 'acme', isSystem: true };
const custom = [
  { id: 'empty', name: 'an empty one', color: '#0033AA', customerId: 'acme', clientCount: 0, isSystem: false },
  {
    id: 'key',
    name: 'Key accounts',
    color: '#AA3300',
    description: 'Those that matter most',
    customerId: 'acme',
    clientCount: 2,
    userIds: ['u1'],
    isSystem: false,
    createdAt: '2026-01-05T08:00:00.000Z',
  },
];

it('GET /portfolios lists the three system portfolios, then those of the account by name; archived clients count only in archived-clients', async () => {
  expect(await read('/portfolios')).toEqual({
    portfolios: [
      { ...system, id: 'all-clients', name: 'All Clients', color: '#2563EB', clientCount: 4 },
      { ...system, id: 'favorite-clients', name: 'Favorites', color: '#F59E0B', clientCount: 1 },
      { ...system, id: 'archived-clients', name: 'Archived', color: '#6B7280', clientCount: 1 },
      ...custom,
    ],
    total: 5,
    customerId: 'acme',
  });
});

it('include_system=false omits the system portfolios', async () => {
  expect(await read('/portfolios?include_system=false')).toEqual({ portfolios: custom, total: 2, customerId: 'acme' });
});

it('an empty description and a list of no users are known, and shown', async () => {
  const known = { description: '', userIds: [] };
  await writeFacts(writerTo(db.table), asAccount('acme'), [aPortfolio('blank', known)]);
  const { portfolios } = await read('/portfolios');

  expect(portfolios.find(({ id }: { id: string }) => id === 'blank')).toMatchObject(known);
});
