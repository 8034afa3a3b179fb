import type { streamsGroup } from '../../shared/contract/streams.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { partOfStreams } from '../../shared/table/views/model/entries.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';

const flags = (both: boolean) => (both ? [false, true] : [false]);

export const listStreams: Operation<typeof streamsGroup.endpoints.listStreams> = ({ account, query }, deps) => {
  const { include_inactive: withInactive, include_archived: withArchived, limit, offset } = query;
  const chosen = flags(withArchived).flatMap((archived) =>
    flags(withInactive).map((inactive) => partOfStreams({ inactive, archived })),
  );
  return rosterAnswer(
    { list: 'streams', account, query },
    async (reading) => (await liveVersion(deps, account, reading)).list('streams'),
    async (list) => {
      const { texts, total } = await list.page(chosen, { offset, limit });
      return listBody('streams', texts, { total, customerId: account });
    },
  );
};
