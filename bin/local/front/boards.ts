import type { IncomingMessage } from 'node:http';
import { createClient } from '../../../client/index.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { collect, collectFirstScreen } from '../../admin/board/data/collect.ts';
import { boardExcerpt, boardPage, boardPolicy } from '../../admin/board/page.ts';
import type { ShownAccount } from './front-page.ts';
import { type Accounts, loopbackOrigin, page } from './pages.ts';

const heldMs = 60_000;
const shownRows = 5;

export interface BoardSettings {
  readonly accounts: Accounts;
  readonly baseUrl: () => string;
  /** Changes when the lists of the account do; undefined while it has none. */
  readonly versionOf: (customerId: string) => Promise<number | undefined>;
  /** A key of the account for boards alone, so that they take no requests from the key that people use. */
  readonly keyOf: (account: ShownAccount) => Promise<string>;
}

/**
 * The boards of local accounts: whole at `/docs/board/<account>`, and the first screen for the front page. Each is kept
 * for a minute, since it takes up to 90 requests, unless the account changes.
 */
export function localBoards({ accounts, baseUrl, keyOf, versionOf }: BoardSettings) {
  const held = new Map<string, Promise<string>>();
  const kept = (name: string, make: () => Promise<string>): Promise<string> => {
    const known = held.get(name);
    if (known !== undefined) return known;
    const made = make();
    const forget = () => void held.delete(name);
    held.set(name, made);
    made.then(() => setTimeout(forget, heldMs).unref(), forget);
    return made;
  };
  const keys = new Map<string, Promise<string>>();
  const apiOf = async (account: ShownAccount) => {
    const key = keys.get(account.customerId) ?? keyOf(account);
    keys.set(account.customerId, key);
    key.catch(() => keys.delete(account.customerId));
    return createClient({ baseUrl: baseUrl(), apiKey: await key });
  };
  const boardOf = async (account: ShownAccount) =>
    kept(`board ${account.customerId} ${await versionOf(account.customerId)}`, async () =>
      boardPage(await collect(await apiOf(account), { title: account.name }), Date.now()),
    );

  const firstScreen = async (account: ShownAccount): Promise<string | undefined> => {
    const version = await versionOf(account.customerId);
    if (version === undefined) return undefined;
    return kept(`screen ${account.customerId} ${version}`, async () =>
      boardExcerpt(await collectFirstScreen(await apiOf(account), { title: account.name }), Date.now(), shownRows),
    ).catch(() => undefined);
  };

  const answer = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Promise<Reply> | undefined => {
    const [, asked] = url.match(/^\/docs\/board\/([\w-]+)$/) ?? [];
    return asked !== undefined && loopbackOrigin(headers.host) ? boardNamed(asked) : undefined;
  };
  const boardNamed = async (asked: string): Promise<Reply> => {
    const none = (why: string, statusCode: number) => ({ ...page('text/plain; charset=utf-8', why), statusCode });
    const account = (await accounts())?.find(({ customerId }) => customerId === asked);
    if (!account) return none(`There is no account ${asked}.`, 404);
    return boardOf(account).then(
      (board) => page('text/html; charset=utf-8', board, boardPolicy),
      (error) => none(`There is no board: ${error.message}`, 503),
    );
  };
  return { answer, firstScreen };
}
