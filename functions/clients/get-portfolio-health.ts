import type { clientsGroup } from '../../shared/contract/clients.ts';
import { health, plus } from '../../shared/domain/lists/health.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { fromLiveVersion } from '../../shared/http/roster-answer.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';
import { portfolioIdOf } from '../../shared/table/views/read/scoped-clients.ts';

export const getPortfolioHealth: Operation<typeof clientsGroup.endpoints.getPortfolioHealth> = async (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const counted = await fromLiveVersion(
    (reading) => liveVersion(deps, account, reading),
    async (live) =>
      portfolioId === null ? (await live.wholeAccount()).all : (await live.portfolio(portfolioId)).clients,
  );
  const tally = query.include_archived ? plus(counted.main, counted.hidden) : counted.main;
  return smallAnswer({ ...health(tally), customerId: account });
};
