import type { Day } from '../../../domain/dates.ts';
import { startOfDay } from '../../../domain/dates.ts';
import { tallyOf } from '../../../domain/lists/health.ts';
import { type StatisticsEntry, statistics } from '../../../domain/lists/statistics.ts';
import { byName } from '../../../domain/orders.ts';
import type { ExtraColumns } from '../../records/portfolios.ts';
import { type ClientEntry, type ClientFields, type EntryFields, type Placed, shownRead } from './entries.ts';
import { type Head, headOf } from './head.ts';
import { type BuiltList, builtList } from './lists.ts';
import type { PagedList } from './paged-list.ts';
import { cut, cutTexts, nameSize, type Page, type PageRef, type RosterEntry } from './pages.ts';

// The contents of each view: its entries, their order and their texts.

export interface Roster {
  readonly head: Head;
  /** The pages of both lists. */
  readonly pages: readonly Page[];
  /** The list item of the head, and for clients those of the portfolios. */
  readonly lists: readonly BuiltList[];
}

type PlacedClient = Placed<ClientEntry>;

const parts = [0, 1];
const ofPart = <P extends { part: number }>(placed: readonly P[], part: number) =>
  placed.filter((each) => each.part === part);
const orderOf = (placed: readonly { part: number }[]) => placed.map(({ part }) => part).join('');
const refsOf = (pages: readonly Page[]): PageRef[] => pages.map(({ id, count }) => ({ id, count }));

/** A list merged from two parts. Each part has its own pages, which the head names. */
export function rosterOf<E extends RosterEntry<EntryFields>>(
  scoredFor: Day | null,
  placed: readonly Placed<E>[],
  list: BuiltList,
  pagesOf: (entries: readonly E[]) => Page[] = cut,
): Roster {
  const [main = [], hidden = []] = parts.map((part) => pagesOf(ofPart(placed, part).map(({ entry }) => entry)));
  const paged = (pages: readonly Page[], part: number): PagedList => ({
    pages: refsOf(pages),
    tally: tallyOf(ofPart(placed, part).map(({ score }) => score)),
  });
  return {
    head: headOf(scoredFor, paged(main, 0), paged(hidden, 1), list.id),
    pages: [...main, ...hidden],
    lists: [list],
  };
}

/** Streams in the order of their scores. */
export function streamsRoster(streams: readonly Placed<RosterEntry<EntryFields>>[], scoredFor: Day | null): Roster {
  return rosterOf(scoredFor, streams, builtList({ order: orderOf(streams) }));
}

/** Every client with its latest alignment read, by name. */
export function alignmentRoster(clients: readonly PlacedClient[], scoredFor: Day | null): Roster {
  const byNames = clients.toSorted(byName);
  return rosterOf(scoredFor, byNames, builtList({ order: orderOf(byNames) }), (entries) =>
    cutTexts(entries.map(({ fields }) => ({ id: fields.id, text: alignmentText(fields) }))),
  );
}

function alignmentText({ id, name, externalId, score, source, latestRead }: ClientFields): string {
  return JSON.stringify({
    clientId: id,
    clientName: name,
    externalClientId: externalId ?? null,
    serviceScore: score,
    scoreSource: source,
    alignment: latestRead ? shownRead(latestRead) : null,
  });
}

/**
 * The data of the list of all clients that its head does not hold: names to search, and the overviews of the account.
 */
export function allClientsList(clients: readonly PlacedClient[], scoredFor: Day | null): BuiltList {
  const pages = parts.map((part) =>
    cutTexts(
      ofPart(clients, part).map(({ id, foldedName }) => ({ id, text: foldedName })),
      nameSize,
    ),
  );
  const list = { order: orderOf(clients), names: pages.map(refsOf), overviews: overviewsOf(clients, scoredFor) };
  return builtList(list, pages.flat());
}

/** Separates the two texts of an entry: JSON escapes it. */
export const column = '\t';

/**
 * Clients of a portfolio in the order of all clients: the entry of the client lists, then that of the portfolio detail.
 */
export function memberList(
  members: readonly PlacedClient[],
  columnsOf: (fields: ClientFields) => ExtraColumns | undefined,
  scoredFor: Day | null,
): BuiltList {
  const pages = parts.map((part) =>
    cutTexts(
      ofPart(members, part).map(({ id, entry: { text, fields } }) => ({
        id,
        text: `${text}${column}${memberText(fields, columnsOf(fields))}`,
      })),
    ),
  );
  const paged = pages.map((ofOne, part) => ({
    pages: refsOf(ofOne),
    tally: tallyOf(ofPart(members, part).map(({ score }) => score)),
  }));
  const list = { order: orderOf(members), parts: paged, overviews: overviewsOf(members, scoredFor) };
  return builtList(list, pages.flat());
}

/** A client as a portfolio detail shows it. */
export function memberText({ id, name, score, scoreChanges }: ClientFields, columns: ExtraColumns = {}): string {
  return JSON.stringify({ id, name, score, ...(scoreChanges && { scoreChanges }), extraColumns: columns });
}

/** A client's extra columns in a portfolio; undefined if it is not a member. */
export function columnsIn({ portfolios }: ClientFields, portfolioId: string): ExtraColumns | undefined {
  // an id may have the name of an inherited property, such as `toString`
  return Object.hasOwn(portfolios, portfolioId) ? portfolios[portfolioId] : undefined;
}

/** statistics/overview without and with archived clients. */
function overviewsOf(clients: readonly PlacedClient[], scoredFor: Day | null): string[] {
  const archivedCount = ofPart(clients, 1).length;
  return [ofPart(clients, 0), clients].map((counted) =>
    JSON.stringify({
      ...statistics(counted.map(statisticsEntry)),
      // counted even when include_archived is false, so callers can see how many were left out
      archivedCount,
      streamCount: counted.reduce((sum, { entry }) => sum + entry.fields.streams, 0),
      scoresUpdatedAt: scoredFor === null ? null : startOfDay(scoredFor),
    }),
  );
}

function statisticsEntry({ entry: { fields }, part }: PlacedClient): StatisticsEntry {
  return {
    score: fields.score,
    hasInsufficientData: fields.insufficient ?? false,
    archived: part === 1,
    scoreChanges: fields.scoreChanges,
    alignment: fields.latestRead?.value,
    revenueTTM: fields.revenueTTM,
  };
}

/** Used for accounts that have not published anything yet. */
export const emptyViewList = allClientsList([], null).list;
