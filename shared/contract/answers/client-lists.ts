import * as z from 'zod';
import { clientEntry, listedClient, trendingEntry } from './client.ts';
import {
  breakdownWithTotal,
  calendarDate,
  count,
  customerId,
  distribution,
  meanScore,
  named,
  next,
  number,
  portfolioId,
  scoreSchema,
  text,
  timestamp,
  total,
} from './common.ts';
import { trackRecord } from './track-record.ts';

const page = { total, customerId, portfolioId };
const clientsIn = (order: string) => z.array(clientEntry).describe(`The clients of this page, ${order}.`);
const byScore = 'highest score first, then by name (ignoring case and accents), then by id';

export const clientList = named('ClientList', 'A page of clients.', {
  clients: z.array(listedClient).describe(`The clients of this page, ${byScore}.`),
  ...page,
  removed: z
    .array(text)
    .optional()
    .describe('With `updated_since`: the ids of clients that were removed, for 30 days; else absent.'),
  next,
  missing: z.array(text).optional().describe('With `ids`: those that the account does not have; else absent.'),
});

export const clientsByRisk = named('ClientsByRisk', 'A page of the clients of one risk level.', {
  clients: clientsIn(byScore),
  ...page,
  riskLevel: z
    .enum(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'])
    .describe('The requested risk level, in camelCase whichever spelling was sent.'),
});

export const clientSearch = named('ClientSearch', 'A page of the clients whose names match.', {
  clients: clientsIn(`best match first; equal matches ${byScore}`),
  ...page,
  query: text.describe('The text of the request, exactly as given.'),
});

export const trendingClients = named('TrendingClients', 'A page of the clients whose scores moved.', {
  clients: z
    .array(trendingEntry)
    .describe('The clients of this page, largest absolute change first; equal changes in the order of `/clients`.'),
  ...page,
  direction: z
    .enum(['improving', 'declining', 'stable'])
    .nullable()
    .describe('The requested direction; null if none was given, which lists improving and declining clients.'),
  period: z.enum(['30day', '7day']).describe('The period over which scores are compared.'),
});

export const portfolioHealth = named('PortfolioHealth', 'The health of the account or of one portfolio.', {
  score: meanScore,
  breakdown: breakdownWithTotal.describe('The number of clients per risk level.'),
  distribution: distribution.describe('The same in percent.'),
  customerId,
});

const healthOfDay = named('HealthOfDay', 'The health of the account on a day.', {
  date: calendarDate.describe('The day, in UTC.'),
  score: meanScore,
  breakdown: breakdownWithTotal.describe('The number of clients per risk level.'),
});

export const portfolioHealthHistory = named('PortfolioHealthHistory', 'The health of the account over time.', {
  history: z
    .array(healthOfDay)
    .describe(
      'One entry for each day without gaps, oldest first, from the first day with a scored client on, as many as `days` asks for. Archived clients are left out, and clients that left from the day of notice on. Empty before the first night.',
    ),
  customerId,
});

const trend = named(
  'Trend',
  'How the scores of the clients moved over a period. Clients without an earlier score are not counted.',
  {
    improving: count.describe('Clients whose score rose.'),
    declining: count.describe('Clients whose score fell.'),
    stable: count.describe('Clients whose score is the same.'),
    averageChange: number.describe(
      'The mean change of these clients, to one decimal, rounded half away from zero; 0 if there are none.',
    ),
  },
);

const trends = named('Trends', 'How the scores moved over 7 and over 30 days.', {
  '7day': trend.describe('Compared with 7 days before.'),
  '30day': trend.describe('Compared with 30 days before.'),
});

const alignmentCounts = named('AlignmentCounts', 'The number of clients per value of their latest weekly read.', {
  red: count.describe('Clients whose latest read is red.'),
  amber: count.describe('Clients whose latest read is amber.'),
  green: count.describe('Clients whose latest read is green.'),
  notAssessed: count.describe('Clients without any read.'),
});

const revenueByRisk = named(
  'RevenueByRisk',
  'The sum of `revenueTTM` of the clients, in the currency that most of them pay in, and rounded to cents. Clients without a currency count as paying in it, clients without a numeric `revenueTTM` as 0.',
  {
    total: number.describe('The revenue of all clients in scope.'),
    highRisk: number.describe('The revenue of high-risk clients.'),
    mediumRisk: number.describe('The revenue of medium-risk clients.'),
    lowRisk: number.describe('The revenue of low-risk clients.'),
    onTrack: number.describe('The revenue of on-track clients.'),
    currency: text.optional().describe('The currency of these sums; absent if the import names none.'),
    otherCurrencies: count
      .optional()
      .describe('Clients that pay in another currency, which these sums leave out; absent if there are none.'),
  },
);

const movedCounts = (which: string) =>
  named(`${which[0]?.toUpperCase()}${which.slice(1)}Counts`, `Clients that ${which}, in 7 and in 30 days.`, {
    '7day': count.describe('Compared with 7 days before.'),
    '30day': count.describe('Compared with 30 days before.'),
  });

const attention = named(
  'AttentionCounts',
  'How many clients are in the lists that board, morning and assistants show. Fell and rose count what became better or worse, without data that began, ended or arrived late, and leave out clients with data of fewer than two topics.',
  {
    toDoFirst: count.describe('Below 100, with data of two topics or more, not archived.'),
    noData: count.describe('No topic has data: the score is the last one, or 100, and says nothing.'),
    littleData: count.describe('One topic has data.'),
    fell: movedCounts('fell'),
    rose: movedCounts('rose'),
    changedLevel: count.describe('With another risk level than 7 days before.'),
  },
);

export const statisticsOverview = named('StatisticsOverview', 'Statistics over the clients in scope.', {
  customerId,
  portfolioId,
  total: count.describe('The number of clients in scope.'),
  score: meanScore,
  medianScore: scoreSchema.describe(
    'The median score. With an even number of clients it is the mean of the middle two, to one decimal; 0 if no client is in scope.',
  ),
  minScore: scoreSchema.describe('The lowest score; 0 if no client is in scope.'),
  maxScore: scoreSchema.describe('The highest score; 0 if no client is in scope.'),
  breakdown: breakdownWithTotal.describe('The number of clients per risk level.'),
  distribution: distribution.describe('The same in percent.'),
  trends,
  alignment: alignmentCounts,
  insufficientDataCount: count.describe('Clients with `hasInsufficientData`.'),
  archivedCount: count.describe(
    'Archived clients of the account or portfolio, also if `include_archived` is false and the other figures leave them out.',
  ),
  attention,
  streamCount: count.describe('Active streams of the clients in scope.'),
  revenueTTM: revenueByRisk.describe('The sum of `revenueTTM` of the clients, per risk level.'),
  scoresUpdatedAt: timestamp
    .nullable()
    .describe('When scores were last computed: 00:00 UTC of that day; null before the first time.'),
  trackRecord: trackRecord
    .nullable()
    .describe(
      'Whether the score warned before clients left; null before scores were first computed. Also counts archived clients.',
    ),
  feedFaults: z
    .array(text)
    .optional()
    .describe(
      'What is wrong with the files that the account sends, on the day of the scores: feeds that are late, empty, refused or lost a column; at most 20. Absent if nothing is, and in a portfolio.',
    ),
});

export const clientsCsv = text.describe('The CSV file.');
