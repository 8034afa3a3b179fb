import {
  clientList,
  clientSearch,
  clientsByRisk,
  portfolioHealth,
  statisticsOverview,
  trendingClients,
} from './answers/client-lists.ts';
import { group } from './endpoint.ts';
import { includeArchived, paging, portfolioScope, searchText, trendDirection, trendPeriod } from './parameters.ts';

const listed = { include_archived: includeArchived, ...portfolioScope };
const paged = { ...listed, ...paging(100, 500) };

export const clientsGroup = group('clients', 'Lists of clients and figures over them.', {
  listClients: {
    path: '/clients',
    summary: 'List clients',
    description: 'Clients of the account, highest score first.',
    query: paged,
    answer: clientList,
  },
  getPortfolioHealth: {
    path: '/clients/portfolio-health',
    summary: 'Health of the account or of one portfolio',
    description: 'The mean score of the clients in scope, and how they spread over the risk levels.',
    query: listed,
    answer: portfolioHealth,
  },
  getStatisticsOverview: {
    path: '/clients/statistics/overview',
    summary: 'Statistics over the clients',
    description: 'Score, risk, trend, alignment and revenue figures of the clients in scope.',
    query: listed,
    answer: statisticsOverview,
  },
  listClientsByRisk: {
    path: '/clients/by-risk/{risk_level}',
    summary: 'List clients of one risk level',
    description: 'Clients of one risk level, highest score first. The four lists end to end are the list of clients.',
    query: paged,
    answer: clientsByRisk,
  },
  searchClients: {
    path: '/clients/search',
    summary: 'Search clients by name',
    description: 'Best match first: the whole name, its beginning, the beginning of a word, anywhere inside.',
    query: { query: searchText, ...paged },
    answer: clientSearch,
  },
  listTrendingClients: {
    path: '/clients/trending',
    summary: 'List clients whose score moved',
    description: 'Largest move first. Clients without a score to compare with are left out.',
    query: { direction: trendDirection, period: trendPeriod, ...paged },
    answer: trendingClients,
  },
});
