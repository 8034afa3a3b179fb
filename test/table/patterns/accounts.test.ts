import { beforeAll, describe, expect, it } from 'vitest';
import { listAccounts } from '../../../shared/table/access/accounts.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

const key = (customerId: string, keyId: string) => [
  literal('KEYS', keyId, {
    keyId,
    hash: `hash-of-${keyId}`,
    customerId,
    name: keyId,
    created: '2026-11-20',
    lastFour: 'abcd',
  }),
  literal(`KEY#hash-of-${keyId}`, 'KEY', { st: 'active', customerId, keyId, w: {} }),
];

beforeAll(() =>
  putLiteral(db.table, [
    ...['acme', ...lookalikes('acme')].map((id) => literal('ACCOUNTS', id, { name: `The ${id}`, status: 'active' })),
    literal('CUST#acme', 'CLIENT#acme', { id: 'acme' }),
    ...key('acme', 'aaaa1111'),
    ...key('acme', 'bbbb2222'),
    ...lookalikes('acme').flatMap((id, at) => key(id, `cccc333${at}`)),
  ]),
);

describe('pattern 2: every account', () => {
  it('is returned in id order, with its state', async () => {
    expect((await listAccounts(db.table)).map(({ customerId, name }) => [customerId, name])).toEqual([
      ['acm', 'The acm'],
      ['acme', 'The acme'],
      ['acme-2', 'The acme-2'],
      ['acme2', 'The acme2'],
    ]);
  });
});

describe('pattern 3: the keys of an account', () => {
  it('are those issued to it, not those of an account whose id starts with its id', async () => {
    expect((await keysOf(db.table, asAccount('acme'))).map(({ keyId }) => keyId)).toEqual(['aaaa1111', 'bbbb2222']);
    expect(await keysOf(db.table)).toHaveLength(5);
  });
});
