import { createHmac, generateKeyPairSync } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolKeys } from '../../../functions/account/sign-in/pool-keys.ts';
import { claimsIn } from '../../../functions/account/sign-in/token.ts';
import { noon } from '../../support/service/deps.ts';
import { clientId, issuer, StandInPool } from '../../support/service/pool.ts';

const pool = new StandInPool(() => noon);
const other = new StandInPool(() => noon, 'k2', `${issuer}2`);
const twin = new StandInPool(() => noon);
const place = {
  url: issuer,
  clientId,
  keyOf: poolKeys(
    async () => pool.published(),
    () => noon,
  ),
};
const second = noon / 1000;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [head = '', body = '', signature = ''] = pool.token({ sub: 'p1' }).split('.');
const reasonOf = (token: string) =>
  claimsIn(token, place, noon).then(
    () => 'accepted',
    ({ reason }) => reason,
  );

it('a token of the pool for this deployment says who the person is', async () => {
  expect(await claimsIn(pool.token({ sub: 'p1', nonce: 'n' }), place, noon)).toEqual({
    sub: 'p1',
    nonce: 'n',
    iat: second,
    exp: second + 28_800,
  });
});

/** Signed with the public key as if it were a secret: the classic confusion of algorithms. */
const confused = () => {
  const text = `${encoded({ alg: 'HS256', kid: 'k1' })}.${body}`;
  return `${text}.${createHmac('sha256', pool.publicPem).update(text).digest('base64url')}`;
};

it.each([
  ['nothing', '', 'form'],
  ['a text', 'x', 'form'],
  ['two parts', `${head}.${body}`, 'form'],
  ['four parts', `${head}.${body}.${signature}.x`, 'form'],
  ['a very long one', `${head}.${body}.${'a'.repeat(4000)}`, 'form'],
  ['a header that is a number', `${encoded(1 as never)}.${body}.${signature}`, 'form'],
  ['a header that is null', `${encoded(null as never)}.${body}.${signature}`, 'form'],
  ['no algorithm', `${encoded({ alg: 'none', kid: 'k1' })}.${body}.${signature}`, 'algorithm'],
  ['a public key as the secret', confused(), 'algorithm'],
  ['no id of a key', pool.token({ sub: 'p1' }, { kid: undefined }), 'algorithm'],
  ['another person in a signed token', `${head}.${encoded({ sub: 'p2' })}.${signature}`, 'signature'],
  ['the signature of another token', `${head}.${body}.${pool.token({ sub: 'p2' }).split('.')[2]}`, 'signature'],
  ['a key of another pool', other.token({ sub: 'p1', iss: issuer }), 'key'],
  ['a key of another pool under the id of ours', twin.token({ sub: 'p1' }), 'signature'],
  ['a key in the header', pool.token({ sub: 'p1' }, { kid: 'mine', jwk: {} }), 'key'],
  ['another pool', pool.token({ sub: 'p1', iss: `${issuer}2` }), 'issuer'],
  ['another client', pool.token({ sub: 'p1', aud: 'client2' }), 'audience'],
  ['several clients', pool.token({ sub: 'p1', aud: [clientId, 'client2'] }), 'audience'],
  ['an access token', pool.token({ sub: 'p1', token_use: 'access', client_id: clientId }), 'use'],
  ['nobody', pool.token({}), 'person'],
  ['a person that is a key of the table', pool.token({ sub: 'p1#LOGIN' }), 'person'],
  ['no end', pool.token({ sub: 'p1', exp: undefined }), 'time'],
  ['an end that is a text', pool.token({ sub: 'p1', exp: '9999999999' }), 'time'],
  ['an end that has come', pool.token({ sub: 'p1', exp: second }), 'expired'],
  ['a begin that is far ahead', pool.token({ sub: 'p1', iat: second + 600 }), 'time'],
])('is refused: %s', async (_, token, reason) => {
  expect(await reasonOf(token)).toBe(reason);
});

it('a token with any change is refused', async () => {
  const token = pool.token({ sub: 'p1' });
  const at = fc.nat(token.length - 1);
  const letters = fc.constantFrom(...'ABCxyz019-_.');
  await fc.assert(
    fc.asyncProperty(at, letters, async (place_, letter) => {
      const changed = token.slice(0, place_) + letter + token.slice(place_ + 1);
      // the last letter has bits that mean nothing
      fc.pre(changed !== token && place_ < token.length - 1);
      expect(await reasonOf(changed)).not.toBe('accepted');
    }),
    { numRuns: 300 },
  );
});

describe('the keys of the pool', () => {
  const asked = (clock: () => number, answers: (() => Promise<{ status: number; text: string }>)[]) => {
    let calls = 0;
    const keyOf = poolKeys(() => (answers[Math.min(calls++, answers.length - 1)] ?? expect.fail())(), clock);
    return { keyOf, calls: () => calls };
  };
  const published = async () => pool.published();

  it('are asked for once, however many tokens of unknown keys come in a minute', async () => {
    let now = noon;
    const { keyOf, calls } = asked(() => now, [published]);
    for (let at = 0; at < 1000; at += 1) await keyOf(`id${at}`);
    expect(await keyOf('k1')).toBeDefined();
    expect(calls()).toBe(1);
    now += 60_000;
    await Promise.all([keyOf('x'), keyOf('y')]);
    expect(calls()).toBe(2);
  });

  it('stay known while the pool cannot be asked; without any, the request fails and the next asks again', async () => {
    let now = noon;
    const fails = () => Promise.reject(new Error('no connection'));
    const { keyOf } = asked(() => now, [published, fails]);
    await keyOf('k1');
    now += 7_200_000;
    expect(await keyOf('k1')).toBeDefined();
    const first = asked(() => now, [fails, published]);
    await expect(first.keyOf('k1')).rejects.toThrow('no connection');
    expect(await first.keyOf('k1')).toBeDefined();
  });

  it('are RSA keys for signatures; others are left out', async () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const [key] = JSON.parse(pool.published().text).keys;
    const keys = [
      { ...ec, kid: 'ec', use: 'sig' },
      { ...key, kid: 'enc', use: 'enc' },
    ];
    const { keyOf } = asked(() => noon, [async () => ({ status: 200, text: JSON.stringify({ keys }) })]);
    expect([await keyOf('ec'), await keyOf('enc')]).toEqual([undefined, undefined]);
  });
});
