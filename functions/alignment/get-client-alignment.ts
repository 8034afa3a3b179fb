import type { alignmentGroup } from '../../shared/contract/alignment.ts';
import { readAsOf, yearOf } from '../../shared/domain/alignment.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { alignmentAsOf } from '../../shared/table/entities/alignment.ts';
import { knownClient } from '../../shared/table/records/known-client.ts';
import { shownRead } from '../../shared/table/views/model/entries.ts';

/** Later than every week that a read can be filed for. */
const endOfTime = '9999-12-31';

export const getClientAlignment: Operation<typeof alignmentGroup.endpoints.getClientAlignment> = async (
  { account, path: { client_id: clientId }, query: { week = null } },
  { table },
) => {
  const date = week ?? endOfTime;
  const { client, records: year } = await knownClient(
    table,
    account,
    clientId,
    alignmentAsOf(table, account, clientId, yearOf(date)),
  );
  const read = readAsOf(year, date);
  return smallAnswer({
    clientId: client.id,
    clientName: client.name,
    externalClientId: client.externalId ?? null,
    alignment: read && shownRead(read),
    week,
    customerId: account,
  });
};
