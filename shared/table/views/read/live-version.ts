import { NotFound } from '../../../domain/errors.ts';
import { type Account, portfolioViewKey, type RosterName } from '../../store/item-keys.ts';
import type { Reader } from '../../store/page-cache.ts';
import type { Item } from '../../store/read.ts';
import type { ClientFields, EntryFields } from '../model/entries.ts';
import { type Members, namedIn } from '../model/lists.ts';
import { contentId } from '../model/pages.ts';
import {
  inOrder,
  nothingOfAccount,
  type PortfolioView,
  type PortfolioWithClients,
  portfoliosIn,
  portfolioViewIn,
  shareWith,
  type WholeAccount,
  wholeAccountIn,
} from '../model/portfolio-view.ts';
import { type Root, readRoot } from '../root/root.ts';
import { ListVersion } from './list-version.ts';

/** Of a portfolio among all, in order. */
const bytesOfPlace = 8;

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
    const named = this.named && namedIn(this.named.lists[roster]);
    return new ListVersion(this.#reader, this.#account, roster, named?.id ? named : undefined, this.scoredFor);
  }

  /** The clients of a portfolio. */
  members({ list }: Pick<Members, 'list'>): ListVersion {
    const named = list === '' ? undefined : namedIn(list);
    return new ListVersion(this.#reader, this.#account, 'clients', named, this.scoredFor);
  }

  async wholeAccount(): Promise<WholeAccount> {
    if (!this.named) return nothingOfAccount;
    const [account = nothingOfAccount] = await this.#viewItems([this.#view().account], wholeAccountIn);
    return account;
  }

  async portfolio(id: string): Promise<PortfolioWithClients> {
    const share = shareWith(id, this.#view());
    const [portfolios = []] = share === undefined ? [] : await this.#viewItems([share], portfoliosIn);
    const found = portfolios.find((portfolio) => portfolio.id === id);
    if (!found) throw new NotFound('portfolio');
    return found;
  }

  portfolios(): Promise<PortfolioView> {
    return this.#reader.pages.derived(`${this.#account} portfolios ${this.named?.portfolios}`, async () => {
      const shares = this.#viewItems(this.#view().shares, portfoliosIn);
      const [account, found] = await Promise.all([this.wholeAccount(), shares]);
      const portfolios = inOrder(found.flat());
      return { value: { ...account, portfolios }, bytes: portfolios.length * bytesOfPlace };
    });
  }

  #view() {
    return portfolioViewIn(this.named?.portfolios ?? '');
  }

  #viewItems<T>(ids: readonly string[], decode: (item: Item) => T): Promise<T[]> {
    const keys = ids.map((id) => portfolioViewKey(this.#account, id));
    return this.#reader.pages.read(this.#reader.table, keys, decode);
  }

  /** Identifies an answer from the portfolio view. */
  get version(): string {
    return `${this.named ? contentId(this.named.portfolios) : 'none'}-${this.scoredFor ?? 'none'}`;
  }
}

export async function liveVersion(reader: Reader, account: Account, reading: Reading): Promise<LiveVersion> {
  return new LiveVersion(reader, account, await readRoot(reader.table, account, reading));
}
