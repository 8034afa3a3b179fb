import type { clients } from '../../shared/contract/clients.ts';
import { fold, search } from '../../shared/domain/search.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import { portfolioIdOf, scopedClients } from '../../shared/table/views/scoped-clients.ts';
import { pageOf } from './page.ts';

export const searchClients: Operation<typeof clients.endpoints.searchClients> = ({ account, query }, deps) => {
  const { query: words, include_archived: withArchived, limit, offset } = query;
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { words, portfolioId, withArchived, limit, offset },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    async (scope) => {
      const named = (await scope.lines(withArchived)).map((line) => ({ line, foldedName: fold(line.side.name) }));
      const found = search(named, words).map(({ line }) => line);
      return pageOf(scope, found, query, { query: words, customerId: account, portfolioId });
    },
  );
};
