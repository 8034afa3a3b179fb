import type { streamsGroup } from '../../shared/contract/streams.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { chosenStreams } from '../../shared/table/views/model/parts.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';

export const listStreams: Operation<typeof streamsGroup.endpoints.listStreams> = ({ account, query }, deps) => {
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
