import { expect, it } from 'vitest';
import { erasingPort } from '../../account/erasing/port.ts';
import { factsPort } from '../../account/facts/port.ts';
import { Refusal } from '../../account/ports.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { readErased } from '../../shared/table/access/erased.ts';
import { asAccount, clientKey } from '../../shared/table/store/item-keys.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';

// What the page does is in test/scenarios/erase.md.

it('the page looks for nobody in an account whose clients take longer than a request', async () => {
  const account = asAccount('acme');
  const table = memTable(memDynamo(), 'job');
  const ids = Array.from({ length: 5001 }, (_, at) => `c${at}`);
  await putAll(
    table,
    ids.map((id) => ({ ...clientKey(account, id), v: 3, id, name: 'Grace Nunes' })),
  );
  const writes = () => Promise.reject(new Error('writes'));
  const facts = { change: writes, mergeOf: writes };
  const port = erasingPort({ table, clock: Date.now, randomBytes: (count) => Buffer.alloc(count), facts }, account);

  await expect(port.find(['Grace Nunes'])).rejects.toThrow(Refusal);
  await expect(port.person(['Grace Nunes'], '', async () => {})).rejects.toThrow(/more than 5000 clients/);
});

it('where nobody signs in, whoever sits at the computer erases', async () => {
  const account = asAccount('acme');
  const table = memTable(memDynamo(), 'job');
  await createAccount(table, account, 'Acme');
  const deps = { clock: Date.now, randomBytes: (count: number) => Buffer.alloc(count) };
  const facts = factsPort({ ...deps, ask: async () => {} }, table, account);
  await erasingPort({ ...deps, table, facts }, account).person(['Grace Nunes'], 'this computer', async () => {});

  expect((await readErased(table, account)).personOn('Grace Nunes')).toBeDefined();
});
