import type { clients } from '../../shared/contract/clients.ts';
import { startOfDay } from '../../shared/domain/dates.ts';
import { type StatisticsEntry, statistics } from '../../shared/domain/statistics.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import { type ClientLine, portfolioIdOf, scopedClients } from '../../shared/table/views/scoped-clients.ts';

export const getStatisticsOverview: Operation<typeof clients.endpoints.getStatisticsOverview> = (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const withArchived = query.include_archived;
  return rosterAnswer(
    { portfolioId, withArchived },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    async (scope) => {
      const all = await scope.lines(true);
      const counted = withArchived ? all : all.filter(({ aside }) => !aside);
      return JSON.stringify({
        customerId: account,
        portfolioId,
        ...statistics(counted.map(statisticsEntry)),
        // how many there are beside those counted, unless they are counted
        archivedCount: all.filter(({ aside }) => aside).length,
        streamCount: counted.reduce((sum, { side }) => sum + side.streams, 0),
        scoresUpdatedAt: scope.head.scoredFor === null ? null : startOfDay(scope.head.scoredFor),
      });
    },
  );
};

function statisticsEntry({ side, aside }: ClientLine): StatisticsEntry {
  return {
    score: side.score,
    hasInsufficientData: side.insufficient ?? false,
    archived: aside,
    scoreChanges: side.scoreChanges,
    alignment: side.latestRead?.value,
    revenueTTM: side.revenueTTM,
  };
}
