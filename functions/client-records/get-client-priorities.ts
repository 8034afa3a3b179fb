import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { priorities } from '../../shared/domain/advice/priorities.ts';
import { dayAt } from '../../shared/domain/dates.ts';
import { noTopics } from '../../shared/domain/scoring/topic-scores.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { asOf } from '../../shared/table/entities/client.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';

export const getClientPriorities: Operation<typeof clientRecordsGroup.endpoints.getClientPriorities> = async (
  { account, path },
  { table, clock },
) => {
  const { client, score } = await scoredClient(table, account, path.client_id);
  const { archived } = asOf(client, dayAt(clock()));
  // nothing is to be done about a client that left
  const found = priorities(score?.topics ?? noTopics, archived ? undefined : score?.moves);
  return smallAnswer({ clientId: client.id, priorities: found });
};
