import { createHash } from 'node:crypto';
import { emptyTally, plus, type Tally, tallyOf } from '../../../domain/lists/health.ts';
import { fold } from '../../../domain/lists/search.ts';
import { byPortfolio } from '../../../domain/orders.ts';
import type { Portfolio } from '../../records/portfolios.ts';
import { type Account, portfolioViewKey } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { ClientEntry } from './entries.ts';
import { compress, decompress } from './pages.ts';

/** Tallies of the clients that are not archived and of those that are. */
interface MemberTallies {
  readonly main: Tally;
  readonly hidden: Tally;
}

/** All portfolios of an account with the tallies of their clients, in one item. */
export interface PortfolioView {
  readonly version: string;
  /** The version of the clients roster that it was built with. */
  readonly roster: string;
  readonly all: MemberTallies;
  readonly favorites: MemberTallies;
  /** The columns of the export that the account's own metadata needs: the same for every scope of this version. */
  readonly metadataKeys: readonly string[];
  /** In the order of the list. */
  readonly portfolios: readonly (Portfolio & { readonly clients: MemberTallies })[];
}

const emptyTallies: MemberTallies = { main: emptyTally, hidden: emptyTally };

export function portfolioViewOf(
  roster: string,
  portfolios: readonly Portfolio[],
  main: readonly ClientEntry[],
  hidden: readonly ClientEntry[],
  metadataKeys: readonly string[] = [],
): PortfolioView {
  const known = new Map(portfolios.map(({ id }) => [id, emptyTallies]));
  let favorites = emptyTallies;
  for (const [entries, part] of [
    [main, 'main'],
    [hidden, 'hidden'],
  ] as const) {
    for (const { fields } of entries) {
      const one = tallyOf([fields.score]);
      const counted = (members: MemberTallies): MemberTallies => ({ ...members, [part]: plus(members[part], one) });
      if (fields.favorite) favorites = counted(favorites);
      for (const id of Object.keys(fields.portfolios)) {
        const members = known.get(id);
        if (members) known.set(id, counted(members));
      }
    }
  }
  const scores = (entries: readonly ClientEntry[]) => tallyOf(entries.map(({ fields }) => fields.score));
  return versioned({
    roster,
    all: { main: scores(main), hidden: scores(hidden) },
    favorites,
    metadataKeys,
    portfolios: portfolios
      .map((portfolio) => ({ portfolio, id: portfolio.id, foldedName: fold(portfolio.name) }))
      .sort(byPortfolio)
      .map(({ portfolio }) => ({ ...ownAttributes(portfolio), clients: known.get(portfolio.id) ?? emptyTallies })),
  });
}

/** The portfolio's own attributes in a fixed order, without keys and marks of its item. */
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

type Tallies = Pick<PortfolioView, 'all' | 'favorites' | 'metadataKeys' | 'portfolios'>;
type StoredTallies = ReturnType<typeof toStored>;

const storedTallies = ({ main, hidden }: MemberTallies) => ({ main, aside: hidden });
const talliesFrom = ({ main, aside }: ReturnType<typeof storedTallies>): MemberTallies => ({ main, hidden: aside });

function toStored({ all, favorites, metadataKeys, portfolios }: Tallies) {
  return {
    all: storedTallies(all),
    favorites: storedTallies(favorites),
    ...(metadataKeys.length > 0 && { metadataKeys }),
    portfolios: portfolios.map((portfolio) => ({ ...portfolio, clients: storedTallies(portfolio.clients) })),
  };
}

function fromStored({ all, favorites, metadataKeys = [], portfolios }: StoredTallies): Tallies {
  return {
    all: talliesFrom(all),
    favorites: talliesFrom(favorites),
    metadataKeys,
    portfolios: portfolios.map((portfolio) => ({ ...portfolio, clients: talliesFrom(portfolio.clients) })),
  };
}

export function toPortfolioViewItem(account: Account, { version, roster, ...tallies }: PortfolioView): Item {
  return { ...portfolioViewKey(account), v: 1, version, roster, z: compress(JSON.stringify(toStored(tallies))) };
}

function fromPortfolioViewItem(item: Item | undefined): PortfolioView | undefined {
  if (!item) return undefined;
  const stored = JSON.parse(decompress(item.z)) as StoredTallies;
  return { version: String(item.version), roster: String(item.roster), ...fromStored(stored) };
}

/** Undefined before the first publication. */
export async function readPortfolioView(
  table: Table,
  account: Account,
  reading: { consistent?: boolean } = {},
): Promise<PortfolioView | undefined> {
  return fromPortfolioViewItem(await readItem(table, portfolioViewKey(account), reading));
}
