import { createHash } from 'node:crypto';
import { emptyTally, plus, type Tally, tallyOf } from '../../../domain/lists/health.ts';
import { fold } from '../../../domain/lists/search.ts';
import { byPortfolio } from '../../../domain/orders.ts';
import type { Portfolio } from '../../records/portfolios.ts';
import { type Account, portfolioViewKey } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { ClientEntry } from './entries.ts';
import { packed, unpacked } from './pages.ts';

/** The clients of one portfolio, apart by whether they are archived. */
export interface Membership {
  readonly main: Tally;
  readonly aside: Tally;
}

/** All portfolios of an account and the figures over their clients: one small item answers for any of them. */
export interface PortfolioView {
  readonly version: string;
  /** The version of the clients' roster that it counts. */
  readonly roster: string;
  readonly all: Membership;
  readonly favorites: Membership;
  /** In the order of the list. */
  readonly portfolios: readonly (Portfolio & { readonly clients: Membership })[];
}

const nobody: Membership = { main: emptyTally, aside: emptyTally };

export function portfolioViewOf(
  roster: string,
  portfolios: readonly Portfolio[],
  main: readonly ClientEntry[],
  aside: readonly ClientEntry[],
): PortfolioView {
  const known = new Map(portfolios.map(({ id }) => [id, nobody]));
  let favorites = nobody;
  for (const [entries, part] of [
    [main, 'main'],
    [aside, 'aside'],
  ] as const) {
    for (const { side } of entries) {
      const one = tallyOf([side.score]);
      const counted = (members: Membership): Membership => ({ ...members, [part]: plus(members[part], one) });
      if (side.favorite) favorites = counted(favorites);
      for (const id of Object.keys(side.portfolios)) {
        const members = known.get(id);
        if (members) known.set(id, counted(members));
      }
    }
  }
  const scores = (entries: readonly ClientEntry[]) => tallyOf(entries.map(({ side }) => side.score));
  return versioned({
    roster,
    all: { main: scores(main), aside: scores(aside) },
    favorites,
    portfolios: portfolios
      .map((portfolio) => ({ portfolio, id: portfolio.id, foldedName: fold(portfolio.name) }))
      .sort(byPortfolio)
      .map(({ portfolio }) => ({ ...shownPortfolio(portfolio), clients: known.get(portfolio.id) ?? nobody })),
  });
}

/** In one order of fields, and without those of the item that it came from. */
function shownPortfolio({ id, name, color, description, userIds, createdAt }: Portfolio): Portfolio {
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
  return { version: createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16), ...view };
}

export function toPortfolioViewItem(account: Account, { version, roster, ...view }: PortfolioView): Item {
  return { ...portfolioViewKey(account), v: 1, version, roster, z: packed(JSON.stringify(view)) };
}

export function fromPortfolioViewItem(item: Item | undefined): PortfolioView | undefined {
  if (!item) return undefined;
  const view = JSON.parse(unpacked(item.z)) as Omit<PortfolioView, 'version' | 'roster'>;
  return { version: String(item.version), roster: String(item.roster), ...view };
}

/** Before the first publication there is none. */
export async function readPortfolioView(
  table: Table,
  account: Account,
  reading: { consistent?: boolean } = {},
): Promise<PortfolioView | undefined> {
  return fromPortfolioViewItem(await readItem(table, portfolioViewKey(account), reading));
}
