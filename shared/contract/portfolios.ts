import { portfolioDetail, portfolioList } from './answers/portfolio.ts';
import { group } from './endpoint.ts';
import { includeClients, includeSystem, portfolioClientsLimit } from './parameters.ts';

export const portfoliosGroup = group('portfolios', 'Portfolios: named sets of clients.', {
  listPortfolios: {
    path: '/portfolios',
    summary: 'List portfolios',
    description: 'All Clients, Favorites and Archived, then custom portfolios by name.',
    query: { include_system: includeSystem },
    answer: portfolioList,
  },
  getPortfolio: {
    path: '/portfolios/{portfolio_id}',
    summary: 'Read one portfolio',
    description:
      'A portfolio, its health and its first clients. Page through more than 500 clients with /clients and portfolio_id.',
    query: { include_clients: includeClients, limit: portfolioClientsLimit },
    answer: portfolioDetail,
  },
});
