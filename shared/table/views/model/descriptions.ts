import { type Direction, directionOf, directions, moveOf } from '../../../domain/lists/trending.ts';
import { byName, type Scored } from '../../../domain/orders.ts';
import type { Period } from '../../../domain/scoring/changes.ts';
import type { ExtraColumns } from '../../records/portfolios.ts';
import type { RosterName } from '../../store/item-keys.ts';
import { type ClientEntry, type ClientFields, hidden, type Placed, type StreamEntry, shownRead } from './entries.ts';

// What each list shows. A new list of clients is one more description: its pages, order and tallies follow from it.

/** What a list shows of a client or stream. */
interface Shown {
  readonly text: string;
  /** The part of the list that the line belongs to. */
  readonly part: number;
  /** Stored next to the texts, for lists from which views are built, portfolios are shown and files are exported. */
  readonly fields?: object;
  /** Larger comes first, in lists that are ordered by it. */
  readonly size?: number;
}

export type Line = Shown & Scored;

export interface ListDescription<E> {
  /** The number of its parts. Each part has pages of its own, and a request chooses some of them. */
  readonly parts: number;
  /** By default, every entry. */
  readonly has?: (entry: E) => boolean;
  readonly shown: (placed: Placed<E>) => Shown;
  /** By default, best score first. Lines that it does not distinguish keep that order. */
  readonly order?: (a: Line, b: Line) => number;
}

type ClientListDescription = ListDescription<ClientEntry>;

/** All clients; archived ones are hidden. */
export const allClients: ClientListDescription = {
  parts: 2,
  shown: ({ entry, part }) => ({ ...entry, part }),
};

/** All streams; those that are not active are hidden. */
export const allStreams: ListDescription<StreamEntry> = {
  parts: 2,
  shown: ({ entry, part }) => ({ ...entry, part }),
};

/** Every client with its latest alignment read, by name. */
const alignment: ClientListDescription = {
  parts: 2,
  shown: ({ entry, part }) => ({ text: alignmentText(entry.fields), part }),
  order: byName,
};

/**
 * The clients with an earlier score to compare with, largest move first. Each direction has two parts, without and with
 * archived clients.
 */
function trending(period: Period): ClientListDescription {
  return {
    parts: directions.length * 2,
    has: ({ fields }) => moveOf(fields, period) !== undefined,
    shown: ({ entry: { text, fields }, part: partOfClients }) => {
      const change = moveOf(fields, period) ?? 0;
      const part = partOfTrending(directionOf(change), partOfClients === hidden);
      return { text: textWithChanges(text, fields.scoreChanges), part, size: Math.abs(change) };
    },
    order: (a, b) => (b.size ?? 0) - (a.size ?? 0),
  };
}

export function partOfTrending(direction: Direction, archived: boolean): number {
  return directions.indexOf(direction) * 2 + (archived ? 1 : 0);
}

/** Lists of all clients, besides the list of clients itself. */
export const clientLists = {
  alignment,
  trending7day: trending('7day'),
  trending30day: trending('30day'),
} satisfies Record<Exclude<RosterName, 'clients' | 'streams' | 'overview'>, ClientListDescription>;

export const favorites: ClientListDescription = {
  ...allClients,
  has: ({ fields }) => fields.favorite === true,
  shown: ({ entry, part }) => ({ text: entry.text, fields: memberFields(entry.fields), part }),
};

export function membersOf(portfolioId: string): ClientListDescription {
  return {
    ...allClients,
    has: ({ fields }) => columnsIn(fields, portfolioId) !== undefined,
    shown: ({ entry, part }) => ({ text: entry.text, fields: memberFields(entry.fields, portfolioId), part }),
  };
}

/** With the columns of this portfolio alone: else what a client takes would grow with the square of its memberships. */
function memberFields(fields: ClientFields, portfolioId?: string): ClientFields {
  const columnsOf = (id: string) => (id === portfolioId ? (columnsIn(fields, id) ?? {}) : {});
  const portfolios = Object.fromEntries(Object.keys(fields.portfolios).map((id) => [id, columnsOf(id)]));
  return { ...fields, portfolios };
}

/** The entries that a list shows. */
export function entriesIn<E>({ has = () => true }: ListDescription<E>, entries: readonly Placed<E>[]): Placed<E>[] {
  return entries.filter(({ entry }) => has(entry));
}

/** The lines of a list, in order, from entries that have the order of all clients. */
export function linesOf<E>(description: ListDescription<E>, entries: readonly Placed<E>[]): Line[] {
  const { shown, order } = description;
  const lines = entriesIn(description, entries).map((entry): Line => {
    const { id, score, foldedName } = entry;
    return { id, score, foldedName, ...shown(entry) };
  });
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
export function textWithChanges(text: string, scoreChanges: unknown): string {
  return `${text.slice(0, -1)},"scoreChanges":${JSON.stringify(scoreChanges)}}`;
}

/** A client as the detail of a portfolio shows it. */
export function memberText({ id, name, score, scoreChanges, portfolios }: ClientFields, portfolioId: string): string {
  const extraColumns = columnsIn({ portfolios }, portfolioId) ?? {};
  return JSON.stringify({ id, name, score, ...(scoreChanges && { scoreChanges }), extraColumns });
}

/** A client's extra columns in a portfolio; undefined if it is not a member. */
function columnsIn({ portfolios }: Pick<ClientFields, 'portfolios'>, portfolioId: string): ExtraColumns | undefined {
  // an id may have the name of an inherited property, such as `toString`
  return Object.hasOwn(portfolios, portfolioId) ? portfolios[portfolioId] : undefined;
}
