import type { IncomingMessage } from 'node:http';
import type { Reply } from '../../../shared/http/request-state.ts';
import { contentSecurityPolicy, referenceFiles } from '../../build/reference/files.ts';
import { loopbackOrigin } from '../gateway/loopback-origin.ts';
import { frontPage, type ShownAccount } from './front-page.ts';

type PageRequest = Pick<IncomingMessage, 'url' | 'headers'>;

export interface PageOptions {
  /** The data is kept in a file, so it may be real: only the terminal shows its keys. */
  readonly keepsData?: boolean;
  /** Makes the first screen of a board; undefined if there is none. */
  readonly firstScreen?: (account: ShownAccount) => Promise<string | undefined>;
}

/** The accounts as they are now; undefined while the demo data is loaded. */
export type Accounts = () => Known | Promise<Known>;
type Known = readonly ShownAccount[] | undefined;

/** The pages of the local service for people, next to the API: `/`, `/docs/…` and `/openapi.json`. */
export function localPages(
  accounts: Accounts,
  { keepsData = false, firstScreen = async () => undefined }: PageOptions = {},
): (request: PageRequest) => Reply | Promise<Reply> | undefined {
  const front = async (origin: string | undefined) => {
    const known = await accounts();
    const [shown] = known ?? [];
    // like keys, a board is shown under loopback names only
    const board = shown && origin ? await firstScreen(shown) : undefined;
    return page('text/html; charset=utf-8', frontPage(known, { origin, keepsData, firstScreen: board }));
  };
  const files = new Map(Object.entries(referenceFiles({ tryIt: true })));
  return ({ url = '', headers }) => {
    const [path = ''] = url.split('?');
    if (path === '/') return front(loopbackOrigin(headers.host));
    if (path === '/docs') return { statusCode: 308, headers: { Location: '/docs/' }, body: '' };
    const name = path === '/openapi.json' ? 'openapi.json' : path.match(/^\/docs\/([\w.-]*)$/)?.[1];
    const file = name === undefined ? undefined : files.get(name || 'index.html');
    return file && page(file.contentType, file.read());
  };
}

export function page(
  contentType: string,
  body: string,
  policy = `${contentSecurityPolicy.replace("form-action 'none'", "form-action 'self'")}; connect-src 'self'`,
): Reply {
  return {
    statusCode: 200,
    headers: {
      'Content-Type': contentType,
      // the page may contain keys or names
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
      // with no-referrer, browsers send `Origin: null` with the form that makes an account
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  };
}
