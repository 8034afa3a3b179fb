import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Answer } from '../../../shared/jobs/aws-call.ts';

export const userPoolId = 'eu-west-1_pool';
export const issuer = `https://cognito-idp.eu-west-1.amazonaws.com/${userPoolId}`;
export const clientId = 'client1';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A stand-in for the user pool: it has a key, publishes it, signs tokens, and gives one for a code, and another one later. */
export class StandInPool {
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly #codes = new Map<string, { sub: string; challenge: string; nonce: string; callback: string }>();
  readonly #renewals = new Map<string, { readonly sub: string; readonly auth_time: number }>();
  /** People whom the firm has disabled here. */
  readonly disabled = new Set<string>();
  /** What the firm's own sign-in says of people. */
  readonly claims = new Map<string, object>();
  readonly #clock: () => number;
  readonly kid: string;
  readonly issuer: string;
  #made = 0;

  constructor(clock: () => number, kid = 'k1', iss = issuer) {
    this.#clock = clock;
    this.kid = kid;
    this.issuer = iss;
    this.#keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  }

  /** `/.well-known/jwks.json` */
  published(): Answer {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' });
    return { status: 200, text: JSON.stringify({ keys: [{ ...jwk, kid: this.kid, use: 'sig', alg: 'RS256' }] }) };
  }

  get publicPem(): string {
    return this.#keys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  }

  token(claims: object, header: object = {}): string {
    const second = Math.floor(this.#clock() / 1000);
    // whatever day it is: the library has the clock of the machine
    const usual = {
      iss: this.issuer,
      aud: clientId,
      token_use: 'id',
      iat: second,
      auth_time: second,
      exp: 4_000_000_000,
    };
    const text = `${encoded({ alg: 'RS256', kid: this.kid, ...header })}.${encoded({ ...usual, ...claims })}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(this.#keys.privateKey, 'base64url')}`;
  }

  /** Somebody signs in on the page of the pool at this address. Returns where the browser is sent. */
  signIn(url: string, sub: string): string {
    const query = new URL(url).searchParams;
    const of = (name: string) => query.get(name) ?? '';
    const code = `code${++this.#made}`;
    const callback = of('redirect_uri');
    this.#codes.set(code, { sub, challenge: of('code_challenge'), nonce: of('nonce'), callback });
    return `${callback}?${new URLSearchParams({ code, state: of('state') })}`;
  }

  /** `/oauth2/token`: a code is good for one token, for the client and verifier that it was made for. */
  exchange(form: string): Answer {
    const given = new URLSearchParams(form);
    if (given.get('grant_type') === 'refresh_token') return this.#renew(given.get('refresh_token') ?? '');
    const known = this.#codes.get(given.get('code') ?? '');
    this.#codes.delete(given.get('code') ?? '');
    const verifier = given.get('code_verifier') ?? '';
    const fits =
      known?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      known.callback === given.get('redirect_uri') &&
      given.get('client_id') === clientId &&
      given.get('grant_type') === 'authorization_code';
    if (!known || !fits) return { status: 400, text: '{"error":"invalid_grant"}' };
    const refresh_token = `renewal${++this.#made}`;
    this.#renewals.set(refresh_token, { sub: known.sub, auth_time: Math.floor(this.#clock() / 1000) });
    const id_token = this.token({ ...this.claims.get(known.sub), sub: known.sub, nonce: known.nonce });
    return { status: 200, text: JSON.stringify({ id_token, refresh_token }) };
  }

  #renew(renewal: string): Answer {
    const known = this.#renewals.get(renewal);
    if (!known || this.disabled.has(known.sub)) return { status: 400, text: '{"error":"invalid_grant"}' };
    return { status: 200, text: JSON.stringify({ id_token: this.token(known) }) };
  }
}
