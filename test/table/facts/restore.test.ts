import { expect, it } from 'vitest';
import { type Fact, halfRemovedPortfolios } from '../../../shared/table/facts/facts.ts';
import { restoreFacts } from '../../../shared/table/facts/restore.ts';
import { asAccount, personKey, portfolioKey } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aMember, aNote, aPortfolio } from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';
import { memoryTable, useMemoryTable } from '../../support/store/table.ts';
import { removePortfolio, restoreFacts as restoredFrom, writeFacts } from '../../support/store/writer.ts';

const db = useMemoryTable();

/** Facts of the account, without views and the marks that they follow. */
const factsIn = async (table: Table, account: string) =>
  (await dumpOf(table, account)).filter(
    ({ pk, sk }) => /#(CLIENT|PORTFOLIO)#/.test(`${pk}#${sk}`) && !pk.includes('#ROSTER'),
  );

/** An account in the live table, and as it was before in another one. */
async function accountWith(id: string, live: Fact[], before: Fact[]) {
  const [account, backup] = [asAccount(id), memoryTable('job')];
  const writer = accountWriter(slowWrites(db.open()));
  await writeFacts(writer, account, live);
  // other marks than those of the live table
  await writeFacts(accountWriter(backup), account, before);
  return { account, backup, writer };
}

const same: Fact[] = [aClient('b'), aNote('b', 'n'), aPortfolio('o'), aMember('o', 'b')];

it('a restore takes back clients, portfolios and their records, and says how many differ', async () => {
  const { account, backup, writer } = await accountWith(
    'acme',
    [...same, aClient('a', { name: 'Wrong' }), aNote('a', 'n'), aNote('a', 'x'), aClient('d'), aNote('d', 'n')].concat(
      // a record without its client
      ...[
        aNote('e', 'x'),
        aPortfolio('p'),
        aMember('p', 'b'),
        aMember('p', 'd'),
        aMember('p', 'e'),
        aPortfolio('q'),
        aMember('q', 'b'),
      ],
    ),
    [...same, aClient('a'), aNote('a', 'n'), aClient('c'), aNote('c', 'n'), aClient('e'), aPortfolio('p')].concat(
      ...[aMember('p', 'a'), aMember('p', 'b'), aPortfolio('r')],
    ),
  );
  const before = await factsIn(db.table, 'acme');
  let seen = 0;
  const onClients = (count: number) => {
    seen += count;
  };
  // a, c and d: the client and a note; e: the client and what is left of it. p: 3; q: 2; r: 1
  const found = { clients: 4, added: 2, removed: 1, portfolios: 3, items: 14 };

  expect(await restoreFacts(db.table, backup, account, { onClients })).toEqual(found);
  expect([seen, await factsIn(db.table, 'acme')]).toEqual([5, before]);

  let confirmed = 0;
  const confirm = async () => {
    confirmed += 1;
  };
  expect(await restoredFrom(backup, account, { ...writer, confirm })).toEqual(found);
  expect(await factsIn(db.table, 'acme')).toEqual(await factsIn(backup, 'acme'));
  // once for each, once more in the removal of the portfolio, and before the mark is closed
  expect(confirmed).toBe(7 + 2);
  expect(await restoredFrom(backup, account, writer)).toEqual({
    ...{ clients: 0, added: 0, removed: 0, portfolios: 0, items: 0 },
  });
});

it('portfolios whose removal was killed are removed, and restored', async () => {
  const facts = [aClient('a'), ...['p', 'q'].flatMap((id) => [aPortfolio(id), aMember(id, 'a')])];
  const { account, backup, writer } = await accountWith('half', facts, facts);
  for (const id of ['p', 'q']) {
    const table = db.open();
    aroundCalls(table, (send, _, input) =>
      JSON.stringify(input).includes('"MEMBER#a"') ? Promise.reject(new Error('killed')) : send(),
    );
    await expect(removePortfolio({ ...writer, table }, account, id)).rejects.toThrow('killed');
  }

  expect(await restoreFacts(db.table, backup, account, {})).toMatchObject({ portfolios: 2, items: 2 });
  expect(await restoredFrom(backup, account, writer)).toMatchObject({ portfolios: 2, items: 4 });
  expect(await factsIn(db.table, 'half')).toEqual(await factsIn(backup, 'half'));
  expect(await halfRemovedPortfolios(db.table, account)).toEqual([]);
});

it.each([
  ['a portfolio', portfolioKey(asAccount('later'), 'p')],
  ['a record', personKey(asAccount('later'), 'a', 'k')],
])('nothing is taken from a table of a later version: %s', async (_, key) => {
  const { account, backup, writer } = await accountWith('later', [aClient('a')], [aClient('a')]);
  await putAll(backup, [{ ...key, v: 99 }]);

  await expect(restoredFrom(backup, account, writer)).rejects.toThrow('99');
  expect(await factsIn(db.table, 'later')).toHaveLength(1);
});

it('a restore takes back every one of many clients', async () => {
  const all = (name: string) => Array.from({ length: 30 }, (_, at) => aClient(`c${at}`, { name }));
  const { account, backup, writer } = await accountWith('many', all('Wrong'), all('Right'));

  expect(await restoredFrom(backup, account, writer)).toMatchObject({ clients: 30 });
  expect(await factsIn(db.table, 'many')).toEqual(await factsIn(backup, 'many'));
});
