import { type Day, startOfDay } from '../../../domain/dates.ts';
import { type StatisticsEntry, statistics } from '../../../domain/lists/statistics.ts';
import type { ClientEntry, Placed } from './entries.ts';
import { headOf } from './head.ts';
import { builtList, type ViewList } from './lists.ts';
import { cut, nameSize, type Page } from './pages.ts';
import { type Roster, refsOf } from './rosters.ts';

type PlacedClient = Placed<ClientEntry>;

/** The folded names of all clients in pages, without and with archived clients. Search reads all of them. */
export function namesOf(clients: readonly PlacedClient[]): { names: ViewList['names']; pages: Page[] } {
  const pages = [0, 1].map((part) =>
    cut(
      clients.filter((each) => each.part === part).map(({ id, foldedName }) => ({ id, text: foldedName })),
      nameSize,
    ),
  );
  return { names: pages.map(refsOf), pages: pages.flat() };
}

/** statistics/overview of all clients. A roster of its own, because the head of the clients grows with the account. */
export function overviewRoster(clients: readonly PlacedClient[], scoredFor: Day | null): Roster {
  const list = builtList({ order: '', overviews: overviewsOf(clients, scoredFor) });
  return { head: headOf(scoredFor, [], list.id), pages: [], lists: [list] };
}

/** statistics/overview without and with archived clients. */
export function overviewsOf(clients: readonly PlacedClient[], scoredFor: Day | null): string[] {
  const active = clients.filter(({ part }) => part === 0);
  return [active, clients].map((counted) =>
    JSON.stringify({
      // archived clients are counted even when include_archived is false, so callers can see how many were left out
      ...statistics(counted.map(statisticsEntry), clients.length - active.length),
      streamCount: counted.reduce((sum, { entry }) => sum + entry.fields.streams, 0),
      scoresUpdatedAt: scoredFor === null ? null : startOfDay(scoredFor),
    }),
  );
}

function statisticsEntry({ entry: { fields } }: PlacedClient): StatisticsEntry {
  return {
    score: fields.score,
    hasInsufficientData: fields.insufficient ?? false,
    scoreChanges: fields.scoreChanges,
    alignment: fields.latestRead?.value,
    revenueTTM: fields.revenueTTM,
  };
}
