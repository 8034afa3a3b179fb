import { type Day, startOfDay } from '../../../domain/dates.ts';
import { type StatisticsEntry, statistics } from '../../../domain/lists/statistics.ts';
import { type ClientEntry, main } from './entries.ts';

/** statistics/overview without and with archived clients. */
export function overviewsOf(clients: readonly ClientEntry[], scoredFor: Day | null): string[] {
  const active = clients.filter(({ part }) => part === main);
  return [active, clients].map((counted) =>
    JSON.stringify({
      // archived clients are counted even when include_archived is false, so callers can see how many were left out
      ...statistics(counted.map(statisticsEntry), clients.length - active.length),
      streamCount: counted.reduce((sum, { fields }) => sum + fields.streams, 0),
      scoresUpdatedAt: scoredFor === null ? null : startOfDay(scoredFor),
    }),
  );
}

function statisticsEntry({ fields }: ClientEntry): StatisticsEntry {
  return {
    score: fields.score,
    hasInsufficientData: fields.insufficient ?? false,
    scoreChanges: fields.scoreChanges,
    alignment: fields.latestRead?.value,
    revenueTTM: fields.revenueTTM,
    currency: fields.currency,
  };
}

/** For accounts that have not published anything yet. */
export const [overviewOfNobody = '{}'] = overviewsOf([], null);
