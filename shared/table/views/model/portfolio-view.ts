import { emptyTally } from '../../../domain/lists/health.ts';
import { fold } from '../../../domain/lists/search.ts';
import { byPortfolio } from '../../../domain/orders.ts';
import type { Portfolio } from '../../records/portfolios.ts';
import { type Account, portfolioViewKey } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';
import type { Members } from './lists.ts';
import { compress, contentId, decompress } from './pages.ts';

/** All portfolios of an account with the tallies and the lists of their clients. Stored as one immutable item. */
export interface PortfolioView {
  readonly all: Members;
  readonly favorites: Members;
  /** The export columns for the account's own metadata, the same for every scope of this version. */
  readonly metadataKeys: readonly string[];
  /** In the order of GET /portfolios. */
  readonly portfolios: readonly (Portfolio & { readonly clients: Members })[];
}

const nobody: Members = { main: emptyTally, hidden: emptyTally, list: '' };

/** Used for accounts that have not published anything yet. */
export const emptyPortfolioView: PortfolioView = { all: nobody, favorites: nobody, metadataKeys: [], portfolios: [] };

export function shownPortfolios(
  portfolios: readonly Portfolio[],
  clientsOf: (portfolioId: string) => Members,
): PortfolioView['portfolios'] {
  return ownAttributes(portfolios).map((portfolio) => ({ ...portfolio, clients: clientsOf(portfolio.id) }));
}

/** The portfolios in order, with their attributes in a fixed order and without the keys and marks of their items. */
function ownAttributes(portfolios: readonly Portfolio[]): Portfolio[] {
  return portfolios
    .map(({ id, name, color, description, userIds, createdAt }) => ({
      foldedName: fold(name),
      id,
      portfolio: {
        id,
        name,
        color,
        ...(description !== undefined && { description }),
        ...(userIds && { userIds }),
        ...(createdAt !== undefined && { createdAt }),
      },
    }))
    .sort(byPortfolio)
    .map(({ portfolio }) => portfolio);
}

/** The ids of all list items that the view names. */
export function memberListIds({ favorites, portfolios }: PortfolioView): string[] {
  return [favorites, ...portfolios.map(({ clients }) => clients)].map(({ list }) => list);
}

export function portfolioViewId(view: PortfolioView): string {
  return contentId(JSON.stringify(view));
}

/** The stored view. `round` is the root's. */
export function toPortfolioViewItem(account: Account, view: PortfolioView, round: number): Item {
  return {
    ...portfolioViewKey(account, portfolioViewId(view)),
    v: itemVersion,
    z: compress(JSON.stringify(view)),
    round,
  };
}

export function fromPortfolioViewItem(item: Item): PortfolioView {
  checkVersion(item);
  return JSON.parse(decompress(item.z)) as PortfolioView;
}
