import * as z from 'zod';
import {
  breakdown,
  count,
  customerId,
  flag,
  meanScore,
  named,
  optionalScoreChanges,
  serviceScore,
  text,
  timestamp,
} from './common.ts';

const portfolioFields = {
  id: text.describe(
    'The id of the portfolio: an id of your own, or `all-clients`, `favorite-clients` or `archived-clients`.',
  ),
  name: text.describe('The name of the portfolio.'),
  color: text.regex(/^#[0-9A-Fa-f]{6}$/).describe('The color of the portfolio, such as `#0F766E`.'),
  description: text.optional().describe('What the portfolio is for; absent if there is no description.'),
  customerId,
  clientCount: count.describe(
    'The number of clients of the whole portfolio. Archived clients count in `archived-clients` only.',
  ),
  userIds: z.array(text).optional().describe('The users that the portfolio is assigned to; absent if not known.'),
  isSystem: flag.describe('True for All Clients, Favorites and Archived, which every account has.'),
  createdAt: timestamp.optional().describe('When the portfolio was created, in UTC; absent if not known.'),
};

const portfolio = named('Portfolio', 'A named set of clients.', portfolioFields);

export const portfolioList = named('PortfolioList', 'The portfolios of the account.', {
  portfolios: z
    .array(portfolio)
    .describe('All Clients, Favorites and Archived first, then custom portfolios by name (ignoring case and accents).'),
  total: count.describe('The number of portfolios.'),
  customerId,
});

const member = named('PortfolioClient', 'A client of a portfolio.', {
  id: text.describe('The id of the client.'),
  name: text.describe('The name of the client.'),
  score: serviceScore,
  scoreChanges: optionalScoreChanges,
  extraColumns: z
    .record(z.string(), text)
    .describe('The texts of the further columns of the portfolio for this client. Empty in system portfolios.'),
});

export const portfolioDetail = named('PortfolioDetail', 'A portfolio with its first clients and its health.', {
  ...portfolioFields,
  clients: z
    .array(member)
    .optional()
    .describe(
      'The first clients in the order of `/clients`, at most `limit`; absent with `include_clients=false`. Archived clients appear in `archived-clients` only.',
    ),
  health: named('Health', 'The health of a portfolio.', {
    score: meanScore,
    breakdown,
  }).describe('The health of the whole portfolio, whatever `limit` is.'),
});
