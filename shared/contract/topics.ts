import * as z from 'zod';
import { group } from './endpoint.ts';

const topic = z.strictObject({
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string().meta({ description: 'The name of its category.' }),
});

const category = z.strictObject({
  name: z.string(),
  abbreviation: z.string(),
  description: z.string(),
  topicCount: z.int(),
});

export const topics = group('topics', 'The dimensions that a score is made of.', {
  listTopics: {
    path: '/topics',
    summary: 'List the topics',
    description:
      'The 15 topics that client scores are computed from, and their 3 categories. The same for every account.',
    query: {},
    answer: z
      .strictObject({ topics: z.array(topic), categories: z.array(category), total: z.literal(15) })
      .meta({ id: 'Topics' }),
  },
});
