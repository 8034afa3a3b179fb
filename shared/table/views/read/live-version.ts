import { NotFound } from '../../../domain/errors.ts';
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
  /** Null before the first publication. */
  readonly named: Root['live'];
  readonly #reader: Reader;
  readonly #account: Account;

  constructor(reader: Reader, account: Account, root: Pick<Root, 'live' | 'scoredFor'> | undefined) {
    this.scoredFor = root?.scoredFor ?? null;
    this.named = root?.live ?? null;
    this.#reader = reader;
    this.#account = account;
  }

  list<Fields extends EntryFields = ClientFields>(roster: RosterName): ListVersion<Fields> {
    return new ListVersion(this.#reader, this.#account, roster, this.named?.lists[roster], this.scoredFor);
  }

  /** The clients of a portfolio. */
  members({ list }: Pick<Members, 'list'>): ListVersion {
    return new ListVersion(this.#reader, this.#account, 'clients', list || undefined, this.scoredFor);
  }

  async portfolios(): Promise<PortfolioView> {
    if (!this.named) return emptyPortfolioView;
    const { table, pages } = this.#reader;
    const key = portfolioViewKey(this.#account, this.named.portfolios);
    const [view = emptyPortfolioView] = await pages.read(table, [key], fromPortfolioViewItem);
    return view;
  }

  async portfolio(id: string): Promise<PortfolioView['portfolios'][number]> {
    const found = (await this.portfolios()).portfolios.find((portfolio) => portfolio.id === id);
    if (!found) throw new NotFound('portfolio');
    return found;
  }

  /** Identifies an answer from the portfolio view. */
  get version(): string {
    return `${this.named?.portfolios ?? 'none'}-${this.scoredFor ?? 'none'}`;
  }
}

export async function liveVersion(reader: Reader, account: Account, reading: Reading): Promise<LiveVersion> {
  return new LiveVersion(reader, account, await readRoot(reader.table, account, reading));
}
