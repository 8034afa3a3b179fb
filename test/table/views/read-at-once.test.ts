import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';
import { clientsOf } from '../../bench/rosters/account.ts';
import { putViews, viewsOf } from '../../support/rosters/put-views.ts';
import { countCapacity } from '../../support/store/capacity.ts';
import { useTable } from '../../support/store/table.ts';

// What the root names lets a container that has read nothing read little, and at once.

const db = useTable();
const account = asAccount('acme');
const portfolios = Array.from({ length: 200 }, (_, at) => ({
  id: `portfolio-${at}`,
  name: `Team ${199 - at}`,
  color: '#336699',
  createdAt: '2025-03-01T09:00:00.000Z',
  description: 'Clients that one team looks after',
  userIds: [`user-${at}`, `user-${at + 1}`],
}));

it('the beginning of a list takes one read, and a portfolio among 200 half a unit', async () => {
  await putViews(db.table, account, viewsOf(account, clientsOf(1, 300, 2.5), portfolios, 20_777));
  const table = db.open();
  const spent = countCapacity(table);
  const live = () => liveVersion({ table, pages: new PageCache(2 ** 20) }, account, { consistent: false });
  const readBy = async (work: () => Promise<unknown>) => {
    const before = { ...spent };
    await work();
    return { calls: spent.calls - before.calls, readUnits: spent.readUnits - before.readUnits };
  };

  for (const roster of ['clients', 'streams', 'alignment'] as const) {
    const list = (await live()).list(roster);
    const { calls } = await readBy(() => list.page([0], { offset: 0, limit: 100 }));
    expect({ roster, calls }).toEqual({ roster, calls: 1 });
  }
  const cold = await live();
  for (const { id, name } of portfolios) {
    const one = await live();
    expect(await readBy(async () => expect(await one.portfolio(id)).toMatchObject({ name }))).toEqual({
      calls: 1,
      readUnits: 0.5,
    });
  }
  await expect(cold.portfolio('portfolio-200')).rejects.toThrow('portfolio');
  const all = await cold.portfolios();
  expect(all.portfolios.map(({ id }) => id).toSorted()).toEqual(portfolios.map(({ id }) => id).toSorted());
  expect(all.portfolios[0]).toMatchObject({ name: 'Team 0' });
});
