import * as z from 'zod';
import {
  calendarDate,
  count,
  customerId,
  flag,
  hasInsufficientData,
  historyOf30Days,
  historyOf365Days,
  named,
  next,
  optionalScoreChanges,
  serviceScore,
  text,
  total,
} from './common.ts';

const streamFields = {
  id: text.describe('The id of the stream, unique within its client.'),
  name: text.describe('The name of the stream.'),
  customerId,
  parentClientId: text.describe('The id of the client that the stream belongs to.'),
  parentClientName: text.describe('The name of that client.'),
  score: serviceScore,
  streamState: z
    .enum(['active', 'inactive', 'pending'])
    .describe('The state of the stream. Lists contain active streams only, unless `include_inactive` is true.'),
  goals: text.nullable().describe('The goals of the stream; null if there are none.'),
  hasInsufficientData,
};

const stream = named('Stream', 'A stream: a sub-project of a client.', {
  ...streamFields,
  historicalData: historyOf30Days,
  scoreChanges: optionalScoreChanges,
});

const streams = z
  .array(stream)
  .describe('The streams, highest score first, then by name (ignoring case and accents), then by id.');

const removedStream = named('RemovedStream', 'A stream that was removed.', {
  id: streamFields.id,
  parentClientId: streamFields.parentClientId,
});

export const streamList = named('StreamList', 'A page of streams.', {
  streams,
  total,
  customerId,
  removed: z
    .array(removedStream)
    .optional()
    .describe('With `updated_since`: the streams that were removed, for 30 days; else absent.'),
  next,
});

export const clientStreams = named('ClientStreams', 'The streams of one client.', {
  streams,
  total: count.describe('The number of streams listed.'),
  parentClientId: text.describe('The id of the client.'),
  customerId,
});

const insight = named('StreamInsight', 'Something the analytics engine observed.', {
  topic: text.describe('What it is about.'),
  summary: text.describe('What was observed, at most 500 characters.'),
  sentiment: text.describe('`positive`, `neutral`, `negative` or `mixed`. Expect further values.'),
});

const weekOfInsights = named('WeekOfInsights', 'The insights of one week.', {
  weekDate: calendarDate.describe('The date of the week, as imported; typically its Monday.'),
  insights: z.array(insight).describe('The insights of the week.'),
});

const contextualClues = named('ContextualClues', 'What needs attention in a stream.', {
  activeFires: z
    .array(text)
    .describe(
      'The display names of the topics with a score below 70, lowest score first; ties in the order of `/topics`.',
    ),
  budgetIssues: flag.describe('True if Budget Stability or Billing and Payment is one of them.'),
});

const growthRecommendation = named('GrowthRecommendation', 'A way to build on what goes well.', {
  title: text.describe('The recommendation in a few words.'),
  description: text.describe('What to do.'),
});

export const streamDetail = named('StreamDetail', 'A stream with its full history, insights and recommendations.', {
  ...streamFields,
  historicalData: historyOf365Days,
  scoreChanges: optionalScoreChanges,
  spotlight: text.describe(
    'The imported summary; if there is none, one composed of the score, its 30-day change and the lowest topic.',
  ),
  insights: z.array(weekOfInsights).describe('The newest weeks with insights, newest first, at most 12.'),
  contextualClues: contextualClues.describe('What needs attention in the stream.'),
  growthRecommendations: z
    .array(growthRecommendation)
    .describe(
      'The positive insights of the newest week with insights, at most 3. None for a stream below 100, or that fell by 10 points or more in 30 days.',
    ),
});
