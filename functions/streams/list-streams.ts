import type { streamsGroup } from '../../shared/contract/streams.ts';
import type { Deps } from '../../shared/deps.ts';
import { changedAnswer } from '../../shared/http/changed-answer.ts';
import type { Answer, Call, Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { streamsByIds } from '../../shared/table/records/scored-streams.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { streamIn } from '../../shared/table/views/model/changed.ts';
import { streamEntry } from '../../shared/table/views/model/entries.ts';
import { chosenStreams } from '../../shared/table/views/model/parts.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';

export const listStreams: Operation<typeof streamsGroup.endpoints.listStreams> = ({ account, query }, deps) => {
  if (query.updated_since !== undefined) return changedStreams(account, query, deps);
  const { include_inactive: withInactive, include_archived: withArchived, limit, offset } = query;
  const chosen = chosenStreams({ inactive: withInactive, archived: withArchived });
  return rosterAnswer(
    { list: 'streams', account, query },
    async (reading) => (await liveVersion(deps, account, reading)).list('streams'),
    async (list) => {
      const { texts, total } = await list.page(chosen, { offset, limit });
      return listBody('streams', texts, { total, customerId: account });
    },
  );
};

/** Streams that changed, in the order in which they did. */
function changedStreams(
  account: Account,
  query: Call<typeof streamsGroup.endpoints.listStreams>['query'],
  deps: Deps,
): Answer {
  return changedAnswer('streams', { account, query }, deps, async ({ changed, removed, ...rest }) => {
    const found = await streamsByIds(deps.table, account, changed.map(streamIn));
    const texts = found.map(({ client, stream, score }) => streamEntry(account, client, stream, score).text);
    const gone = removed.map(streamIn).map(([parentClientId, id]) => ({ id, parentClientId }));
    return listBody('streams', texts, { ...rest, customerId: account, removed: gone });
  });
}
