import { beforeAll, describe, expect, it } from 'vitest';
import { allClients, clientById } from '../../../shared/table/records/clients.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');

beforeAll(() =>
  putLiteral(db.table, [
    literal('CUST#acme', 'CLIENT#c1', { id: 'c1', name: 'Ours' }),
    literal('CUST#acme', 'CLIENT#c11', { id: 'c11' }),
    literal('CUST#acme', 'CLIENT#c2', { id: 'c2' }),
    // other items in the same partition
    literal('CUST#acme', 'PORTFOLIO#c1', { id: 'c1' }),
    literal('CUST#acme', 'PORTFOLIOS'),
    literal('CUST#acme', 'ROSTER#clients'),
    literal('CUST#acme#CLIENT#c1', 'SCORE'),
    ...lookalikes('acme').map((other) => literal(`CUST#${other}`, 'CLIENT#c1', { id: 'c1', name: 'Theirs' })),
    literal('CUST#acme2', 'CLIENT#theirs', { id: 'theirs' }),
  ]),
);

const idsOf = async (after?: string) => {
  const ids: string[] = [];
  for await (const part of allClients(db.table, acme, after)) ids.push(...part.map(({ id }) => id));
  return ids;
};

describe('pattern 4: a client', () => {
  it('is that of this account', async () => {
    expect(await clientById(db.table, acme, 'c1')).toMatchObject({ id: 'c1', name: 'Ours' });
  });

  it('is not found by an id of another account or by the start of an id', async () => {
    expect(await clientById(db.table, acme, 'theirs')).toBeUndefined();
    expect(await clientById(db.table, acme, 'c')).toBeUndefined();
  });
});

describe('pattern 5: every client of an account', () => {
  it('is returned in id order, without other items', async () => {
    expect(await idsOf()).toEqual(['c1', 'c11', 'c2']);
  });

  it('after a given client excludes only that client, not one whose id starts with its id', async () => {
    expect(await idsOf('c1')).toEqual(['c11', 'c2']);
    expect(await idsOf('c2')).toEqual([]);
  });
});
