import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOf, WrongToken } from '../../../functions/account/sign-in/token.ts';
import { holdsAsync } from '../../support/holds.ts';
import { noon } from '../../support/service/deps.ts';
import { clientId, issuer, StandInPool, userPoolId } from '../../support/service/pool.ts';

// Of the library's checks, those that depend on how it is called, and the attacks that everybody tries first.

const pool = new StandInPool(() => noon);
const other = new StandInPool(() => noon, 'k2', `${issuer}2`);
const twin = new StandInPool(() => noon);
const claimsIn = tokensOf({ userPoolId, clientId, keys: async () => pool.published() });
const encoded = (value: object | null) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [head = '', body = '', signature = ''] = pool.token({ sub: 'p1' }).split('.');

it('a token of the pool for this deployment says who the person is', async () => {
  expect(await claimsIn(pool.token({ sub: 'p1', nonce: 'n' }))).toMatchObject({
    sub: 'p1',
    nonce: 'n',
    iat: noon / 1000,
  });
});

/** Signed with the public key as if it were a secret: the classic confusion of algorithms. */
const confused = () => {
  const text = `${encoded({ alg: 'HS256', kid: 'k1' })}.${body}`;
  return `${text}.${createHmac('sha256', pool.publicPem).update(text).digest('base64url')}`;
};

it.each([
  ['nothing', '', 'session'],
  ['a text', 'x', 'session'],
  ['a header that is null', `${encoded(null)}.${body}.${signature}`, 'session'],
  ['no algorithm', `${encoded({ alg: 'none', kid: 'k1' })}.${body}.`, 'session'],
  ['a public key as the secret', confused(), 'session'],
  ['no id of a key', pool.token({ sub: 'p1' }, { kid: undefined }), 'session'],
  ['another person in a signed token', `${head}.${encoded({ sub: 'p2', iss: issuer })}.${signature}`, 'session'],
  ['a key of another pool', other.token({ sub: 'p1', iss: issuer }), 'session'],
  ['a key of another pool under the id of ours', twin.token({ sub: 'p1' }), 'session'],
  ['a key in the header', pool.token({ sub: 'p1' }, { kid: 'mine', jwk: {} }), 'session'],
  ['another pool', pool.token({ sub: 'p1', iss: `${issuer}2` }), 'session'],
  ['another client', pool.token({ sub: 'p1', aud: 'client2' }), 'session'],
  ['an access token', pool.token({ sub: 'p1', token_use: 'access', client_id: clientId }), 'session'],
  ['an end that has come', pool.token({ sub: 'p1', exp: 1 }), 'expired'],
])('is refused: %s', async (_, token, reason) => {
  await expect(claimsIn(token)).rejects.toMatchObject({ name: 'WrongToken', reason });
});

it('a token with any change is refused as a wrong token, and makes nothing fail', async () => {
  const token = pool.token({ sub: 'p1' });
  // the last letter has bits that mean nothing
  const changes = fc.tuple(fc.nat(token.length - 2), fc.constantFrom(...'ABCxyz019-_.'));
  const property = fc.asyncProperty(changes, async ([at, letter]) => {
    fc.pre(token[at] !== letter);
    await expect(claimsIn(token.slice(0, at) + letter + token.slice(at + 1))).rejects.toBeInstanceOf(WrongToken);
  });
  await holdsAsync(property, { numRuns: 300 });
});

it('the keys of the pool are asked for once, however many tokens of unknown keys come', async () => {
  let asked = 0;
  const keys = async () => {
    asked += 1;
    return pool.published();
  };
  const read = tokensOf({ userPoolId, clientId, keys });
  for (let at = 0; at < 100; at += 1)
    await expect(read(pool.token({ sub: 'p1' }, { kid: `id${at}` }))).rejects.toThrow('The token is refused.');
  expect(await read(pool.token({ sub: 'p1' }))).toMatchObject({ sub: 'p1' });
  expect(asked).toBe(1);
});

it('a pool that cannot be asked for its keys makes no token wrong', async () => {
  const read = tokensOf({ userPoolId, clientId, keys: async () => ({ status: 503, text: '' }) });
  await expect(read(pool.token({ sub: 'p1' }))).rejects.toThrow('The user pool answered 503');
});
