import type { streamsGroup } from '../../shared/contract/streams.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { rosterOf } from '../../shared/table/views/read/roster.ts';

export const listStreams: Operation<typeof streamsGroup.endpoints.listStreams> = ({ account, query }, deps) => {
  const { include_inactive: withInactive, limit, offset } = query;
  return rosterAnswer(
    { list: 'streams', account, query },
    (reading) => rosterOf(deps, account, 'streams', reading),
    async (roster) => {
      const { main } = roster.head;
      if (!withInactive) {
        const texts = await roster.textsOf(main, offset, limit);
        return listBody('streams', texts, { total: main.tally.total, customerId: account });
      }
      const entries = await roster.locatedEntries(true);
      const texts = await roster.textsAt(entries.slice(offset, offset + limit));
      return listBody('streams', texts, { total: entries.length, customerId: account });
    },
  );
};
