import type { IncomingMessage } from 'node:http';
import { createClient } from '../../../client/index.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { collect } from '../../admin/board/collect.ts';
import { boardPage } from '../../admin/board/page.ts';
import type { ShownAccount } from './front-page.ts';
import { loopbackOrigin, page } from './pages.ts';

const heldMs = 60_000;

/** `/docs/board/<account>`: the board of a local account, made with its key and kept for a minute, since it takes up to 90 requests. */
export function localBoards(accounts: () => readonly ShownAccount[] | undefined, baseUrl: () => string) {
  const held = new Map<string, Promise<string>>();
  const boardOf = ({ customerId, apiKey }: ShownAccount): Promise<string> => {
    const known = held.get(customerId);
    if (known !== undefined) return known;
    const api = createClient({ baseUrl: baseUrl(), apiKey });
    const made = collect(api, undefined).then((data) => boardPage(data, Date.now()));
    const forget = () => void held.delete(customerId);
    held.set(customerId, made);
    made.then(() => setTimeout(forget, heldMs).unref(), forget);
    return made;
  };
  return ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Promise<Reply> | undefined => {
    const [, asked] = url.match(/^\/docs\/board\/([\w-]+)$/) ?? [];
    const account = accounts()?.find(({ customerId }) => customerId === asked);
    if (!account || !loopbackOrigin(headers.host)) return undefined;
    return boardOf(account).then(
      (board) => page('text/html; charset=utf-8', board),
      (error) => ({ ...page('text/plain; charset=utf-8', `There is no board: ${error.message}`), statusCode: 503 }),
    );
  };
}
