import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import { chosenMoves } from '../../shared/table/views/model/parts.ts';
import { portfolioIdOf } from '../../shared/table/views/read/scoped-clients.ts';
import { trendingClients } from '../../shared/table/views/read/trending.ts';
import { clientsBody } from './page.ts';

export const listTrendingClients: Operation<typeof clientsGroup.endpoints.listTrendingClients> = (
  { account, query },
  deps,
) => {
  const { direction, period, include_archived: withArchived, offset, limit } = query;
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { list: 'trending', account, query: { ...query, portfolio_id: portfolioId } },
    (reading) => trendingClients(deps, account, portfolioId, period, reading),
    async ({ echo, slice }) => {
      const page = await slice(chosenMoves(direction, withArchived), offset, limit);
      return clientsBody({ echo }, page, { direction: direction ?? null, period });
    },
  );
};
