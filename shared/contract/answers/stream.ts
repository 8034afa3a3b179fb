import * as z from 'zod';
import { customerId, dateSchema, historicalData, scoreChangesSchema, scoreSchema, total } from './common.ts';

export const stream = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    customerId,
    parentClientId: z.string(),
    parentClientName: z.string(),
    score: scoreSchema,
    streamState: z.enum(['active', 'inactive', 'pending']),
    goals: z.string().nullable(),
    hasInsufficientData: z.boolean(),
    historicalData,
    scoreChanges: scoreChangesSchema.optional(),
  })
  .meta({ id: 'Stream' });

export const streamList = z.strictObject({ streams: z.array(stream), total, customerId }).meta({ id: 'Streams' });

export const clientStreams = z
  .strictObject({ streams: z.array(stream), total, parentClientId: z.string(), customerId })
  .meta({ id: 'ClientStreams' });

const weekOfInsights = z.strictObject({
  weekDate: dateSchema,
  insights: z.array(
    z.strictObject({
      topic: z.string(),
      summary: z.string(),
      sentiment: z.string().meta({ description: 'positive, neutral, negative, mixed; new ones may come.' }),
    }),
  ),
});

export const streamDetail = stream
  .extend({
    spotlight: z.string(),
    insights: z.array(weekOfInsights).meta({ description: 'At most 12 weeks, newest first.' }),
    contextualClues: z.strictObject({ activeFires: z.array(z.string()), budgetIssues: z.boolean() }),
    growthRecommendations: z.array(z.strictObject({ title: z.string(), description: z.string() })),
  })
  .meta({ id: 'StreamDetail' });
