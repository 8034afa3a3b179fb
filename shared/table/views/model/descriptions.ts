import type { AlignmentValue } from '../../../domain/alignment.ts';
import { type Direction, directionOf, directions, moveOf } from '../../../domain/lists/trending.ts';
import { byName, compareTexts, type Scored } from '../../../domain/orders.ts';
import type { Period } from '../../../domain/scoring/changes.ts';
import type { ExtraColumns } from '../../records/portfolios.ts';
import type { RosterName } from '../../store/item-keys.ts';
import { type ClientEntry, type ClientFields, type Placed, type StreamEntry, shownRead } from './entries.ts';
import type { RosterEntry } from './pages.ts';

// What each list shows. A new list of clients is one more description: its pages, order and tallies follow from it.

/** What a list shows of a client or stream. */
interface Shown {
  readonly text: string;
  /** The part of the list that the line belongs to. */
  readonly part: number;
  /** Stored next to the texts, for lists from which views are built and files are exported. */
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
type TrendingFields = Pick<ClientFields, 'scoreChanges'> & { readonly id: string };

/** All clients; the second part has the archived ones. */
export const allClients: ClientListDescription = {
  parts: 2,
  shown: ({ entry, part }) => ({ ...entry, part }),
};

/** All streams; the second part has those that are not active. */
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
export function trending(period: Period): ListDescription<RosterEntry<TrendingFields>> {
  return {
    parts: directions.length * 2,
    has: ({ fields }) => moveOf(fields, period) !== undefined,
    shown: ({ entry: { text, fields }, part: archived }) => {
      const change = moveOf(fields, period) ?? 0;
      const part = partOfTrending(directionOf(change), archived === 1);
      return { text: textWithChanges(text, fields.scoreChanges), part, size: Math.abs(change) };
    },
    order: (a, b) => (b.size ?? 0) - (a.size ?? 0),
  };
}

export function partOfTrending(direction: Direction, archived: boolean): number {
  return directions.indexOf(direction) * 2 + (archived ? 1 : 0);
}

/** Rosters that are lists of clients, besides the list of clients itself. */
export type ClientRosterName = Exclude<RosterName, 'clients' | 'streams' | 'overview'>;

/** Lists of clients with a head of their own. */
export const clientRosters = {
  alignment,
  trending7day: trending('7day'),
  trending30day: trending('30day'),
} satisfies Record<ClientRosterName, ClientListDescription>;

export const favorites: ClientListDescription = {
  parts: 2,
  has: ({ fields }) => fields.favorite === true,
  shown: ({ entry, part }) => ({ text: textsOfMember(entry, {}), part }),
};

export function membersOf(portfolioId: string): ClientListDescription {
  return {
    parts: 2,
    has: ({ fields }) => columnsIn(fields, portfolioId) !== undefined,
    shown: ({ entry, part }) => ({ text: textsOfMember(entry, columnsIn(entry.fields, portfolioId)), part }),
  };
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
function textWithChanges(text: string, scoreChanges: unknown): string {
  return `${text.slice(0, -1)},"scoreChanges":${JSON.stringify(scoreChanges)}}`;
}

/** Separates the three texts of a member: JSON escapes it. */
export const column = '\t';

/** A client's entry in the client lists, its entry in the portfolio detail, and what only exports show. */
function textsOfMember({ text, fields }: ClientEntry, columns: ExtraColumns | undefined): string {
  return [text, memberText(fields, columns), JSON.stringify(exportFieldsOf(fields))].join(column);
}

/** What an export shows of a client in addition to its entries in lists. */
export interface ExportFields {
  readonly location?: string;
  readonly externalId?: string;
  /** The value of the latest read. */
  readonly alignment?: AlignmentValue;
  /** Ids of the portfolios that the client is in, sorted. */
  readonly portfolios?: readonly string[];
}

export function exportFieldsOf({ location, externalId, latestRead, portfolios }: ClientFields): ExportFields {
  const ids = Object.keys(portfolios).sort(compareTexts);
  return {
    ...(location !== undefined && { location }),
    ...(externalId !== undefined && { externalId }),
    ...(latestRead && { alignment: latestRead.value }),
    ...(ids.length > 0 && { portfolios: ids }),
  };
}

/** A client as a portfolio detail shows it. */
export function memberText({ id, name, score, scoreChanges }: ClientFields, columns: ExtraColumns = {}): string {
  return JSON.stringify({ id, name, score, ...(scoreChanges && { scoreChanges }), extraColumns: columns });
}

/** A client's extra columns in a portfolio; undefined if it is not a member. */
function columnsIn({ portfolios }: ClientFields, portfolioId: string): ExtraColumns | undefined {
  // an id may have the name of an inherited property, such as `toString`
  return Object.hasOwn(portfolios, portfolioId) ? portfolios[portfolioId] : undefined;
}
