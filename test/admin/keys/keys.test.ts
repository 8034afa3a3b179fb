import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { activateKey, removePendingKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { revokeKey, suspendKey } from '../../../shared/table/access/revoke-key.ts';
import { resumeAccount, suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { type Account, apiKeyHash, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { aroundAttempts, type Send } from '../../support/sim/attempts.ts';
import { keyCheckerOn } from '../../support/sim/key-checker.ts';
import { useMemoryTable } from '../../support/store/table.ts';

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
  const read = async (pk: string, sk: string) =>
    (await db.table.documents.send(new GetCommand({ TableName: db.table.name, Key: { pk, sk }, ConsistentRead: true })))
      .Item;
  return {
    authority: await read(`KEY#${apiKeyHash(apiKey)}`, 'KEY'),
    issued: await read('KEYS', apiKey.slice(7, 15)),
  };
}

const ask = (apiKey: string) => keyCheckerOn(db.table).ask(apiKey);

describe('a key', () => {
  it('is stored as two items, without its secret', async () => {
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

  it('shows the minute in which it was last used', async () => {
    const account = await newAccount();
    const { apiKey } = await activeKey(account);
    await ask(apiKey);

    expect(await keysOf(db.table, account)).toMatchObject([{ lastUsed: Date.UTC(2026, 10, 20, 12, 0) }]);
  });

  it('is rejected while it is pending', async () => {
    const { apiKey } = await pendingKey(await newAccount());

    expect(await ask(apiKey)).toEqual({ refused: 'Unauthorized' });
  });

  it('is not activated if its account has been suspended', async () => {
    const account = await newAccount();
    const { apiKey, issued } = await pendingKey(account);
    await suspendAccount(db.table, account);

    await expect(activateKey(db.table, issued, 'pending')).rejects.toThrow(`The account ${account} is suspended.`);
    expect(await itemsOf(apiKey)).toMatchObject({ authority: { st: 'pending' }, issued: { state: 'pending' } });
  });

  it.each(['pending', 'suspended'] as const)('that was revoked is not activated from the state %s', async (from) => {
    const { apiKey, issued } = await activeKey(await newAccount());
    await revokeKey(db.table, issued.keyId);

    await expect(activateKey(db.table, issued, from)).rejects.toThrow(`The key ${issued.keyId} is ${from} no longer.`);
    expect(await itemsOf(apiKey)).toMatchObject({ authority: { st: 'revoked' }, issued: { state: 'revoked' } });
    expect(await ask(apiKey)).toEqual({ refused: 'Unauthorized' });
  });

  it('that is active is not removed as a leftover', async () => {
    const { apiKey, issued } = await activeKey(await newAccount());
    await removePendingKey(db.table, issued);

    expect(await itemsOf(apiKey)).toMatchObject({ authority: { st: 'active' }, issued: { state: 'active' } });
  });

  it.each([
    ['revoked', 'revoked', revokeKey],
    ['pending', 'pending', undefined],
  ] as const)('that is %s keeps its state when its account is suspended', async (_, state, before) => {
    const account = await newAccount();
    const { apiKey, issued } = before ? await activeKey(account) : await pendingKey(account);
    await before?.(db.table, issued.keyId);

    expect(await suspendKey(db.table, issued)).toBe(state);
    expect(await itemsOf(apiKey)).toMatchObject({ authority: { st: state }, issued: { state } });
  });
});

describe('a command that is killed at any call and run again', () => {
  type Command = (table: Table, account: Account) => Promise<unknown>;

  /** A client of the table that passes every call with its number to `around`. */
  function counting(around: (call: number, send: Send) => Promise<unknown>) {
    let calls = 0;
    const table = aroundAttempts(db.open(), (send) => {
      calls += 1;
      return around(calls, send);
    });
    return { table, calls: () => calls };
  }

  /** Kills the command at each of its calls, before and after the call takes effect, and runs it again. */
  async function atEveryCall(command: Command, prepare: (account: Account) => Promise<unknown>): Promise<Account[]> {
    const whole = counting((_, send) => send());
    const unharmed = await newAccount();
    await prepare(unharmed);
    await command(whole.table, unharmed);
    const accounts = [unharmed];
    for (let killedAt = 1; killedAt <= whole.calls(); killedAt += 1) {
      for (const applied of [false, true]) {
        const account = await newAccount();
        await prepare(account);
        const dying = counting(async (call, send) => {
          if (call < killedAt) return send();
          if (call === killedAt && applied) await send();
          throw new Error('killed');
        });
        await command(dying.table, account).catch(() => undefined);
        await command(db.table, account);
        accounts.push(account);
      }
    }
    return accounts;
  }

  async function statesOf(account: Account): Promise<string[]> {
    const keys = await keysOf(db.table, account);
    return await Promise.all(
      keys.map(async ({ keyId, state }) => {
        const read = new GetCommand({ TableName: db.table.name, Key: { pk: 'KEYS', sk: keyId }, ConsistentRead: true });
        const { Item } = await db.table.documents.send(read);
        return Item?.state === state ? state : `${Item?.state} and ${state}`;
      }),
    );
  }

  it('issue: leaves only the active key that was shown', async () => {
    const shown = new Set<string>();
    const accounts = await atEveryCall(
      async (table, account) => {
        const { out, err, exitCode } = await cliOn(() => table, { randomBytes: random })(
          `keys issue --account ${account} --name ci`,
        );
        for (const [apiKey] of out.join().matchAll(/svctest\w{36}/g)) shown.add(apiKeyHash(apiKey));
        // killed after the key was activated
        if (exitCode !== 0 && !err.join().includes('has a key ci already')) throw new Error('failed');
      },
      async () => undefined,
    );

    expect(accounts.length).toBeGreaterThan(10);
    for (const account of accounts) {
      expect(await statesOf(account)).toEqual(['active']);
      const [key] = await keysOf(db.table, account);
      expect(shown).toContain(key?.hash);
    }
  });

  it('suspend: every key is suspended in both items', async () => {
    const accounts = await atEveryCall(suspendAccount, async (account) => {
      await activeKey(account);
      await activeKey(account);
    });
    const states = await Promise.all(accounts.map(statesOf));

    expect(states.length).toBeGreaterThan(10);
    expect(states.map((all) => all.join()).filter((all) => all !== 'suspended,suspended')).toEqual([]);
  });

  it('resume after a killed suspension: every key is active', async () => {
    for (let killedAt = 1; killedAt <= 7; killedAt += 1) {
      const account = await newAccount();
      await activeKey(account);
      await activeKey(account);
      const dying = counting((call, send) => (call > killedAt ? Promise.reject(new Error('killed')) : send()));
      await suspendAccount(dying.table, account).catch(() => undefined);
      await resumeAccount(db.table, account);

      expect(await statesOf(account)).toEqual(['active', 'active']);
    }
  });

  it('revoke: the key is revoked in both items', async () => {
    const keyIds = new Map<Account, string>();
    const accounts = await atEveryCall(
      (table, account) => revokeKey(table, keyIds.get(account) ?? ''),
      async (account) => {
        keyIds.set(account, (await activeKey(account)).issued.keyId);
      },
    );

    expect((await Promise.all(accounts.map(statesOf))).map((all) => all.join())).toEqual(accounts.map(() => 'revoked'));
  });
});

describe('a transaction that conflicts with another write', () => {
  const conflict = () =>
    new TransactionCanceledException({
      message: 'conflict',
      $metadata: {},
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'None' }],
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
