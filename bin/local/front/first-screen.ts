import { collectFirstScreen } from '../../../board/data/collect.ts';
import { boardExcerpt } from '../../../board/page.ts';
import type { ClientHealthApi } from '../../../client/index.ts';
import type { ShownAccount } from './front-page.ts';

const heldMs = 60_000;
const shownRows = 5;

interface BoardSettings {
  /** Answers about an account, which count on no key. */
  readonly apiOf: (account: ShownAccount) => ClientHealthApi;
  /** Changes when the lists of the account do; undefined while it has none. */
  readonly versionOf: (customerId: string) => Promise<number | undefined>;
}

/** The first screen of the board of a local account, for the front page: kept for a minute, unless the account changes. */
export function localFirstScreen({ apiOf, versionOf }: BoardSettings) {
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
  return async (account: ShownAccount): Promise<string | undefined> => {
    const version = await versionOf(account.customerId);
    if (version === undefined) return undefined;
    return kept(`${account.customerId} ${version}`, async () =>
      boardExcerpt(await collectFirstScreen(apiOf(account), { title: account.name }), Date.now(), shownRows),
    ).catch(() => undefined);
  };
}
