import type { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { readPortfolioView } from '../../shared/table/views/model/portfolio-view.ts';
import { customPortfolio, systemPortfoliosOf } from './portfolio.ts';

export const listPortfolios: Operation<typeof portfoliosGroup.endpoints.listPortfolios> = async (
  { account, query },
  { table },
) => {
  const view = await readPortfolioView(table, account);
  const listed = [
    ...(query.include_system ? systemPortfoliosOf(account, view) : []),
    ...(view?.portfolios ?? []).map((portfolio) => customPortfolio(account, portfolio)),
  ].map(({ portfolio }) => portfolio);
  return smallAnswer({ portfolios: listed, total: listed.length, customerId: account });
};
