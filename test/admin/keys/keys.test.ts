import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { activateKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { type Account, apiKeyHash, asAccount } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { ErrorAnswer } from '../../support/store/wired.ts';

const db = useMemoryTable();
const random = bytesOf(randomOf(11));
const created = Date.UTC(2026, 10, 20, 12);

let made = 0;

async function newAccount(): Promise<Account> {
  made += 1;
  const account = asAccount(`account-${made}`);
  await createAccount(db.table, account, 'Any');
  return account;
}

async function pendingKey(account: Account) {
  const apiKey = makeKey('svctest', random);
  const name = `ci-${apiKey.slice(-4)}`;
  return { apiKey, issued: await writePendingKey(db.table, { account, apiKey, name, created }) };
}

async function activeKey(account: Account) {
  const key = await pendingKey(account);
  await activateKey(db.table, key.issued, 'pending');
  return key;
}

async function itemsOf(apiKey: string) {
  const read = (pk: string, sk: string) => readItem(db.table, { pk, sk }, { consistent: true });
  return {
    authority: await read(`KEY#${apiKeyHash(apiKey)}`, 'KEY'),
    issued: await read('KEYS', apiKey.slice(7, 15)),
  };
}

it('a key is stored as two items, without its secret', async () => {
  const account = await newAccount();
  const { apiKey } = await activeKey(account);
  const keyId = apiKey.slice(7, 15);

  expect(await itemsOf(apiKey)).toEqual({
    authority: { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY', v: 3, st: 'active', customerId: account, keyId, w: {} },
    issued: {
      pk: 'KEYS',
      sk: keyId,
      v: 3,
      keyId,
      hash: apiKeyHash(apiKey),
      customerId: account,
      name: `ci-${apiKey.slice(-4)}`,
      created: '2026-11-20T12:00:00.000Z',
      lastFour: apiKey.slice(-4),
      state: 'active',
    },
  });
  expect(JSON.stringify(await itemsOf(apiKey))).not.toContain(apiKey);
});

describe('a transaction that conflicts with another write', () => {
  const conflict = () =>
    new ErrorAnswer('TransactionCanceledException', {
      body: Buffer.from(
        JSON.stringify({
          __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
          CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'None' }],
        }),
      ),
    });

  it.each([
    [1, 'active'],
    [4, 'active'],
    [5, 'pending'],
  ])('is sent up to five times: after %i conflicts the key is %s', async (conflicts, state) => {
    const account = await newAccount();
    const { apiKey, issued } = await pendingKey(account);
    let sent = 0;
    const table = aroundAttempts(db.open(), async (send) => {
      sent += 1;
      if (sent <= conflicts) throw conflict();
      return send();
    });
    await activateKey(table, issued, 'pending').catch(() => undefined);

    expect(await itemsOf(apiKey)).toMatchObject({ authority: { st: state }, issued: { state } });
  });
});
