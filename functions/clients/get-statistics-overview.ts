import type { clientsGroup } from '../../shared/contract/clients.ts';
import { startOfDay } from '../../shared/domain/dates.ts';
import { type StatisticsEntry, statistics } from '../../shared/domain/lists/statistics.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import type { LocatedClient } from '../../shared/table/views/read/scoped-clients.ts';

export const getStatisticsOverview: Operation<typeof clientsGroup.endpoints.getStatisticsOverview> = (call, deps) =>
  scopedAnswer('statistics', call, deps, async (scope) => {
    const everyone = await scope.locatedEntries(true);
    const counted = call.query.include_archived ? everyone : everyone.filter(({ hidden }) => !hidden);
    const { scoredFor } = scope.head;
    return JSON.stringify({
      ...scope.echo,
      ...statistics(counted.map(statisticsEntry)),
      // counted even when include_archived is false, so callers can see how many were left out
      archivedCount: everyone.filter(({ hidden }) => hidden).length,
      streamCount: counted.reduce((sum, { fields }) => sum + fields.streams, 0),
      scoresUpdatedAt: scoredFor === null ? null : startOfDay(scoredFor),
    });
  });

function statisticsEntry({ fields, hidden }: LocatedClient): StatisticsEntry {
  return {
    score: fields.score,
    hasInsufficientData: fields.insufficient ?? false,
    archived: hidden,
    scoreChanges: fields.scoreChanges,
    alignment: fields.latestRead?.value,
    revenueTTM: fields.revenueTTM,
  };
}
