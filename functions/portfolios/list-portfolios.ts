import type { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { fromLiveVersion } from '../../shared/http/roster-answer.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';
import { customPortfolio, systemPortfoliosOf } from './portfolio.ts';

export const listPortfolios: Operation<typeof portfoliosGroup.endpoints.listPortfolios> = async (
  { account, query },
  deps,
) => {
  const view = await fromLiveVersion(
    (reading) => liveVersion(deps, account, reading),
    (live) => live.portfolios(),
  );
  const listed = [
    ...(query.include_system ? systemPortfoliosOf(account, view) : []),
    ...view.portfolios.map((portfolio) => customPortfolio(account, portfolio)),
  ].map(({ portfolio }) => portfolio);
  return smallAnswer({ portfolios: listed, total: listed.length, customerId: account });
};
