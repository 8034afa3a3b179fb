import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import { overviewOfNobody } from '../../shared/table/views/model/overviews.ts';
import { portfolioIdOf, scopedClients } from '../../shared/table/views/read/scoped-clients.ts';

export const getStatisticsOverview: Operation<typeof clientsGroup.endpoints.getStatisticsOverview> = (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { list: 'statistics', account, query: { ...query, portfolio_id: portfolioId } },
    (reading) => scopedClients(deps, account, portfolioId, reading, 'overview'),
    async ({ echo, list }) => {
      const { overviews } = await list.item();
      const overview = overviews[query.include_archived ? 1 : 0] ?? overviewOfNobody;
      return `${JSON.stringify(echo).slice(0, -1)},${overview.slice(1)}`;
    },
  );
};
