import type { clientsGroup } from '../../shared/contract/clients.ts';
import { dateOf } from '../../shared/domain/dates.ts';
import { health } from '../../shared/domain/lists/health.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { healthHistory } from '../../shared/table/records/health-history.ts';

export const getPortfolioHealthHistory: Operation<typeof clientsGroup.endpoints.getPortfolioHealthHistory> = async (
  { account, query },
  { table },
) => {
  const { last, tallies } = await healthHistory(table, account);
  const shown = tallies.slice(-query.days);
  return smallAnswer({
    history: shown.map((tally, at) => {
      const { score, breakdown } = health(tally);
      return { date: dateOf(last - shown.length + 1 + at), score, breakdown };
    }),
    customerId: account,
  });
};
