import { directionOf } from '../../../domain/lists/trending.ts';
import { byName, type Scored } from '../../../domain/orders.ts';
import { changesTo, type Period } from '../../../domain/scoring/changes.ts';
import type { ExtraColumns } from '../../entities/member.ts';
import type { RosterName } from '../../store/item-keys.ts';
import { type ClientEntry, type ClientFields, type Entry, type StreamEntry, shownRead } from './entries.ts';
import { hidden, partOfMove, partsOfClients, partsOfStreams, partsOfTrending } from './parts.ts';

// What each list shows. A new list of clients is one more description: its pages, order and tallies follow from it.

/** What a list shows of an entry. */
export interface Line extends Readonly<Scored> {
  readonly text: string;
  readonly part: number;
  /** Stored next to the texts, where exports, filters and other answers need them. */
  readonly fields?: object | undefined;
  /** Larger comes first, in lists that are ordered by it. */
  readonly size?: number;
}

export interface ListDescription<E extends Entry> {
  /** The number of its parts. */
  readonly parts: number;
  /** By default, every entry. */
  readonly has?: (entry: E) => boolean;
  /** By default, the entry as it is. */
  readonly shown?: (entry: E) => Line;
  /** By default, best score first. Lines that it does not distinguish keep that order. */
  readonly order?: (a: Line, b: Line) => number;
}

type ClientListDescription = ListDescription<ClientEntry>;

/** All clients; archived ones are hidden. */
export const everyClient: ClientListDescription = { parts: partsOfClients };

/** All streams; those that are not active, and those of archived clients, are hidden. Only texts are read of it. */
export const everyStream: ListDescription<StreamEntry> = {
  parts: partsOfStreams,
  shown: (entry) => ({ ...entry, fields: undefined }),
};

/** Every client with its latest alignment read, by name. */
const alignment: ClientListDescription = {
  parts: partsOfClients,
  shown: (entry) => ({ ...entry, text: alignmentText(entry.fields), fields: undefined }),
  order: byName,
};

/**
 * The clients with an earlier score to compare with, largest move first. Each direction has two parts, without and with
 * archived clients.
 */
function trending(period: Period): ClientListDescription {
  return {
    parts: partsOfTrending,
    has: ({ fields }) => fields.changes?.[period] !== undefined,
    shown: (entry) => {
      const { part = 0, size = 0 } = moveIn(entry, period) ?? {};
      return { ...entry, text: textWithChanges(entry.text, entry.fields), fields: undefined, part, size };
    },
    order: largestFirst,
  };
}

/** The part of a list of trending clients that a client is in, and the size of its move; undefined if it has none. */
export function moveIn({ fields, part }: Pick<ClientEntry, 'fields' | 'part'>, period: Period) {
  const change = fields.changes?.[period];
  if (change === undefined) return undefined;
  return { part: partOfMove(directionOf(change), part === hidden), size: Math.abs(change) };
}

export function largestFirst(a: Pick<Line, 'size'>, b: Pick<Line, 'size'>): number {
  return (b.size ?? 0) - (a.size ?? 0);
}

/** Lists of all clients, besides the list of clients itself. */
export const clientLists = {
  alignment,
  trending7day: trending('7day'),
  trending30day: trending('30day'),
} satisfies Record<Exclude<RosterName, 'clients' | 'streams' | 'overview' | 'changed'>, ClientListDescription>;

export const favorites: ClientListDescription = {
  ...everyClient,
  has: ({ fields }) => fields.favorite === true,
  shown: (entry) => ({ ...entry, fields: memberFields(entry.fields) }),
};

export function inPortfolio(portfolioId: string): ClientListDescription {
  return {
    ...everyClient,
    has: ({ fields }) => columnsIn(fields, portfolioId) !== undefined,
    shown: (entry) => ({ ...entry, fields: memberFields(entry.fields, portfolioId) }),
  };
}

/**
 * With the columns of this portfolio alone, else what a client takes would grow with the square of its memberships, and
 * without what only few exports show.
 */
function memberFields({ topicScores, points, ...fields }: ClientFields, portfolioId?: string): ClientFields {
  const columnsOf = (id: string) => (id === portfolioId ? (columnsIn(fields, id) ?? {}) : {});
  const portfolios = Object.fromEntries(Object.keys(fields.portfolios).map((id) => [id, columnsOf(id)]));
  return { ...fields, portfolios };
}

/** The entries that a list shows. */
export function entriesIn<E extends Entry>({ has = () => true }: ListDescription<E>, entries: readonly E[]): E[] {
  return entries.filter(has);
}

/** The lines of a list, in order, from entries that have the order of all clients. */
export function linesOf<E extends Entry>(description: ListDescription<E>, entries: readonly E[]): Line[] {
  const { shown = (entry) => entry, order } = description;
  const lines = entriesIn(description, entries).map(shown);
  return order ? lines.sort(order) : lines;
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

/** The entry of the client lists with `scoreChanges` added. */
export function textWithChanges(
  text: string,
  { score, changes = {} }: Pick<ClientFields, 'score' | 'changes'>,
): string {
  return `${text.slice(0, -1)},"scoreChanges":${JSON.stringify(changesTo(score, changes))}}`;
}

/** A client as the detail of a portfolio shows it. */
export function memberText({ id, name, score, changes, portfolios }: ClientFields, portfolioId: string): string {
  const extraColumns = columnsIn({ portfolios }, portfolioId) ?? {};
  return JSON.stringify({ id, name, score, ...(changes && { scoreChanges: changesTo(score, changes) }), extraColumns });
}

/** A client's extra columns in a portfolio; undefined if it is not a member. */
export function columnsIn(
  { portfolios }: Pick<ClientFields, 'portfolios'>,
  portfolioId: string,
): ExtraColumns | undefined {
  // an id may have the name of an inherited property, such as `toString`
  return Object.hasOwn(portfolios, portfolioId) ? portfolios[portfolioId] : undefined;
}
