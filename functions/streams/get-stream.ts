import type { streamsGroup } from '../../shared/contract/streams.ts';
import { spotlight } from '../../shared/domain/advice/spotlight.ts';
import { contextualClues, growthRecommendations } from '../../shared/domain/advice/stream-outlook.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { newest } from '../../shared/domain/scoring/history.ts';
import { historyDays } from '../../shared/domain/scoring/model.ts';
import { noTopics } from '../../shared/domain/scoring/topic-scores.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { newestInsights } from '../../shared/table/entities/insights.ts';
import { knownClient } from '../../shared/table/records/known-client.ts';
import { streamById } from '../../shared/table/records/scored-streams.ts';
import { standingOf } from '../../shared/table/views/model/entries.ts';

export const getStream: Operation<typeof streamsGroup.endpoints.getStream> = async ({ account, path }, { table }) => {
  const { client_id: clientId, stream_id: streamId } = path;
  const records = Promise.all([
    streamById(table, account, clientId, streamId),
    newestInsights(table, account, clientId, streamId),
  ]);
  const {
    client,
    records: [found, weeks],
  } = await knownClient(table, account, clientId, records);
  if (!found) throw new NotFound('stream');
  const { stream, score } = found;
  const { history, topics = noTopics } = score ?? {};
  const standing = standingOf(score, stream.importedScore);
  return smallAnswer({
    id: stream.id,
    name: stream.name,
    customerId: account,
    parentClientId: client.id,
    parentClientName: client.name,
    score: standing.score,
    streamState: stream.state,
    goals: stream.goals,
    hasInsufficientData: standing.insufficient,
    historicalData: history ? newest(history, historyDays) : [],
    ...(standing.scoreChanges && { scoreChanges: standing.scoreChanges }),
    spotlight: spotlight({
      imported: stream.spotlight,
      score: standing.score,
      scoreChanges: standing.scoreChanges,
      topics,
    }),
    insights: weeks.map(({ weekDate, insights }) => ({
      weekDate,
      insights: insights.map(({ topic, summary, sentiment }) => ({ topic, summary, sentiment })),
    })),
    contextualClues: contextualClues(topics),
    growthRecommendations: growthRecommendations(weeks, standing.score, standing.scoreChanges?.['30day']?.change),
  });
};
