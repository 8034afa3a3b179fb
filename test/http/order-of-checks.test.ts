import { expect, it } from 'vitest';
import { NotFound } from '../../shared/domain/errors.ts';
import { api } from '../../shared/http/api.ts';
import { madeUp } from '../support/made-up.ts';
import { putKey, unknownKey } from '../support/service/api-keys.ts';
import { callerOf } from '../support/service/caller.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();
const full = { w: { m29919600: 100 } };

// every request fails the check that its row names and all later ones
const invalid = '/made-up/%?limit=0&query=x';
const badRequest = '/made-up/%?limit=0&portfolio_id=favorite-clients&query=x';

const callOn = () => {
  const readThing = () => {
    throw new NotFound('client');
  };
  return callerOf(madeUp, api(madeUp, { readThing }, fakeDeps(db.table)));
};

it.each<[number, string, () => Promise<string> | string, string]>([
  [401, 'an unknown key before everything else', () => unknownKey(), badRequest],
  [401, 'a revoked key whose windows are full', () => putKey(db.table, { st: 'revoked', ...full }), badRequest],
  [403, 'a suspended account before its limits', () => putKey(db.table, { st: 'suspended', ...full }), badRequest],
  [429, 'a full window before the parameters', () => putKey(db.table, full), badRequest],
  [400, 'a bad request before what is invalid', () => putKey(db.table), badRequest],
  [422, 'what is invalid before what does not exist', () => putKey(db.table), invalid],
  [404, 'what does not exist, when nothing else is wrong', () => putKey(db.table), '/made-up/c1?query=x'],
])('%i: %s', async (status, _, key, url) => {
  const apiKey = await key();

  expect(await callOn()(url, { apiKey })).toMatchObject({ statusCode: status });
});

it.each<[number, string, () => Promise<string>, string]>([
  [401, 'a revoked key', () => putKey(db.table, { w: {} }), badRequest],
  [400, 'a bad request', () => putKey(db.table), badRequest],
  [422, 'an invalid one', () => putKey(db.table), invalid],
  [404, 'what does not exist', () => putKey(db.table), '/made-up/c1?query=x'],
])('%i stays first when the container knows the account already: %s', async (status, _, key, url) => {
  const apiKey = await key();
  const call = callOn();
  await call('/made-up/c1?query=x', { apiKey });
  if (status === 401) await putKey(db.table, { st: 'revoked' }, apiKey);

  expect(await call(url, { apiKey })).toMatchObject({ statusCode: status });
});
