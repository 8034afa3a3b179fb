import type { create } from '../../../functions/account/handler.ts';
import { tokensOf } from '../../../functions/account/sign-in/token.ts';
import { clientId, type StandInPool, userPoolId } from './pool.ts';

export const baseUrl = 'https://api.example/v1';

/** How people of this pool sign in to the page. */
export const signInBy = (pool: StandInPool) => ({
  claimsIn: tokensOf({ userPoolId, clientId, keys: async () => pool.published() }),
  pool: {
    loginUrl: 'https://login.example',
    clientId,
    callbackUrl: `${baseUrl}/account/callback`,
    signedOutUrl: `${baseUrl}/account/signed-out`,
    post: async (_: string, form: string) => pool.exchange(form),
  },
  baseUrl,
});

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The function of the page, and the pool at which people sign in. */
interface Site {
  readonly handler: ReturnType<typeof create>;
  readonly pool: StandInPool;
}

/** Whoever asks, with the cookies of one browser. */
export class Browser {
  readonly #site: Site;
  readonly cookies = new Map<string, string>();

  constructor(site: Site) {
    this.#site = site;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#send('GET', path, headers);
  }

  /** With the token that the pages of this browser have, and the Origin of the page. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answered> {
    const token = /name="token" value="([^"]+)"/.exec((await this.get('/api')).body)?.[1] ?? '';
    return this.postAs(path, { token, ...fields }, { Origin: new URL(baseUrl).origin, ...headers });
  }

  postAs(path: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Answered> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.#send('POST', path, { ...type, ...headers }, `${new URLSearchParams(fields)}`);
  }

  /** As somebody of the pool. */
  async signIn(sub: string): Promise<Answered> {
    const asked = await this.get('');
    return this.get(this.#site.pool.signIn(asked.headers.Location ?? '', sub).replace(`${baseUrl}/account`, ''));
  }

  async #send(method: string, target: string, given: Record<string, string>, body: string | null = null) {
    const [path = '', query = ''] = target.split('?');
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const parameters = [...new URLSearchParams(query)].map(([name, value]) => [name, [value]]);
    const event = {
      httpMethod: method,
      resource: path === '' ? '/account' : '/account/{proxy+}',
      path: `/account${path}`,
      pathParameters: path === '' ? null : { proxy: path.slice(1) },
      multiValueQueryStringParameters: parameters.length > 0 ? Object.fromEntries(parameters) : null,
      headers: { ...(cookies && { Cookie: cookies }), ...given },
      requestContext: { identity: { sourceIp: '192.0.2.1' } },
      body,
      isBase64Encoded: false,
    };
    const {
      statusCode: status,
      headers = {},
      multiValueHeaders,
      body: text_,
    } = await this.#site.handler(event as never);
    for (const set of multiValueHeaders?.['Set-Cookie'] ?? []) {
      const [, name = '', value = '', seconds = ''] =
        /^([^=]+)=([^;]*); Path=\/; Max-Age=(\d+)/.exec(String(set)) ?? [];
      if (seconds === '0') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status, headers: headers as Record<string, string>, body: text_ };
  }
}
