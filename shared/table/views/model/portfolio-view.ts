import { createHash } from 'node:crypto';
import { emptyTally, type Tally } from '../../../domain/lists/health.ts';
import { fold } from '../../../domain/lists/search.ts';
import { byPortfolio } from '../../../domain/orders.ts';
import type { Portfolio } from '../../records/portfolios.ts';
import { type Account, portfolioViewKey } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import { itemVersion } from '../../store/stored-item.ts';
import type { Table } from '../../store/table.ts';
import type { Head } from './head.ts';
import type { BuiltList } from './lists.ts';
import { compress, decompress } from './pages.ts';

/** The clients that one list shows: the tallies of those that are not archived and of those that are. */
export interface Members {
  readonly main: Tally;
  readonly hidden: Tally;
  /** The id of the list item. Absent for all clients, whose list the head of the clients names, and in older views. */
  readonly list?: string | undefined;
}

/** All portfolios of an account with the tallies of their clients, in one item. */
export interface PortfolioView {
  readonly version: string;
  /** The version of the clients roster that it was built with. */
  readonly roster: string;
  readonly all: Members;
  readonly favorites: Members;
  /** The export columns for the account's own metadata, the same for every scope of this version. */
  readonly metadataKeys: readonly string[];
  /** In the order of the list. */
  readonly portfolios: readonly (Portfolio & { readonly clients: Members })[];
}

const noMembers: Members = { main: emptyTally, hidden: emptyTally };

export function portfolioViewOf(
  { version: roster, parts: [main, hidden] }: Head,
  portfolios: readonly Portfolio[],
  lists: { readonly favorites: Members; readonly byPortfolio: ReadonlyMap<string, Members> },
  metadataKeys: readonly string[] = [],
): PortfolioView {
  return versioned({
    roster,
    all: { main: main?.tally ?? emptyTally, hidden: hidden?.tally ?? emptyTally },
    favorites: lists.favorites,
    metadataKeys,
    portfolios: inOrder(portfolios).map((portfolio) => ({
      ...ownAttributes(portfolio),
      clients: lists.byPortfolio.get(portfolio.id) ?? noMembers,
    })),
  });
}

/** True if the view shows exactly these portfolios, whatever their members. */
export function showsPortfolios({ portfolios: shown }: PortfolioView, portfolios: readonly Portfolio[]): boolean {
  const attributesOf = (list: readonly Portfolio[]) => JSON.stringify(list.map(ownAttributes));
  return attributesOf(shown) === attributesOf(inOrder(portfolios));
}

function inOrder(portfolios: readonly Portfolio[]): Portfolio[] {
  return portfolios
    .map((portfolio) => ({ portfolio, id: portfolio.id, foldedName: fold(portfolio.name) }))
    .sort(byPortfolio)
    .map(({ portfolio }) => portfolio);
}

export function membersIn({ id, list: { parts } }: BuiltList): Members {
  const [main, hidden] = parts;
  return { main: main?.tally ?? emptyTally, hidden: hidden?.tally ?? emptyTally, list: id };
}

/** The ids of all list items that the view names. */
export function listIdsOf({ favorites, portfolios }: PortfolioView): string[] {
  return [favorites, ...portfolios.map(({ clients }) => clients)].flatMap(({ list }) => list ?? []);
}

/** The portfolio's own attributes in a fixed order, without the keys and marks of its item. */
function ownAttributes({ id, name, color, description, userIds, createdAt }: Portfolio): Portfolio {
  return {
    id,
    name,
    color,
    ...(description !== undefined && { description }),
    ...(userIds && { userIds }),
    ...(createdAt !== undefined && { createdAt }),
  };
}

function versioned(view: Omit<PortfolioView, 'version'>): PortfolioView {
  const { roster, ...rest } = view;
  const text = JSON.stringify({ roster, ...toStored(rest) });
  return { version: createHash('sha256').update(text).digest('base64url').slice(0, 16), ...view };
}

// The stored text calls the tally of hidden clients `aside`.

type Stored = Pick<PortfolioView, 'all' | 'favorites' | 'metadataKeys' | 'portfolios'>;
type StoredTallies = ReturnType<typeof toStored>;

const storedMembers = ({ main, hidden, list }: Members) => ({ main, aside: hidden, list });
const membersFrom = ({ main, aside, list }: ReturnType<typeof storedMembers>): Members => ({
  main,
  hidden: aside,
  list,
});

function toStored({ all, favorites, metadataKeys, portfolios }: Stored) {
  return {
    all: storedMembers(all),
    favorites: storedMembers(favorites),
    ...(metadataKeys.length > 0 && { metadataKeys }),
    portfolios: portfolios.map((portfolio) => ({ ...portfolio, clients: storedMembers(portfolio.clients) })),
  };
}

function fromStored({ all, favorites, metadataKeys = [], portfolios }: StoredTallies): Stored {
  return {
    all: membersFrom(all),
    favorites: membersFrom(favorites),
    metadataKeys,
    portfolios: portfolios.map((portfolio) => ({ ...portfolio, clients: membersFrom(portfolio.clients) })),
  };
}

export function toPortfolioViewItem(account: Account, { version, roster, ...tallies }: PortfolioView): Item {
  return {
    ...portfolioViewKey(account),
    v: itemVersion,
    version,
    roster,
    z: compress(JSON.stringify(toStored(tallies))),
  };
}

export function fromPortfolioViewItem(item: Item): PortfolioView {
  const stored = JSON.parse(decompress(item.z)) as StoredTallies;
  return { version: String(item.version), roster: String(item.roster), ...fromStored(stored) };
}

/** Undefined before the first publication. */
export async function readPortfolioView(
  table: Table,
  account: Account,
  reading: { consistent?: boolean } = {},
): Promise<PortfolioView | undefined> {
  const item = await readItem(table, portfolioViewKey(account), reading);
  return item && fromPortfolioViewItem(item);
}
