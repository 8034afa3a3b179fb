import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { JwtBaseError, JwtExpiredError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { Answer } from '../../../shared/jobs/aws-call.ts';

/** What the ID token that the user pool signs says of its person, who keeps it in a cookie. Times are Unix seconds. */
export interface Claims {
  /** The id of the person in the pool. */
  readonly sub: string;
  /** When the person signed in. Renewed tokens keep it. */
  readonly auth_time: number;
  readonly nonce?: unknown;
  readonly email?: string;
  /** The groups that the firm's own sign-in asserts (infra/user-pool.ts). */
  readonly profile?: unknown;
}

/** The token is refused. The reason is for the log: whoever sent it learns nothing. */
export class WrongToken extends Error {
  override name = 'WrongToken' as const;
  readonly reason: 'expired' | 'session';

  constructor(cause: JwtBaseError) {
    super('The token is refused.', { cause });
    this.reason = cause instanceof JwtExpiredError ? 'expired' : 'session';
  }
}

/** Only tokens that this pool made for this app client are accepted. */
interface Issuer {
  readonly userPoolId: string;
  readonly clientId: string;
  /** GET of the pool's public keys, which are kept; asked again for an unknown id, but at most every ten seconds. */
  readonly keys: () => Promise<Answer>;
}

export function tokensOf({ userPoolId, clientId, keys }: Issuer): (token: string) => Promise<Claims> {
  const fetch = async () => {
    const { status, text } = await keys();
    if (status !== 200) throw new Error(`The user pool answered ${status} instead of its keys.`);
    return new TextEncoder().encode(text).buffer;
  };
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch } });
  const verifier = CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id' }, { jwksCache });
  return (token) =>
    verifier.verify(token).catch((error) => {
      throw error instanceof JwtBaseError ? new WrongToken(error) : error;
    });
}
