import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { dayAt } from '../../shared/domain/dates.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';
import { clientDetail } from '../../shared/table/views/model/client-detail.ts';

export const getClient: Operation<typeof clientRecordsGroup.endpoints.getClient> = async (
  { account, path },
  { table, clock },
) => smallAnswer(clientDetail(account, await scoredClient(table, account, path.client_id), dayAt(clock())));
