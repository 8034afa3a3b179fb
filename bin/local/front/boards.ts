import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { collect, collectFirstScreen } from '../../../board/data/collect.ts';
import { boardExcerpt, boardPage, boardPolicy, notePage, notePolicy } from '../../../board/page.ts';
import type { ClientHealthApi } from '../../../client/index.ts';
import type { FeedRecord } from '../../../shared/domain/feeds.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { loopbackOrigin } from '../gateway/loopback-origin.ts';
import type { ShownAccount } from './front-page.ts';
import { type Accounts, page } from './pages.ts';

const heldMs = 60_000;
const shownRows = 5;

export interface BoardSettings {
  readonly accounts: Accounts;
  /** Answers about an account, which count on no key. */
  readonly apiOf: (account: ShownAccount) => ClientHealthApi;
  /** Changes when the lists of the account do; undefined while it has none. */
  readonly versionOf: (customerId: string) => Promise<number | undefined>;
  /** What has sent files to the account. */
  readonly feedsOf?: (customerId: string) => Promise<readonly FeedRecord[]>;
  /** After so many milliseconds a page says that the board is being made. */
  readonly patience?: number;
}

/**
 * The boards of local accounts: whole at `/docs/board/<account>`, and the first screen for the front page. Each is kept
 * for a minute, since it takes up to 255 calls, unless the account changes. While a board is made, its page says so.
 */
export function localBoards({ accounts, apiOf, versionOf, feedsOf, patience = 400 }: BoardSettings) {
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
  const boardOf = async (account: ShownAccount) =>
    kept(`board ${account.customerId} ${await versionOf(account.customerId)}`, async () => {
      const asked = { title: account.name, withPrivate: true, feeds: await feedsOf?.(account.customerId) };
      return boardPage(await collect(apiOf(account), asked), Date.now());
    });

  const firstScreen = async (account: ShownAccount): Promise<string | undefined> => {
    const version = await versionOf(account.customerId);
    if (version === undefined) return undefined;
    return kept(`screen ${account.customerId} ${version}`, async () =>
      boardExcerpt(await collectFirstScreen(apiOf(account), { title: account.name }), Date.now(), shownRows),
    ).catch(() => undefined);
  };

  const answer = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Promise<Reply> | undefined => {
    const [, asked] = url.match(/^\/docs\/board\/([\w-]+)$/) ?? [];
    return asked !== undefined && loopbackOrigin(headers.host) ? boardNamed(asked) : undefined;
  };
  const boardNamed = async (asked: string): Promise<Reply> => {
    const note = (title: string, text: string, statusCode: number, isMade = false) => ({
      ...page('text/html; charset=utf-8', notePage(title, text, isMade), notePolicy),
      statusCode,
    });
    const account = (await accounts())?.find(({ customerId }) => customerId === asked);
    if (!account) return note('No such board', `There is no account ${asked}.`, 404);
    const made = boardOf(account).then(
      (board) => page('text/html; charset=utf-8', board, boardPolicy),
      (error) => note('There is no board', error.message, 503),
    );
    const late = pause(patience, undefined, { ref: false }).then(() =>
      note(account.name, 'The board is being made.', 200, true),
    );
    return Promise.race([made, late]);
  };
  return { answer, firstScreen };
}
