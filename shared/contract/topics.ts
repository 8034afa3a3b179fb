import { categories, topics } from '../domain/scoring/topics.ts';
import { topicList } from './answers/topics.ts';
import { group } from './endpoint.ts';

export const topicsGroup = group('topics', 'The topics that scores are computed from.', {
  listTopics: {
    path: '/topics',
    summary: 'List the topics',
    description: `The ${topics.length} topics that client scores are computed from, and their ${categories.length} categories. The same for every account.`,
    query: {},
    answer: topicList,
  },
});
