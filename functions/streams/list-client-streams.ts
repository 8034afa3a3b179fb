import type { streamsGroup } from '../../shared/contract/streams.ts';
import { type Operation, textAnswer } from '../../shared/http/operation.ts';
import { listBody } from '../../shared/http/roster-answer.ts';
import { knownClient } from '../../shared/table/records/known-client.ts';
import { streamsOfClient } from '../../shared/table/records/scored-streams.ts';
import { inOrder, streamEntry } from '../../shared/table/views/model/entries.ts';

export const listClientStreams: Operation<typeof streamsGroup.endpoints.listClientStreams> = async (
  { account, path, query },
  { table },
) => {
  const { client, records: streams } = await knownClient(
    table,
    account,
    path.client_id,
    streamsOfClient(table, account, path.client_id),
  );
  const listed = streams.filter(({ stream }) => query.include_inactive || stream.state === 'active');
  const entries = inOrder(listed.map(({ stream, score }) => streamEntry(account, client, stream, score)));
  const texts = entries.map(({ text }) => text);
  return textAnswer(
    listBody('streams', texts, { total: texts.length, parentClientId: client.id, customerId: account }),
  );
};
