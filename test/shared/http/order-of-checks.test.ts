import { expect, it } from 'vitest';
import { NotFound } from '../../../shared/domain/errors.ts';
import { api } from '../../../shared/http/api.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

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

it.each<[number, string, Parameters<typeof putKey>[1], string]>([
  [401, 'a revoked key whose windows are full', { st: 'revoked', ...full }, badRequest],
  [403, 'a suspended account before its limits', { st: 'suspended', ...full }, badRequest],
  [429, 'a full window before the parameters', full, badRequest],
  [400, 'a bad request before what is invalid', {}, badRequest],
  [422, 'what is invalid before what does not exist', {}, invalid],
  [404, 'what does not exist, when nothing else is wrong', {}, '/made-up/c1?query=x'],
])('%i: %s, whether or not the container knows the account of the key', async (status, _, facts, url) => {
  for (const isKnown of [false, true]) {
    const call = callOn();
    const apiKey = await putKey(db.table);
    if (isKnown) await call('/made-up/c1?query=x', { apiKey });
    await putKey(db.table, facts, apiKey);

    expect(await call(url, { apiKey }), `known: ${isKnown}`).toMatchObject({ statusCode: status });
  }
});
