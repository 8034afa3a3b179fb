import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import { overviewOf } from '../../shared/table/views/read/overview.ts';
import { portfolioIdOf } from '../../shared/table/views/read/scoped-clients.ts';

export const getStatisticsOverview: Operation<typeof clientsGroup.endpoints.getStatisticsOverview> = (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { list: 'statistics', account, query: { ...query, portfolio_id: portfolioId } },
    (reading) => overviewOf(deps, account, portfolioId, reading),
    async ({ echo, text }) => {
      const overview = await text(query.include_archived);
      return `${JSON.stringify(echo).slice(0, -1)},${overview.slice(1)}`;
    },
  );
};
