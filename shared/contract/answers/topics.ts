import * as z from 'zod';
import { categories, topics } from '../../domain/scoring/topics.ts';
import { count, named, text, topicTotal } from './common.ts';

const topic = named('Topic', `One of the ${topics.length} dimensions that scores are computed from.`, {
  id: text.describe('The id of the topic.'),
  displayName: text.describe('The label of the topic.'),
  description: text.describe('What the topic measures.'),
  category: text.describe('The name of its category.'),
});

const category = named('Category', 'A category of topics.', {
  name: text.describe('The name of the category.'),
  abbreviation: text.describe('The abbreviation of the category: SQP, RS or CA.'),
  description: text.describe('What the category measures.'),
  topicCount: count.describe('The number of its topics.'),
});

export const topicList = named('TopicList', 'The topics and their categories.', {
  topics: z.array(topic).describe(`The ${topics.length} topics, by category.`),
  categories: z.array(category).describe(`The ${categories.length} categories.`),
  total: topicTotal,
});
