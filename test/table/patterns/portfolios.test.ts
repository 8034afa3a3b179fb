import { beforeAll, describe, expect, it } from 'vitest';
import { allMemberships, allPortfolios, membershipsOf } from '../../../shared/table/records/portfolios.ts';
import { asAccount, membersRange } from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import { aPortfolio } from '../../support/store/facts.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const portfolios = ['p1', 'p11'].map((id) => aPortfolio(id).value);

const member = (account: string, portfolio: string, client: string, tier: string) =>
  literal(`CUST#${account}#PORTFOLIO#${portfolio}`, `MEMBER#${client}`, {
    portfolioId: portfolio,
    clientId: client,
    extraColumns: { tier },
  });

beforeAll(() =>
  putLiteral(db.table, [
    literal('CUST#acme', 'PORTFOLIO#p11', { id: 'p11' }),
    literal('CUST#acme', 'PORTFOLIO#p1', { id: 'p1' }),
    literal('CUST#acme', 'PORTFOLIOS', { z: 'the view' }),
    literal('CUST#acme', 'CLIENT#p1', { id: 'p1' }),
    ...lookalikes('acme').map((other) => literal(`CUST#${other}`, 'PORTFOLIO#p2', { id: 'p2' })),
    member('acme', 'p1', 'c1', 'ours'),
    member('acme', 'p1', 'c11', 'ours'),
    member('acme', 'p11', 'c1', 'ours too'),
    member('acme', 'p2', 'c1', 'of a portfolio that is not asked for'),
    ...lookalikes('acme').map((other) => member(other, 'p1', 'c1', 'theirs')),
    member('acme2', 'p1', 'theirs', 'theirs'),
  ]),
);

describe('pattern 6: the portfolios of an account', () => {
  it('are returned in id order, without their members and without the portfolio view', async () => {
    expect((await allPortfolios(db.table, acme)).map(({ id }) => id)).toEqual(['p1', 'p11']);
  });
});

describe('pattern 7: the members of a portfolio', () => {
  it('are those of this portfolio of this account', async () => {
    const members = await readRange(db.table, membersRange(acme, 'p1'));

    expect(members.map(({ clientId, extraColumns }) => [clientId, extraColumns])).toEqual([
      ['c1', { tier: 'ours' }],
      ['c11', { tier: 'ours' }],
    ]);
  });

  it('are grouped by client', async () => {
    expect(await allMemberships(db.table, acme, portfolios)).toEqual(
      new Map([
        [
          'c1',
          new Map([
            ['p1', { tier: 'ours' }],
            ['p11', { tier: 'ours too' }],
          ]),
        ],
        ['c11', new Map([['p1', { tier: 'ours' }]])],
      ]),
    );
  });
});

describe('pattern 8: the portfolios of some clients', () => {
  it('are found without reading whole portfolios', async () => {
    expect(await membershipsOf(db.table, acme, portfolios, ['c11', 'theirs'])).toEqual(
      new Map([['c11', new Map([['p1', { tier: 'ours' }]])]]),
    );
  });
});
