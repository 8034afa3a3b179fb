import { portfolioDetail, portfolioList } from './answers/portfolio.ts';
import { group } from './endpoint.ts';
import { includeClients, includeSystem, portfolioClientsLimit } from './parameters.ts';

export const portfoliosGroup = group('portfolios', 'Named sets of clients.', {
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
      'A portfolio with its health and its first clients, at most 500. To page through all clients of a portfolio, use `/clients` with `portfolio_id`.',
    query: { include_clients: includeClients, limit: portfolioClientsLimit },
    answer: portfolioDetail,
  },
});
