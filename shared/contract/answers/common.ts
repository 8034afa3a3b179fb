import * as z from 'zod';
import { minScoredTopics } from '../../domain/scoring/model.ts';
import { topicDefinitions } from '../../domain/scoring/topic-definitions.ts';
import { topics } from '../../domain/scoring/topics.ts';

/** An object of an answer, with a name of its own in openapi.json and in generated clients. */
export function named<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return z.strictObject(shape).meta({ id, description });
}

export const count = z.int().min(0);
export const timestamp = z.iso.datetime();
export const calendarDate = z.iso.date();
export const text = z.string();
export const flag = z.boolean();
export const number = z.number();

export const scoreSchema = z.number().min(0).max(200);

export const customerId = text.describe('The id of the account that owns the API key.');
export const total = count.describe(
  'The number of all matching entries, not only those of this page. Use it to know when to stop paging.',
);
export const next = text
  .optional()
  .describe(
    'With `updated_since`: its value for the next request, which goes on after this answer. While `total` is more than what is listed and removed here, there is more now; else absent.',
  );
export const serviceScore = scoreSchema.describe(
  'The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100.',
);
export const topicTotal = z.literal(topicDefinitions.length).describe(`The number of topics, always ${topics.length}.`);
export const hasInsufficientData = flag.describe(
  `True if fewer than ${minScoredTopics} of the ${topics.length} topics have data. The score is then based on little information.`,
);
export const portfolioId = text
  .nullable()
  .describe('The portfolio that the response is scoped to; null if it covers the whole account.');

const pointsOf = (which: string) =>
  z
    .array(scoreSchema)
    .describe(`${which} One score per UTC day without gaps, oldest first. Empty before the first night.`);

export const historyOf30Days = pointsOf('The newest 30 points of the score history.');
export const historyOf90Days = pointsOf('The newest 90 points of the score history.');
export const historyOf365Days = pointsOf('The newest 365 points of the score history.');
export const requestedHistory = pointsOf('The newest points of the score history, as many as `days` asks for.');

const scoreChange = named('ScoreChange', 'A score compared with an earlier one.', {
  change: number.describe('The current score minus the earlier one, to one decimal.'),
  percentage: number.describe(
    'The change in percent of the earlier score, to one decimal, rounded half away from zero. If the earlier score is 0: 0 when nothing changed, else 100.',
  ),
  previousScore: scoreSchema.describe('The earlier score.'),
});

const changesMeaning =
  'The newest score compared with the scores exactly 7 and 30 days before. A period without such an earlier score is absent.';

export const scoreChangesSchema = named('ScoreChanges', changesMeaning, {
  '7day': scoreChange.optional().describe('Compared with the score of 7 days before; absent without one.'),
  '30day': scoreChange.optional().describe('Compared with the score of 30 days before; absent without one.'),
});

export const optionalScoreChanges = scoreChangesSchema
  .optional()
  .describe(`${changesMeaning} The whole object is absent if there is neither.`);

const counts = {
  highRisk: count.describe('Clients with a score below 70.'),
  mediumRisk: count.describe('Clients with a score from 70 to below 100.'),
  lowRisk: count.describe('Clients with a score from 100 to below 140.'),
  onTrack: count.describe('Clients with a score of 140 or more.'),
};

export const breakdown = named('Breakdown', 'The number of clients per risk level.', counts);
export const breakdownWithTotal = named(
  'BreakdownWithTotal',
  'The number of clients per risk level, and of all clients in scope.',
  { ...counts, total: count.describe('All clients in scope.') },
);

const percent = number.min(0).max(100);

export const distribution = named(
  'Distribution',
  'The breakdown in percent with two decimals. Rounded by the largest-remainder method, so the four values add up to exactly 100; all are 0 if no client is in scope.',
  {
    highRiskPercent: percent.describe('The share of high-risk clients, in percent.'),
    mediumRiskPercent: percent.describe('The share of medium-risk clients, in percent.'),
    lowRiskPercent: percent.describe('The share of low-risk clients, in percent.'),
    onTrackPercent: percent.describe('The share of on-track clients, in percent.'),
  },
);

export const meanScore = scoreSchema.describe(
  'The mean of the scores of all clients in scope, to one decimal; 0 if no client is in scope.',
);
