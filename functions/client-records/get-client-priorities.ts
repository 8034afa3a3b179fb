import type { clientRecords } from '../../shared/contract/client-records.ts';
import { priorities } from '../../shared/domain/priorities.ts';
import { noTopics } from '../../shared/domain/topic-scores.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { knownClient } from '../../shared/table/known-client.ts';
import { clientScoreOf } from '../../shared/table/scores.ts';

export const getClientPriorities: Operation<typeof clientRecords.endpoints.getClientPriorities> = async (
  { account, path },
  { table },
) => {
  const { client, records: score } = await knownClient(
    table,
    account,
    path.client_id,
    clientScoreOf(table, account, path.client_id),
  );
  return smallAnswer({ clientId: client.id, priorities: priorities(score?.topics ?? noTopics) });
};
