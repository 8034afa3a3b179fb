import { expect, it, onTestFinished, vi } from 'vitest';
import { boardKeysOf, createAccountWithKey } from '../../bin/local/accounts.ts';
import { localBoards } from '../../bin/local/front/boards.ts';
import type { ShownAccount } from '../../bin/local/front/front-page.ts';
import { keyIdOf } from '../../shared/domain/access/api-key.ts';
import { readAccount } from '../../shared/table/access/accounts.ts';
import { keysOf } from '../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { deathsIn, dying } from '../support/faults/dying.ts';
import { serving } from '../support/service/served.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();
const versionOf = async () => 1;

it('an account of the local service has its name and a key', async () => {
  const account = { customerId: 'named', name: 'Named Partners' };
  expect(await createAccountWithKey(db.table, account)).toEqual({
    ...account,
    apiKey: expect.stringMatching(/^svctest/),
  });
  expect(await readAccount(db.table, asAccount('named'))).toMatchObject({ name: 'Named Partners' });
});

it('a board that got no key asks for one again', async () => {
  let asked = 0;
  const keysOf = () => {
    asked += 1;
    return Promise.reject(new Error(`no key ${asked}`));
  };
  const accounts = () => [{ customerId: 'acme', name: 'Acme', apiKey: 'k' }];
  const { answer } = localBoards({ accounts, baseUrl: () => 'http://localhost:1', keysOf, versionOf });
  const board = () => answer({ url: '/docs/board/acme', headers: { host: 'localhost' } });

  expect(await board()).toMatchObject({
    statusCode: 503,
    body: expect.stringContaining('no key 1'),
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
  expect((await board())?.body).toContain('no key 2');
});

it('a board is kept for a minute, and then made anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const account = await createAccountWithKey(db.table, { customerId: 'kept', name: 'Kept' });
  const address = await serving(db.table);
  let made = 0;
  const baseUrl = () => {
    made += 1;
    return address;
  };
  const { answer, firstScreen } = localBoards({
    accounts: () => [account],
    baseUrl,
    versionOf,
    keysOf: async () => [account.apiKey],
    patience: 60_000,
  });
  const screen = await firstScreen(account);
  expect(screen).toContain('<h1><bdi>Kept</bdi></h1>');
  expect(screen).not.toContain('<html');
  expect(await firstScreen(account)).toBe(screen);
  expect(made).toBe(1);
  made = 0;
  const board = async () => [
    (await answer({ url: '/docs/board/kept', headers: { host: 'localhost' } }))?.body?.includes('<html'),
    made,
  ];

  expect(await board()).toEqual([true, 1]);
  vi.advanceTimersByTime(59_999);
  expect(await board()).toEqual([true, 1]);
  vi.advanceTimersByTime(1);
  expect(await board()).toEqual([true, 2]);
});

it('while a board is made, its page says so and asks again; an account that is not there has a page too', async () => {
  const accounts = () => [{ customerId: 'slow', name: 'Slow & Co', apiKey: 'k' }];
  const keysOf = () => new Promise<never>(() => undefined);
  const { answer } = localBoards({ accounts, baseUrl: () => 'http://localhost:1', keysOf, versionOf, patience: 1 });
  const page = (name: string) => answer({ url: `/docs/board/${name}`, headers: { host: 'localhost' } });

  const made = await page('slow');
  expect(made).toMatchObject({ statusCode: 200, body: expect.stringContaining('<h1><bdi>Slow &#38; Co</bdi></h1>') });
  expect(made?.body).toContain('<meta http-equiv="refresh" content="1">');
  const none = await page('nobody');
  expect(none).toMatchObject({ statusCode: 404, body: expect.stringContaining('There is no account nobody.') });
  expect(none?.body).not.toContain('http-equiv="refresh"');
});

it('a board that is kept does not keep a service that ends', async () => {
  const account = await createAccountWithKey(db.table, { customerId: 'ends', name: 'Ends' });
  const address = await serving(db.table);
  const { firstScreen } = localBoards({
    accounts: () => [account],
    baseUrl: () => address,
    versionOf,
    keysOf: async () => [account.apiKey],
  });
  // of real timers: a spy on faked ones stays when they end
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  await firstScreen(account);

  const minutes = timers.mock.results.filter((_, at) => timers.mock.calls[at]?.[1] === 60_000);
  expect(minutes.map(({ value }) => value.hasRef())).toEqual([false]);
});

it('the key of the boards is active after a start, whenever the start before it was killed', async () => {
  const account = (customerId: string) => createAccountWithKey(db.table, { customerId, name: 'Acme' });
  const whole = dying(db);
  await account('whole');
  await boardKeysOf(whole.table, 'secret', 'whole');
  const deaths = deathsIn(whole.calls);
  for (const [at, death] of deaths.entries()) {
    const { customerId } = await account(`killed-${at}`);
    await expect(boardKeysOf(dying(db, death).table, 'secret', customerId)).rejects.toThrow();

    const found = await boardKeysOf(db.table, 'secret', customerId);
    const issued = await keysOf(db.table, asAccount(customerId));
    const named = found.map((key) => issued.find(({ keyId }) => keyId === keyIdOf(key)));
    expect(named).toMatchObject(['boards', 'boards 2', 'boards 3'].map((name) => ({ name, state: 'active' })));
    expect(await boardKeysOf(db.table, 'secret', customerId)).toEqual(found);
  }
  expect(deaths).toHaveLength(12);
});

it('each account has its own first screen and its own board, and none while it has no key', async () => {
  const held = await Promise.all(
    ['with-2', 'other'].map((customerId) =>
      createAccountWithKey(db.table, { customerId, name: `Named ${customerId}` }),
    ),
  );
  const address = await serving(db.table);
  const keysOf = async ({ apiKey = '', customerId }: ShownAccount) => {
    if (customerId === 'lost') throw new Error('no key');
    return [apiKey];
  };
  const { answer, firstScreen } = localBoards({
    accounts: () => held,
    baseUrl: () => address,
    keysOf,
    versionOf,
    patience: 60_000,
  });
  for (const { customerId, name, ...rest } of held) {
    const board = await answer({ url: `/docs/board/${customerId}`, headers: { host: 'localhost' } });
    for (const shown of [board?.body, await firstScreen({ ...rest, customerId, name })])
      expect(shown).toContain(`<h1><bdi>${name}</bdi></h1>`);
  }

  expect(await firstScreen({ customerId: 'lost', name: 'Lost', apiKey: '' })).toBeUndefined();
});
