import { beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { createAccount, readAccount, setAccountStatus } from '../../../shared/table/access/accounts.ts';
import { fromApiKeyItem } from '../../../shared/table/access/count-request.ts';
import { activateKey, mostKeys, removePendingKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { countedKeysOf, keysOf, listedKeys } from '../../../shared/table/access/issued-keys.ts';
import { expireKey, NoSuchKey, revokeKey, suspendKey } from '../../../shared/table/access/revoke-key.ts';
import { resumeAccount, suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import {
  type Account,
  accountKey,
  apiKeyHash,
  apiKeyItemKey,
  asAccount,
  issuedKeyItemKey,
} from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { losingFirstAnswers } from '../../support/sim/attempts.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { slowWrites } from '../../support/store/late.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const random = bytesOf(randomOf(17));
const created = Date.UTC(2026, 10, 20, 12);
const second = created / 1000;

let made = 0;
let account: Account;

beforeEach(async () => {
  made += 1;
  account = asAccount(`account-${made}`);
  await createAccount(db.table, account, 'Any');
});

const pending = (name = 'ci', given: { apiKey?: string; rolledFrom?: string } = {}, table: Table = db.table) =>
  writePendingKey(table, { account, apiKey: makeKey('svctest', random), name, created, ...given });

async function active(name = 'ci') {
  const issued = await pending(name);
  await activateKey(db.table, issued, 'pending');
  return issued;
}

/** The states of the authority and of the issued key. */
async function statesOf({ hash, keyId }: { hash: string; keyId: string }) {
  const items = await Promise.all(
    [apiKeyItemKey(hash), issuedKeyItemKey(keyId)].map((key) => readItem(db.table, key, { consistent: true })),
  );
  return [items[0]?.st, items[1]?.state];
}

/** The table, with something done before the first transaction. */
function meanwhile(act: () => Promise<unknown>): Table {
  let isFirst = true;
  const table = db.open();
  aroundCalls(table, async (send, command) => {
    if (isFirst && command.startsWith('Transact')) {
      isFirst = false;
      await act();
    }
    return send();
  });
  return table;
}

/** Issues a key `mine`; something is done before it is stored. */
const pendingAfter = (act: () => Promise<unknown>) => pending('mine', {}, meanwhile(act));
/** A client whose first response to every call is lost. */
const losing = () => losingFirstAnswers(db.open());
const slow = () => slowWrites(db.open());

describe('a new key', () => {
  it('is pending in both of its items, which hold no secret', async () => {
    const apiKey = makeKey('svctest', random);
    const issued = await pending('ci', { apiKey });

    expect(issued).toStrictEqual({
      ...{ keyId: apiKey.slice(7, 15), hash: apiKeyHash(apiKey), customerId: account, name: 'ci' },
      ...{ created: '2026-11-20T12:00:00.000Z', lastFour: apiKey.slice(-4), state: 'pending' },
    });
    expect(await readItem(db.table, issuedKeyItemKey(issued.keyId))).toEqual({
      ...issuedKeyItemKey(issued.keyId),
      ...{ v: 3, ...issued },
    });
    const authority = await readItem(db.table, apiKeyItemKey(issued.hash));
    expect(authority).toMatchObject({ v: 3 });
    expect(authority && fromApiKeyItem(authority)).toStrictEqual({
      ...{ st: 'pending', customerId: account, keyId: issued.keyId, w: {} },
    });
  });

  it('may replace another one of the same name, and names that one', async () => {
    const { keyId } = await active();

    expect(await pending('ci', { rolledFrom: keyId })).toMatchObject({ name: 'ci', rolledFrom: keyId });
    expect((await keysOf(db.table, account)).map(({ rolledFrom }) => rolledFrom).sort()).toEqual([keyId, undefined]);
  });

  it('is refused to a suspended account', async () => {
    await setAccountStatus(db.table, account, 'suspended');

    await expect(pending()).rejects.toMatchObject({
      ...{ name: 'AccountSuspended', message: `The account ${account} is suspended.` },
    });
    expect(await listedKeys(db.table, account)).toEqual([]);
  });

  it('is refused if the account is suspended in between', async () => {
    const late = pendingAfter(() => setAccountStatus(db.table, account, 'suspended'));

    await expect(late).rejects.toThrow(`The account ${account} is suspended.`);
  });

  it.each([false, true])('is refused if a usable key has its name, suspended: %s', async (isSuspended) => {
    const issued = await active();
    const { keyId } = issued;
    await active('other');
    if (isSuspended) await suspendKey(slow(), issued);

    await expect(pending()).rejects.toMatchObject({
      name: 'NameTaken',
      message: `The account ${account} has a key ci already: ${keyId}. Name another, or replace it: keys roll ${keyId}`,
    });
  });

  it('is refused if somebody is issuing a key of its name', async () => {
    await pending();

    await expect(pending()).rejects.toThrow(`Somebody is issuing a key ci of ${account} right now.`);
  });

  it('gets the name of a key that was revoked or has expired', async () => {
    await revokeKey(slow(), (await active()).keyId);
    const expiring = await active();
    await expireKey(db.table, expiring, second + 1);
    await expect(pending()).rejects.toThrow('has a key ci already');

    await putAll(db.table, [
      { ...apiKeyItemKey(expiring.hash), v: 3, st: 'active', customerId: account, keyId: 'k', w: {}, exp: second },
    ]);
    expect(await pending()).toMatchObject({ name: 'ci', state: 'pending' });
  });

  it('is the tenth at most, without those that were revoked', async () => {
    const names = Array.from({ length: mostKeys }, (_, at) => `key-${at}`);
    await revokeKey(slow(), (await active('old')).keyId);
    for (const name of names) await active(name);

    await expect(pending('one-more')).rejects.toMatchObject({
      name: 'TooManyKeys',
      message: `The account ${account} has 10 keys, which is the most; revoke one first.`,
    });
    const [rolled] = await keysOf(db.table, account);
    await expect(pending('key-1', { rolledFrom: rolled?.keyId ?? '' })).rejects.toThrow('has 10 keys');
    await revokeKey(slow(), (await keysOf(db.table, account))[0]?.keyId ?? '');
    await revokeKey(slow(), (await keysOf(db.table, account)).find(({ state }) => state === 'active')?.keyId ?? '');
    expect(await pending('one-more')).toMatchObject({ name: 'one-more' });
  });

  it('is counted again if another key is issued in between', async () => {
    for (let at = 1; at < mostKeys; at += 1) await pending(`key-${at}`);

    await expect(pendingAfter(() => pending('other'))).rejects.toThrow('has 10 keys');
    expect((await keysOf(db.table, account)).map(({ name }) => name)).not.toContain('mine');
  });

  it('is issued after another key that was issued in between', async () => {
    expect(await pendingAfter(() => pending('other'))).toMatchObject({ name: 'mine' });
    expect((await keysOf(db.table, account)).map(({ name }) => name).sort()).toEqual(['mine', 'other']);
  });

  it('is counted for an account of an earlier version, also if another key is issued in between', async () => {
    await putAll(db.table, [{ ...accountKey(account), name: 'Old', status: 'active' }]);

    await pendingAfter(() => pending('other'));

    expect(await readItem(db.table, accountKey(account))).toMatchObject({ name: 'Old', keysIssued: 2 });
  });

  it('does not replace a key that has the same id', async () => {
    const apiKey = makeKey('svctest', random);
    const { keyId } = await pending('ci', { apiKey });

    await expect(pending('other', { apiKey })).rejects.toThrow(`There is a key ${keyId} already; try again.`);
  });
});

describe('activating a key', () => {
  it.each(['pending', 'suspended'] as const)('that is %s changes both of its items', async (from) => {
    const issued = await pending();
    if (from === 'suspended') {
      await activateKey(db.table, issued, 'pending');
      await suspendKey(slow(), issued);
    }

    await activateKey(db.table, issued, from);

    expect(await statesOf(issued)).toEqual(['active', 'active']);
  });

  it('changes both of its items if an interrupted suspension has changed only one', async () => {
    const issued = await active();
    await suspendKey(slow(), issued);
    await putAll(db.table, [{ ...issuedKeyItemKey(issued.keyId), v: 3, ...issued, state: 'active' }]);

    await activateKey(db.table, issued, 'suspended');

    expect(await statesOf(issued)).toEqual(['active', 'active']);
  });

  it.each(['g1', undefined])('stores the id that API Gateway gave it: %s', async (gatewayId) => {
    const issued = await pending();

    await activateKey(db.table, { ...issued, ...(gatewayId && { gatewayId }) }, 'pending');

    expect((await keysOf(db.table, account)).find(({ keyId }) => keyId === issued.keyId)?.gatewayId).toBe(gatewayId);
  });

  it('is refused while its account is suspended', async () => {
    const issued = await pending();
    await setAccountStatus(db.table, account, 'suspended');

    // also if its own state is another one
    for (const from of ['pending', 'suspended'] as const)
      await expect(activateKey(db.table, issued, from)).rejects.toThrow(`The account ${account} is suspended.`);
    expect(await statesOf(issued)).toEqual(['pending', 'pending']);
  });

  it('is refused if the key has another state', async () => {
    const issued = await active();

    await expect(activateKey(db.table, issued, 'pending')).rejects.toMatchObject({
      ...{ name: 'KeyChanged', message: `The key ${issued.keyId} is pending no longer.` },
    });
  });

  it('is refused if the issued key was removed', async () => {
    const issued = await pending();
    await deleteAll(db.table, [issuedKeyItemKey(issued.keyId)]);

    await expect(activateKey(db.table, issued, 'pending')).rejects.toThrow('is pending no longer.');
    expect(await statesOf(issued)).toEqual(['pending', undefined]);
  });
});

describe('removing a pending key', () => {
  it('removes both of its items', async () => {
    const issued = await pending();

    await removePendingKey(slow(), issued);

    expect(await statesOf(issued)).toEqual([undefined, undefined]);
  });

  it('leaves a key that is active', async () => {
    const issued = await active();

    await removePendingKey(slow(), issued);

    expect(await statesOf(issued)).toEqual(['active', 'active']);
  });

  it.each([
    ['authority', ['active', 'pending']],
    ['issued key', ['pending', 'active']],
  ])('leaves both items if the %s is not pending any more', async (_, [st, state]) => {
    const issued = await pending();
    const authority = await readItem(db.table, apiKeyItemKey(issued.hash));
    await putAll(db.table, [
      { ...apiKeyItemKey(issued.hash), ...authority, st },
      { ...issuedKeyItemKey(issued.keyId), ...issued, v: 3, state },
    ]);

    await removePendingKey(slow(), issued);

    expect(await statesOf(issued)).toEqual([st, state]);
  });
});

describe('revoking a key', () => {
  it('changes both of its items and returns the key', async () => {
    const issued = await active();

    expect(await revokeKey(slow(), issued.keyId)).toStrictEqual({ ...issued, state: 'revoked' });
    expect(await statesOf(issued)).toEqual(['revoked', 'revoked']);
  });

  it('works in every state, and again', async () => {
    const waiting = await pending('waiting');
    const suspended = await active('suspended');
    await suspendKey(slow(), suspended);

    for (const key of [waiting, suspended, waiting]) await revokeKey(slow(), key.keyId);

    expect(await Promise.all([waiting, suspended].map(statesOf))).toEqual(Array(2).fill(['revoked', 'revoked']));
  });

  it('is refused for an unknown key', async () => {
    await expect(revokeKey(slow(), 'nokey')).rejects.toThrow(new NoSuchKey('nokey'));
    expect(new NoSuchKey('nokey')).toMatchObject({
      ...{ name: 'NoSuchKey', keyId: 'nokey', message: 'There is no key nokey.' },
    });
  });

  it('creates no authority for a key that has none', async () => {
    const issued = await pending();
    await deleteAll(db.table, [apiKeyItemKey(issued.hash)]);

    await expect(revokeKey(slow(), issued.keyId)).rejects.toThrow(new NoSuchKey(issued.keyId));
    expect(await statesOf(issued)).toEqual([undefined, 'pending']);
  });

  it('creates no issued key that was removed in between', async () => {
    const issued = await active();
    const table = db.open();
    aroundCalls(table, async (send, command) => {
      const answer = await send();
      if (command.startsWith('Get')) await deleteAll(db.table, [issuedKeyItemKey(issued.keyId)]);
      return answer;
    });

    await revokeKey(table, issued.keyId);

    expect(await statesOf(issued)).toEqual(['revoked', undefined]);
  });

  it('has the same result if the responses to its writes are lost', async () => {
    const issued = await active();

    expect(await revokeKey(losing(), issued.keyId)).toMatchObject({ state: 'revoked' });
    expect(await statesOf(issued)).toEqual(['revoked', 'revoked']);
  });
});

describe('suspending a key', () => {
  it('changes both items of an active key', async () => {
    const issued = await active();

    expect(await suspendKey(slow(), issued)).toBe('suspended');
    expect(await statesOf(issued)).toEqual(['suspended', 'suspended']);
  });

  it('leaves any other key as it is, and tells its state', async () => {
    const waiting = await pending('waiting');
    const revoked = await active('revoked');
    await revokeKey(slow(), revoked.keyId);

    expect(await suspendKey(slow(), waiting)).toBe('pending');
    expect(await suspendKey(slow(), revoked)).toBe('revoked');
    expect(await suspendKey(slow(), { ...waiting, hash: 'none' })).toBeUndefined();
    expect(await statesOf(waiting)).toEqual(['pending', 'pending']);
    expect(await statesOf(revoked)).toEqual(['revoked', 'revoked']);
  });

  it.each([
    ['leaves both items of a key of which an interrupted command has activated only one', pending, 'active', 'pending'],
    ['does not replace what another command has written in between', active, 'revoked', 'suspended'],
  ])('%s', async (_, issue, state, expected) => {
    const issued = await issue();
    await putAll(db.table, [{ ...issuedKeyItemKey(issued.keyId), v: 3, ...issued, state }]);

    await suspendKey(slow(), issued);

    expect(await statesOf(issued)).toEqual([expected, state]);
  });

  it('has the same result if the responses to its writes are lost', async () => {
    const issued = await active();

    expect(await suspendKey(losing(), issued)).toBe('suspended');
    expect(await statesOf(issued)).toEqual(['suspended', 'suspended']);
  });

  it('fails if the table fails', async () => {
    await expect(suspendKey(failingTable(), await pending())).rejects.toThrow('out of order');
  });
});

describe('letting a key expire', () => {
  const expiryOf = async ({ keyId }: { keyId: string }) =>
    (await keysOf(db.table, account)).find((key) => key.keyId === keyId)?.expires;

  it('sets the second once', async () => {
    const issued = await active();

    expect(await expireKey(db.table, issued, second)).toBe(true);
    expect(await expireKey(db.table, issued, second)).toBe(false);
    expect(await expireKey(db.table, issued, second + 9)).toBe(false);
    expect(await expiryOf(issued)).toBe(second);
  });

  it('is refused for a key that is not active, or does not exist', async () => {
    const issued = await pending();

    expect(await expireKey(db.table, issued, second)).toBe(false);
    expect(await expireKey(db.table, { hash: 'none' }, second)).toBe(false);
    expect(await expiryOf(issued)).toBeUndefined();
  });

  it('is done if the response was lost, unless the key expired before', async () => {
    const [issued, expiring] = [await active('one'), await active('two')];
    await expireKey(db.table, expiring, second);

    expect(await expireKey(losing(), issued, second)).toBe(true);
    expect(await expireKey(losing(), expiring, second + 9)).toBe(false);
    expect(await expireKey(losing(), { hash: 'none' }, second)).toBe(false);
    expect([await expiryOf(issued), await expiryOf(expiring)]).toEqual([second, second]);
  });

  it('is not done if the response was lost and the key is not active', async () => {
    const issued = await active();
    await expireKey(db.table, issued, second);
    await revokeKey(slow(), issued.keyId);

    expect(await expireKey(losing(), issued, second)).toBe(false);
  });

  it('fails if the table fails', async () => {
    await expect(expireKey(failingTable(), { hash: 'any' }, second)).rejects.toThrow('out of order');
  });
});

describe('the keys of an account', () => {
  it('are those issued to it, with state, expiry, last use and counters of their authorities', async () => {
    const unused = await pending('unused');
    const used = await active('used');
    const w = { m29919600: 4, m29919599: 2, h498660: 6 };
    const authority = await readItem(db.table, apiKeyItemKey(used.hash));
    await putAll(db.table, [{ ...apiKeyItemKey(used.hash), ...authority, st: 'suspended', exp: second, w }]);
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    const usedNow = { ...used, state: 'suspended', expires: second, lastUsed: Date.UTC(2026, 10, 20, 12) };

    expect((await keysOf(db.table, account)).sort(byName)).toStrictEqual([unused, usedNow]);
    expect((await countedKeysOf(db.table, account)).sort(byName)).toStrictEqual([
      { ...unused, counts: {} },
      { ...usedNow, counts: w },
    ]);
    expect((await keysOf(db.table)).length).toBeGreaterThan(2);
  });

  it('are not those of an account whose id differs in case only', async () => {
    const issued = await pending();
    const other = asAccount(account.toUpperCase());
    await createAccount(db.table, other, 'Other');
    const theirs = await writePendingKey(db.table, {
      ...{ account: other, apiKey: makeKey('svctest', random), name: 'ci', created },
    });

    expect([await keysOf(db.table, account), await keysOf(db.table, other)]).toEqual([[issued], [theirs]]);
  });

  it('are listed without those whose authority is missing, which a deletion still has to find', async () => {
    const issued = await pending();
    await deleteAll(db.table, [apiKeyItemKey(issued.hash)]);

    expect(await keysOf(db.table, account)).toEqual([]);
    expect(await listedKeys(db.table, account)).toEqual([issued]);
  });
});

describe('an account', () => {
  it('is suspended with its active keys, and again with those that are suspended already', async () => {
    const keys = [await active('one'), await active('two')];
    await pending('waiting');
    await revokeKey(slow(), (await active('revoked')).keyId);
    const ids = keys.map(({ keyId }) => keyId).sort();

    expect((await suspendAccount(slow(), account)).map(({ keyId }) => keyId).sort()).toEqual(ids);
    expect((await suspendAccount(slow(), account)).map(({ keyId }) => keyId).sort()).toEqual(ids);
    expect(await Promise.all(keys.map(statesOf))).toEqual(Array(2).fill(['suspended', 'suspended']));
    expect(await readAccount(db.table, account)).toMatchObject({ status: 'suspended' });
    await expect(pending('new')).rejects.toThrow('is suspended.');
  });

  it('gets no other key once its keys that are to be suspended have been listed', async () => {
    await active();
    const table = db.open();
    let late: unknown;
    aroundCalls(table, async (send, command) => {
      const answer = await send();
      if (command.startsWith('BatchGet')) late = await active('late').catch((error: Error) => error.message);
      return answer;
    });

    expect(await suspendAccount(table, account)).toHaveLength(1);
    expect(late).toBe(`The account ${account} is suspended.`);
  });

  it('is resumed with the keys that were suspended', async () => {
    const suspended = await active('suspended');
    const rolled = await active('rolled');
    await expireKey(db.table, rolled, second + 9);
    const waiting = await pending('waiting');
    await suspendAccount(slow(), account);

    const resumed = await resumeAccount(slow(), account);
    expect(resumed.map(({ name }) => name).sort()).toEqual(['rolled', 'suspended']);
    expect(await resumeAccount(slow(), account)).toEqual([]);
    for (const each of [suspended, rolled]) expect(await statesOf(each)).toEqual(['active', 'active']);
    expect(await statesOf(waiting)).toEqual(['pending', 'pending']);
    expect(await pending('new')).toMatchObject({ state: 'pending' });
  });

  it('is resumed without a key that is revoked in between', async () => {
    const issued = await active();
    await suspendAccount(slow(), account);

    const table = meanwhile(() => revokeKey(slow(), issued.keyId));

    expect(await resumeAccount(table, account)).toEqual([]);
    expect(await statesOf(issued)).toEqual(['revoked', 'revoked']);
  });

  it('is not resumed silently if it is suspended again in between', async () => {
    await active();
    await suspendAccount(slow(), account);
    const table = meanwhile(() => setAccountStatus(db.table, account, 'suspended'));

    await expect(resumeAccount(table, account)).rejects.toThrow(`The account ${account} is suspended.`);
  });
});
