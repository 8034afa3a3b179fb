import { emptyTally } from '../../../domain/lists/health.ts';
import { fold } from '../../../domain/lists/search.ts';
import { byPortfolio } from '../../../domain/orders.ts';
import type { Portfolio } from '../../entities/portfolio.ts';
import { compress, decompress } from '../../store/compression.ts';
import { type Account, portfolioViewKey } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';
import type { Members } from './lists.ts';
import { contentId, mixedHash } from './pages.ts';

/** A portfolio with the tallies and the list of its clients. */
export type PortfolioWithClients = Portfolio & { readonly clients: Members };

/** What the portfolio view says of the whole account. */
export interface WholeAccount {
  readonly all: Members;
  readonly favorites: Members;
  /** The export columns for the account's own metadata, the same for every scope of this version. */
  readonly metadataKeys: readonly string[];
}

/**
 * All portfolios of an account. Stored as immutable items that the root names: the first one for the whole account, the
 * others with a share of the portfolios each, so that an answer about one reads half a unit, however many there are.
 */
export interface PortfolioView extends WholeAccount {
  /** In the order of GET /portfolios. */
  readonly portfolios: readonly PortfolioWithClients[];
}

const nobody: Members = { main: emptyTally, hidden: emptyTally, list: '' };

/** Used for accounts that have not published anything yet. */
export const nothingOfAccount: WholeAccount = { all: nobody, favorites: nobody, metadataKeys: [] };

export function shownPortfolios(
  portfolios: readonly Portfolio[],
  clientsOf: (portfolioId: string) => Members,
): PortfolioWithClients[] {
  return inOrder(portfolios)
    .map(own)
    .map((portfolio) => ({ ...portfolio, clients: clientsOf(portfolio.id) }));
}

/** The order of GET /portfolios. */
export function inOrder<P extends Portfolio>(portfolios: readonly P[]): P[] {
  return portfolios
    .map((portfolio) => ({ foldedName: fold(portfolio.name), id: portfolio.id, portfolio }))
    .sort(byPortfolio)
    .map(({ portfolio }) => portfolio);
}

/** The attributes in a fixed order, without the key of the item. */
function own({ id, name, color, description, userIds, createdAt }: Portfolio): Portfolio {
  const optional = { ...(description !== undefined && { description }), ...(userIds && { userIds }) };
  return { id, name, color, ...optional, ...(createdAt !== undefined && { createdAt }) };
}

/** The ids of all list items that the view names. */
export function memberListIds({ favorites, portfolios }: PortfolioView): string[] {
  return [favorites, ...portfolios.map(({ clients }) => clients)].map(({ list }) => list);
}

/** The texts of the items of the view. */
function textsOf({ portfolios, ...account }: PortfolioView): string[] {
  const bytes = portfolios.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(portfolios));
  const count = Math.min(mostShares, Math.ceil(bytes / bytesOfShare));
  const byShare = Map.groupBy(portfolios, ({ id }) => shareOf(id, count));
  const shares = Array.from({ length: count }, (_, share) => byShare.get(share) ?? []);
  return [account, ...shares].map((each) => JSON.stringify(each));
}

/** Compressed, a share takes some 3 KB: half a read unit. */
const bytesOfShare = 14 * 1024;
/** Every request reads the root, which names them. */
const mostShares = 24;

function shareOf(portfolioId: string, count: number): number {
  return mixedHash(portfolioId) % count;
}

/** As the root names it: the ids of its items. */
export function portfolioViewName(view: PortfolioView): string {
  return textsOf(view).map(contentId).join(' ');
}

export interface NamedPortfolioView {
  readonly account: string;
  readonly shares: readonly string[];
}

export function portfolioViewIn(name: string): NamedPortfolioView {
  const [account = '', ...shares] = name.split(' ');
  return { account, shares };
}

/** Of all items. */
export function portfolioViewIds(name: string | undefined): string[] {
  return name?.split(' ') ?? [];
}

/** The item that has a portfolio, if there is such a portfolio. */
export function shareWith(portfolioId: string, { shares }: NamedPortfolioView): string | undefined {
  return shares[shareOf(portfolioId, shares.length)];
}

/** The items of the view that are not known. `round` is the root's. */
export function toPortfolioViewItems(
  account: Account,
  view: PortfolioView,
  round: number,
  known: ReadonlySet<string> = new Set(),
): Item[] {
  return textsOf(view)
    .map((text) => ({ id: contentId(text), text }))
    .filter(({ id }) => !known.has(id))
    .map(({ id, text }) => ({ ...portfolioViewKey(account, id), v: itemVersion, z: compress(text), round }));
}

export function wholeAccountIn(item: Item): WholeAccount {
  checkVersion(item);
  return JSON.parse(`${decompress(item.z)}`) as WholeAccount;
}

export function portfoliosIn(item: Item): PortfolioWithClients[] {
  checkVersion(item);
  return JSON.parse(`${decompress(item.z)}`) as PortfolioWithClients[];
}
