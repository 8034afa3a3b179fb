import { NotFound } from '../../shared/domain/errors.ts';
import { systemPortfolios } from '../../shared/domain/ids.ts';
import type { Tally } from '../../shared/domain/lists/health.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Members } from '../../shared/table/views/model/lists.ts';
import type { PortfolioWithClients, WholeAccount } from '../../shared/table/views/model/portfolio-view.ts';
import type { LiveVersion } from '../../shared/table/views/read/live-version.ts';

/** A portfolio as it is sent, and the tally from which its count and health are computed. */
export interface ShownPortfolio {
  readonly portfolio: { readonly id: string; readonly clientCount: number };
  readonly clients: Tally;
  readonly members: Members;
}

/** The portfolios that every account has. Archived clients count only in `archived-clients`. */
export function systemPortfoliosOf(account: Account, { all, favorites }: WholeAccount): ShownPortfolio[] {
  const shown = {
    'all-clients': { members: all, clients: all.main },
    'favorite-clients': { members: favorites, clients: favorites.main },
    'archived-clients': { members: all, clients: all.hidden },
  };
  return systemPortfolios.map(({ id, name, color }) => {
    const clientCount = shown[id].clients.total;
    return { portfolio: { id, name, color, customerId: account, clientCount, isSystem: true }, ...shown[id] };
  });
}

export function customPortfolio(account: Account, known: PortfolioWithClients): ShownPortfolio {
  const { id, name, color, description, userIds, createdAt, clients } = known;
  const portfolio = {
    id,
    name,
    color,
    ...(description !== undefined && { description }),
    customerId: account,
    clientCount: clients.main.total,
    ...(userIds && { userIds }),
    isSystem: false,
    ...(createdAt !== undefined && { createdAt }),
  };
  return { portfolio, clients: clients.main, members: clients };
}

export async function shownPortfolio(account: Account, live: LiveVersion, id: string): Promise<ShownPortfolio> {
  if (!systemPortfolios.some((each) => each.id === id)) return customPortfolio(account, await live.portfolio(id));
  const system = systemPortfoliosOf(account, await live.wholeAccount()).find(({ portfolio }) => portfolio.id === id);
  if (!system) throw new NotFound('portfolio');
  return system;
}
