import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { dateOf } from '../../shared/domain/dates.ts';
import { firstDay, newest } from '../../shared/domain/scoring/history.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';
import { standingOf } from '../../shared/table/views/model/entries.ts';

export const getClientHistory: Operation<typeof clientRecordsGroup.endpoints.getClientHistory> = async (
  { account, path, query: { days } },
  { table },
) => {
  const { client, score } = await scoredClient(table, account, path.client_id);
  const points = score?.history ? newest(score.history, days) : [];
  return smallAnswer({
    clientId: client.id,
    clientName: client.name,
    historicalData: points,
    firstDataDate: score?.history ? dateOf(firstDay(score.history, days)) : null,
    dataPoints: points.length,
    currentScore: standingOf(score, client.importedScore).score,
  });
};
