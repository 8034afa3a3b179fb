import { type KeyObject, verify } from 'node:crypto';

// The ID token that the user pool signs for a person, who keeps it in a cookie. Everything that it says is checked here.

export interface Issuer {
  /** As `iss` names it: `https://cognito-idp.REGION.amazonaws.com/POOL`. */
  readonly url: string;
  /** The app client of this deployment, for which the token must have been made. */
  readonly clientId: string;
  /** The pool's public key of this id. */
  readonly keyOf: (id: string) => Promise<KeyObject | undefined>;
}

/** What a token says of its person. Times are Unix seconds. */
export interface Claims {
  /** The id of the person in the pool. */
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly nonce?: string;
}

/** The token is refused. The reason is for the log: whoever sent it learns nothing. */
export class WrongToken extends Error {
  override name = 'WrongToken' as const;
  readonly reason: string;

  constructor(reason: string) {
    super(`The token is refused: ${reason}.`);
    this.reason = reason;
  }
}

const mostCharacters = 3500;
const form = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
/** How far the clock of the pool may be ahead. */
const ahead = 120;

export async function claimsIn(token: string, issuer: Issuer, nowMs: number): Promise<Claims> {
  const [, header = '', payload = '', signature = ''] = (token.length <= mostCharacters && form.exec(token)) || [];
  const { alg, kid } = partIn(header);
  // before the key is looked for: a token that chooses its own algorithm is never one of the pool
  if (alg !== 'RS256' || typeof kid !== 'string') throw new WrongToken('algorithm');
  const key = await issuer.keyOf(kid);
  if (!key) throw new WrongToken('key');
  const isSigned = verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new WrongToken('signature');
  const { iss, aud, token_use: use, sub, iat, exp, nonce } = partIn(payload);
  const second = nowMs / 1000;
  if (iss !== issuer.url) throw new WrongToken('issuer');
  if (aud !== issuer.clientId) throw new WrongToken('audience');
  if (use !== 'id') throw new WrongToken('use');
  if (typeof sub !== 'string' || !/^[\w-]{1,128}$/.test(sub)) throw new WrongToken('person');
  if (!isTime(exp) || !isTime(iat) || iat > second + ahead) throw new WrongToken('time');
  if (exp <= second) throw new WrongToken('expired');
  return { sub, iat, exp, ...(typeof nonce === 'string' && { nonce }) };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

function partIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const part: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof part === 'object' && part !== null) return part as Record<string, unknown>;
  } catch {
    // refused below
  }
  throw new WrongToken('form');
}
