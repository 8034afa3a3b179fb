import type { streamsGroup } from '../../shared/contract/streams.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { main, withHidden } from '../../shared/table/views/read/list-version.ts';
import { rosterOf } from '../../shared/table/views/read/roster.ts';

export const listStreams: Operation<typeof streamsGroup.endpoints.listStreams> = ({ account, query }, deps) => {
  const { include_inactive: withInactive, limit, offset } = query;
  const chosen = withInactive ? withHidden : main;
  return rosterAnswer(
    { list: 'streams', account, query },
    (reading) => rosterOf(deps, account, 'streams', reading),
    async (roster) => {
      const { total } = await roster.tally(chosen);
      return listBody('streams', await roster.slice(chosen, offset, limit), { total, customerId: account });
    },
  );
};
