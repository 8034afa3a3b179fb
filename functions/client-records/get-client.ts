import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { moveReport } from '../../shared/domain/advice/move-report.ts';
import { spotlight } from '../../shared/domain/advice/spotlight.ts';
import { dayAt, startOfDay } from '../../shared/domain/dates.ts';
import { newest } from '../../shared/domain/scoring/history.ts';
import { topicReport } from '../../shared/domain/scoring/topic-report.ts';
import { noTopics } from '../../shared/domain/scoring/topic-scores.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { asOf } from '../../shared/table/entities/client.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';
import { metadataOf, standingOf } from '../../shared/table/views/model/entries.ts';

const detailDays = 90;

export const getClient: Operation<typeof clientRecordsGroup.endpoints.getClient> = async (
  { account, path },
  { table, clock },
) => {
  const { client, score } = await scoredClient(table, account, path.client_id);
  const { history, topics = noTopics, moves } = score ?? {};
  const standing = standingOf(score, client.importedScore);
  return smallAnswer({
    id: client.id,
    customerId: account,
    name: client.name,
    score: standing.score,
    lastContactDate: client.lastContactDate,
    lastUpdatedAt: later(client.updatedAt, history && startOfDay(history.last)),
    hasInsufficientData: standing.insufficient,
    metadata: metadataOf(asOf(client, dayAt(clock())), history?.last),
    topics: { ...topicReport(topics), ...moveReport(moves) },
    spotlightSummary: spotlight({
      imported: client.spotlightSummary,
      score: standing.score,
      scoreChanges: standing.scoreChanges,
      topics,
      moves,
    }),
    historicalData: history ? newest(history, detailDays) : [],
  });
};

/** A client's detail changes when the client is imported and when a night scores it. */
function later(imported: string, scored: string | undefined): string {
  return scored !== undefined && Date.parse(scored) > Date.parse(imported) ? scored : imported;
}
