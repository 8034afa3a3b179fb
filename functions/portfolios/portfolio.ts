import { systemPortfolios } from '../../shared/domain/ids.ts';
import { emptyTally, type Tally } from '../../shared/domain/lists/health.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { PortfolioView } from '../../shared/table/views/model/portfolio-view.ts';

type Portfolios = Pick<PortfolioView, 'all' | 'favorites' | 'portfolios'>;

/** A portfolio as it is sent, and the tally from which its count and health are computed. */
export interface ShownPortfolio {
  readonly portfolio: { readonly id: string; readonly clientCount: number };
  readonly clients: Tally;
}

/** The portfolios that every account has. Archived clients count only in `archived-clients`. */
export function systemPortfoliosOf(account: Account, view: Portfolios | undefined): ShownPortfolio[] {
  const counted = {
    'all-clients': view?.all.main,
    'favorite-clients': view?.favorites.main,
    'archived-clients': view?.all.hidden,
  };
  return systemPortfolios.map(({ id, name, color }) => {
    const clients = counted[id] ?? emptyTally;
    return { portfolio: { id, name, color, customerId: account, clientCount: clients.total, isSystem: true }, clients };
  });
}

export function customPortfolio(account: Account, known: PortfolioView['portfolios'][number]): ShownPortfolio {
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
  return { portfolio, clients: clients.main };
}

export function shownPortfolio(account: Account, view: Portfolios | undefined, id: string): ShownPortfolio | undefined {
  const system = systemPortfoliosOf(account, view).find(({ portfolio }) => portfolio.id === id);
  if (system) return system;
  const custom = view?.portfolios.find((portfolio) => portfolio.id === id);
  return custom && customPortfolio(account, custom);
}
