import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { priorities } from '../../shared/domain/advice/priorities.ts';
import { noTopics } from '../../shared/domain/scoring/topic-scores.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';

export const getClientPriorities: Operation<typeof clientRecordsGroup.endpoints.getClientPriorities> = async (
  { account, path },
  { table },
) => {
  const { client, score } = await scoredClient(table, account, path.client_id);
  const found = priorities(score?.topics ?? noTopics, score?.moves);
  return smallAnswer({ clientId: client.id, priorities: found });
};
