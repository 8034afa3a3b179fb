import { expect, it, onTestFinished, vi } from 'vitest';
import { boardKeysOf, createAccountWithKey } from '../../../bin/local/accounts.ts';
import { localBoards } from '../../../bin/local/front/boards.ts';
import type { ShownAccount } from '../../../bin/local/front/front-page.ts';
import { createClient } from '../../../client/index.ts';
import { ownApi } from '../../../functions/account/own-api.ts';
import { keyIdOf } from '../../../shared/domain/access/api-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const versionOf = async () => 1;
const apiOf = ({ customerId }: ShownAccount) => ownApi(fakeDeps(db.table), asAccount(customerId));
/** It never answers. */
const silent = createClient({
  baseUrl: 'http://localhost:1/v1',
  apiKey: 'k',
  fetch: () => new Promise<never>(() => undefined),
});

it('a board is kept for a minute, and then made anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const account = await createAccountWithKey(db.table, { customerId: 'kept', name: 'Kept' });
  let made = 0;
  const counted = (known: ShownAccount) => {
    made += 1;
    return apiOf(known);
  };
  const { answer, firstScreen } = localBoards({
    accounts: () => [account],
    apiOf: counted,
    versionOf,
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
  const { answer } = localBoards({ accounts, apiOf: () => silent, versionOf, patience: 1 });
  const page = (name: string) => answer({ url: `/docs/board/${name}`, headers: { host: 'localhost' } });

  const made = await page('slow');
  expect(made).toMatchObject({ statusCode: 200, body: expect.stringContaining('<h1><bdi>Slow &#38; Co</bdi></h1>') });
  expect(made?.body).toContain('<meta http-equiv="refresh" content="1">');
  const none = await page('nobody');
  expect(none).toMatchObject({ statusCode: 404, body: expect.stringContaining('There is no account nobody.') });
  expect(none?.body).not.toContain('http-equiv="refresh"');
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
