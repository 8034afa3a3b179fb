import type { clients } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { portfolioIdOf, scopedClients } from '../../shared/table/views/scoped-clients.ts';
import { pageOf } from './page.ts';

export const listClients: Operation<typeof clients.endpoints.listClients> = ({ account, query }, deps) => {
  const { include_archived: withArchived, limit, offset } = query;
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { portfolioId, withArchived, limit, offset },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    async (scope) => {
      const rest = { customerId: account, portfolioId };
      if (portfolioId === null && !withArchived) {
        const { main } = scope.head;
        const texts = await scope.roster.textsOf(main, offset, limit);
        return listBody('clients', texts, { total: main.tally.total, ...rest });
      }
      return pageOf(scope, await scope.lines(withArchived), query, rest);
    },
  );
};
