import { type Root, readRoot } from '../../access/root.ts';
import { type Account, portfolioViewKey, type RosterName } from '../../store/item-keys.ts';
import type { ClientFields, EntryFields } from '../model/entries.ts';
import type { Members } from '../model/lists.ts';
import { emptyPortfolioView, fromPortfolioViewItem, type PortfolioView } from '../model/portfolio-view.ts';
import { ListVersion } from './list-version.ts';
import type { Reader } from './page-store.ts';

export interface Reading {
  /** Sees the newest publication for certain: for a reader whose version has been deleted. */
  readonly consistent: boolean;
}

/** What was live of an account when its root was read. Everything that is read through it belongs to one version. */
export class LiveVersion {
  readonly scoredFor: Root['scoredFor'];
  readonly #reader: Reader;
  readonly #account: Account;
  readonly #live: Root['live'] | undefined;

  constructor(reader: Reader, account: Account, root: Root | undefined) {
    this.scoredFor = root?.scoredFor ?? null;
    this.#reader = reader;
    this.#account = account;
    this.#live = root?.live;
  }

  list<Fields extends EntryFields = ClientFields>(roster: RosterName): ListVersion<Fields> {
    return new ListVersion(this.#reader, this.#account, roster, this.#live?.lists[roster]);
  }

  /** The clients of a portfolio. */
  members({ list }: Members): ListVersion {
    return new ListVersion(this.#reader, this.#account, 'clients', this.#live ? list : undefined);
  }

  async portfolios(): Promise<PortfolioView> {
    if (!this.#live) return emptyPortfolioView;
    const { table, pages } = this.#reader;
    const key = portfolioViewKey(this.#account, this.#live.portfolios);
    const [view = emptyPortfolioView] = await pages.read(table, [key], fromPortfolioViewItem);
    return view;
  }

  /** Identifies an answer from a list or from the portfolio view: it changes with that item, and every night. */
  versionOf(what: RosterName | 'portfolios' | Members): string {
    const id =
      typeof what === 'object' ? what.list : what === 'portfolios' ? this.#live?.portfolios : this.#live?.lists[what];
    return `${id ?? 'none'}-${this.scoredFor ?? 'none'}`;
  }
}

export async function liveVersion(reader: Reader, account: Account, reading: Reading): Promise<LiveVersion> {
  return new LiveVersion(reader, account, await readRoot(reader.table, account, reading));
}
