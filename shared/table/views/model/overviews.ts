import { type Day, startOfDay } from '../../../domain/dates.ts';
import { type Considered, countsOf } from '../../../domain/lists/attention.ts';
import { type StatisticsEntry, statistics } from '../../../domain/lists/statistics.ts';
import { type Tracked, trackRecord } from '../../../domain/track-record/record.ts';
import type { ClientEntry } from './entries.ts';
import { main } from './parts.ts';

/** statistics/overview without and with archived clients. The record of leavers is the same in both. */
export function overviewsOf(
  clients: readonly ClientEntry[],
  scoredFor: Day | null,
  known: ReadonlyMap<string, Tracked> = new Map(),
  { named = false, feedFaults = [] }: { readonly named?: boolean; readonly feedFaults?: readonly string[] } = {},
): string[] {
  const active = clients.filter(({ part }) => part === main);
  const ofScope = clients.flatMap(({ id }) => known.get(id) ?? []);
  const record = scoredFor === null ? null : trackRecord(ofScope, scoredFor, { named });
  return [active, clients].map((counted) =>
    JSON.stringify({
      // archived clients are counted even when include_archived is false, so callers can see how many were left out
      ...statistics(counted.map(statisticsEntry), clients.length - active.length),
      attention: countsOf(counted.map(consideredOf)),
      streamCount: counted.reduce((sum, { fields }) => sum + fields.streams, 0),
      scoresUpdatedAt: scoredFor === null ? null : startOfDay(scoredFor),
      trackRecord: record,
      ...(feedFaults.length > 0 && { feedFaults }),
    }),
  );
}

function statisticsEntry({ fields }: ClientEntry): StatisticsEntry {
  return {
    score: fields.score,
    hasInsufficientData: fields.insufficient ?? false,
    changes: fields.changes,
    alignment: fields.latestRead?.value,
    revenueTTM: fields.revenueTTM,
    currency: fields.currency,
  };
}

function consideredOf({ fields, part }: ClientEntry): Considered {
  const { id, score, topics = 0, changes, attention } = fields;
  const moved = { moved7: changes?.['7day'], moved30: changes?.['30day'] };
  return {
    id,
    score,
    scoredTopics: topics,
    change7: changes?.['7day'],
    ...moved,
    ...attention,
    archived: part !== main,
  };
}

/** For accounts that have not published anything yet. */
export const [overviewOfNobody = '{}'] = overviewsOf([], null);
