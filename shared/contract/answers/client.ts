import * as z from 'zod';
import { count, customerId, historicalData, scoreChangesSchema, scoreSchema, timestamp } from './common.ts';

const metadata = {
  accountOwner: z.string().optional(),
  industry: z.string().optional(),
  revenueTTM: z.number().optional(),
};
const furtherMetadata = z.union([z.string(), z.number(), z.boolean()]);

const entryFields = {
  id: z.string(),
  customerId,
  name: z.string(),
  score: scoreSchema,
  lastContactDate: timestamp.nullable().meta({ description: 'null: never contacted.' }),
  hasInsufficientData: z.boolean().meta({ description: 'Fewer than 8 of the 15 topics have data.' }),
};

export const clientEntry = z
  .strictObject({ ...entryFields, metadata: z.object(metadata).catchall(furtherMetadata) })
  .meta({ id: 'ClientEntry' });

export const trendingEntry = clientEntry
  .extend({ scoreChanges: scoreChangesSchema })
  .meta({ id: 'TrendingClientEntry' });

const categoryScore = z.strictObject({
  name: z.string(),
  abbreviation: z.string(),
  score: scoreSchema.nullable(),
  topicCount: count,
  scoredTopicCount: count,
});

const topicScore = z.strictObject({
  id: z.string(),
  displayName: z.string(),
  category: z.string(),
  score: scoreSchema.nullable(),
  weight: z.number(),
  contribution: z.number().meta({ description: 'Points by which this topic moves the score away from 100.' }),
  hasInsufficientData: z.boolean(),
});

export const clientDetail = z
  .strictObject({
    ...entryFields,
    metadata: z.object({ ...metadata, location: z.string().optional() }).catchall(furtherMetadata),
    lastUpdatedAt: timestamp,
    topics: z.strictObject({
      categories: z.array(categoryScore),
      topics: z.array(topicScore),
      total: z.literal(15),
    }),
    spotlightSummary: z.string(),
    historicalData,
  })
  .meta({ id: 'ClientDetail' });

export const clientHistory = z
  .strictObject({
    clientId: z.string(),
    clientName: z.string(),
    historicalData,
    firstDataDate: z.iso.date().nullable().meta({ description: 'The date of the first score in historicalData.' }),
    dataPoints: count,
    currentScore: scoreSchema,
  })
  .meta({ id: 'ClientHistory' });

export const clientPriorities = z
  .strictObject({
    clientId: z.string(),
    priorities: z.array(
      z.strictObject({
        topic: z.string().meta({ description: 'The id of a topic.' }),
        score: scoreSchema,
        category: z.string(),
        severity: z.enum(['critical', 'high', 'medium', 'low']),
        recommendations: z.array(z.string()).min(1).max(3),
      }),
    ),
  })
  .meta({ id: 'ClientPriorities' });

export const clientNotes = z
  .strictObject({
    clientId: z.string(),
    notes: z.array(
      z.strictObject({
        id: z.string(),
        content: z.string(),
        createdAt: timestamp,
        createdBy: z.string(),
        type: z.string().meta({ description: 'general, meeting, call, email, update, milestone; new ones may come.' }),
      }),
    ),
    total: count.meta({ description: 'All notes of the client.' }),
  })
  .meta({ id: 'ClientNotes' });

const personText = z.string().meta({ description: 'Empty when not known.' });

export const clientKeyPeople = z
  .strictObject({
    clientId: z.string(),
    keyPeople: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        title: personText,
        email: personText,
        phone: personText,
        role: personText,
        department: personText,
      }),
    ),
    total: count,
  })
  .meta({ id: 'ClientKeyPeople' });
