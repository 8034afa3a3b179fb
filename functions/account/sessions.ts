import type { Account } from '../../shared/table/store/item-keys.ts';
import type { OpenAccount } from './open-account.ts';
import type { SessionCredentials } from './session.ts';

const mostOpen = 50;
/** Links that a page makes are valid for a quarter of an hour, if the session is. */
const leftMs = 20 * 60_000;

interface Held {
  readonly opened: Promise<OpenAccount>;
  until: number;
}

/** The sessions of the accounts whose pages this container has served, each for this account alone. */
export class Sessions {
  readonly #clock: () => number;
  readonly #assume: (account: Account) => Promise<SessionCredentials>;
  readonly #openWith: (account: Account, credentials: SessionCredentials) => OpenAccount;
  readonly #held = new Map<Account, Held>();

  constructor(
    clock: () => number,
    assume: (account: Account) => Promise<SessionCredentials>,
    openWith: (account: Account, credentials: SessionCredentials) => OpenAccount,
  ) {
    this.#clock = clock;
    this.#assume = assume;
    this.#openWith = openWith;
  }

  open(account: Account): Promise<OpenAccount> {
    const known = this.#held.get(account);
    if (known && this.#clock() < known.until) return known.opened;
    this.#close(account);
    if (this.#held.size >= mostOpen) for (const [oldest] of [...this.#held].slice(0, 1)) this.#close(oldest);
    const held: Held = {
      until: Number.POSITIVE_INFINITY,
      opened: this.#assume(account).then((credentials) => {
        held.until = credentials.expiration.getTime() - leftMs;
        return this.#openWith(account, credentials);
      }),
    };
    this.#held.set(account, held);
    held.opened.catch(() => this.#held.delete(account));
    return held.opened;
  }

  #close(account: Account): void {
    const held = this.#held.get(account);
    this.#held.delete(account);
    held?.opened.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
}
