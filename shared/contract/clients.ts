import {
  clientList,
  clientSearch,
  clientsByRisk,
  portfolioHealth,
  portfolioHealthHistory,
  statisticsOverview,
  trendingClients,
} from './answers/client-lists.ts';
import { group } from './endpoint.ts';
import {
  clientIds,
  daysOfHistory,
  detailed,
  includeArchived,
  paging,
  portfolioScope,
  searchText,
  trendDirection,
  trendPeriod,
  updatedSince,
} from './parameters.ts';

const listed = { include_archived: includeArchived, ...portfolioScope };
const paged = { ...listed, ...paging(100, 500) };

export const clientsGroup = group(
  'clients',
  'Lists of clients, and figures about all clients of the account or of one portfolio.',
  {
    listClients: {
      path: '/clients',
      summary: 'List clients',
      description:
        'Clients of the account, highest score first. `include=details` gives what `/clients/{client_id}` says of each, of its record now; `ids` chooses clients by their ids. `updated_since` gives those whose facts or reads changed. With these two, entries are made of the records, which may be newer than the lists.',
      query: { ...paged, include: detailed, ids: clientIds, updated_since: updatedSince },
      answer: clientList,
    },
    getPortfolioHealth: {
      path: '/clients/portfolio-health',
      summary: 'Read the health of the account or of one portfolio',
      description: 'The mean score of the clients in scope, and how many of them are in each risk level.',
      query: listed,
      answer: portfolioHealth,
    },
    getPortfolioHealthHistory: {
      path: '/clients/portfolio-health/history',
      summary: 'Read the health of the account over time',
      description:
        'The mean score, and how many clients were in each risk level, as the night of each day said it. Days before the first night, and days that are scored again, are counted from the histories of the clients.',
      query: { days: daysOfHistory },
      answer: portfolioHealthHistory,
    },
    getStatisticsOverview: {
      path: '/clients/statistics/overview',
      summary: 'Read statistics about the clients',
      description: 'Score, risk, trend, alignment and revenue figures of the clients in scope.',
      query: listed,
      answer: statisticsOverview,
    },
    listClientsByRisk: {
      path: '/clients/by-risk/{risk_level}',
      summary: 'List clients of one risk level',
      description:
        'Clients of one risk level, highest score first. Together, the lists of the four levels contain every client exactly once.',
      query: paged,
      answer: clientsByRisk,
    },
    searchClients: {
      path: '/clients/search',
      summary: 'Search clients by name',
      description:
        'Best match first: `query` is the whole name, then its beginning, then the beginning of a word, then anywhere in the name.',
      query: { query: searchText, ...paged },
      answer: clientSearch,
    },
    listTrendingClients: {
      path: '/clients/trending',
      summary: 'List clients whose score moved',
      description: 'Largest change first, up or down. Clients without an earlier score are left out.',
      query: { direction: trendDirection, period: trendPeriod, ...paged },
      answer: trendingClients,
    },
  },
);
