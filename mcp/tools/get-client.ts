import * as z from 'zod';
import { hasLittleData, hasNoData } from '../../shared/domain/lists/attention.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { clientId, shortNote, tool } from '../tool.ts';

/** One client with everything behind its score. */
export const getClient = tool({
  name: 'get_client',
  title: 'One client and what is behind its score',
  description:
    'Everything behind the score of one client: summary, scores and contributions of the 15 topics (points above or below 100), why the score moved in 7 and 30 days (changes that add up, evidence), the two newest notes, priorities with recommendations, weekly read, 90 days of history, metadata.',
  input: z.strictObject({ client_id: clientId }),
  answer: async (api, { client_id }, signal) => {
    const [detail, { priorities }, { alignment, externalClientId }, { notes }] = await Promise.all([
      api.getClient(client_id, { signal }),
      api.getClientPriorities(client_id, { signal }),
      api.getClientAlignment(client_id, {}, { signal }),
      api.listClientNotes(client_id, { limit: 2 }, { signal }),
    ]);
    const { customerId: _, historicalData, topics, spotlightSummary, ...facts } = detail;
    const { changes, evidence, pulledDownBy, reason, nextSteps } = topics;
    const scoredTopics = topics.topics.filter(({ score }) => score !== null).length;
    return {
      value: {
        ...facts,
        riskLevel: bandOf(detail.score),
        scoredTopics,
        ...(hasLittleData({ scoredTopics }) && { hasLittleData: true }),
        ...(hasNoData({ scoredTopics }) && { hasNoData: true }),
        externalClientId,
        summary: spotlightSummary,
        alignment,
        topics: topics.topics.map(({ hasInsufficientData: _, category: __, displayName, ...topic }) => ({
          ...topic,
          name: displayName,
        })),
        ...(changes && { changes }),
        reason,
        nextSteps,
        evidence,
        pulledDownBy,
        newestNotes: notes.map(shortNote),
        categories: topics.categories.map(({ abbreviation: _, topicCount: __, ...category }) => category),
        priorities,
        historyOf90Days: historicalData,
      },
      lists: [
        { key: 'historyOf90Days', more: () => 'get_history returns the scores.' },
        { key: 'priorities', more: () => 'They are ordered; the worst are shown.' },
      ],
    };
  },
});
