import { expect, it, onTestFinished, vi } from 'vitest';
import { boardKeysOf, createAccountWithKey } from '../../../bin/local/accounts.ts';
import { localFirstScreen } from '../../../bin/local/front/first-screen.ts';
import { ownApi } from '../../../functions/account/own-api.ts';
import { keyIdOf } from '../../../shared/domain/access/api-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
it('a first screen is kept for a minute, and then made anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const account = await createAccountWithKey(db.table, { customerId: 'kept', name: 'Kept' });
  let made = 0;
  const firstScreen = localFirstScreen({
    apiOf: ({ customerId }) => {
      made += 1;
      return ownApi(fakeDeps(db.table), asAccount(customerId));
    },
    versionOf: async () => 1,
  });
  const screen = await firstScreen(account);

  expect(screen).toContain('<h1><bdi>Kept</bdi></h1>');
  expect(screen).not.toContain('<html');
  vi.advanceTimersByTime(59_999);
  expect([await firstScreen(account), made]).toEqual([screen, 1]);
  vi.advanceTimersByTime(1);
  expect([await firstScreen(account), made]).toEqual([screen, 2]);
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
