import type { Day } from '../../../domain/dates.ts';
import { tallyOf } from '../../../domain/lists/health.ts';
import type { Client } from '../../records/clients.ts';
import type { Memberships, Portfolio } from '../../records/portfolios.ts';
import type { ClientScore } from '../../records/scores.ts';
import type { ScoredStream } from '../../records/streams.ts';
import type { Account } from '../../store/item-keys.ts';
import {
  type ClientEntry,
  clientEntry,
  clientIdOf,
  type EntryFields,
  type StreamEntry,
  sortEntries,
  streamEntry,
} from '../read/entries.ts';
import { type Head, headOf, type PagedList } from '../read/head.ts';
import { cut, type Page, type RosterEntry } from '../read/pages.ts';
import { type PortfolioView, portfolioViewOf } from '../read/portfolio-view.ts';

/** Everything that the views say of one client is made of this. */
export interface ClientData {
  readonly client: Client;
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
  readonly memberships: Memberships;
}

/** The lines of one client in the rosters. */
export interface ClientEntries {
  readonly client: ClientEntry;
  readonly archived: boolean;
  readonly streams: readonly StreamEntry[];
  readonly otherStreams: readonly StreamEntry[];
}

/** All lines of an account, in any order. */
export interface AccountEntries {
  readonly clients: readonly ClientEntry[];
  readonly archived: readonly ClientEntry[];
  readonly streams: readonly StreamEntry[];
  readonly otherStreams: readonly StreamEntry[];
}

export interface Roster {
  readonly head: Head;
  /** Of both lists. */
  readonly pages: readonly Page[];
}

export interface Views {
  readonly clients: Roster;
  readonly streams: Roster;
  readonly portfolios: PortfolioView;
}

export function entriesOfClient(account: Account, { client, score, streams, memberships }: ClientData): ClientEntries {
  const lines = (active: boolean) =>
    streams
      .filter(({ stream }) => (stream.state === 'active') === active)
      .map((each) => streamEntry(account, client, each.stream, each.score));
  return {
    client: clientEntry(
      account,
      client,
      score,
      streams.map(({ stream }) => stream),
      memberships,
    ),
    archived: client.archived,
    streams: lines(true),
    otherStreams: lines(false),
  };
}

export function collectEntries(lines: Iterable<ClientEntries>): AccountEntries {
  const { book, add } = entryCollector();
  for (const each of lines) add(each);
  return book;
}

/** A book that is written a client at a time, in any order. */
export function entryCollector(): { readonly book: AccountEntries; readonly add: (lines: ClientEntries) => void } {
  const book = { clients: [], archived: [], streams: [], otherStreams: [] } as {
    [Part in keyof AccountEntries]: AccountEntries[Part][number][];
  };
  const add = ({ client, archived, streams, otherStreams }: ClientEntries) => {
    (archived ? book.archived : book.clients).push(client);
    book.streams.push(...streams);
    book.otherStreams.push(...otherStreams);
  };
  return { book, add };
}

/** The book after some clients changed: their old lines go, whatever they have now comes. */
export function withChanges(
  book: AccountEntries,
  changedIds: ReadonlySet<string>,
  lines: Iterable<ClientEntries>,
): AccountEntries {
  const now = collectEntries(lines);
  const merged = <E extends RosterEntry<EntryFields>>(before: readonly E[], after: readonly E[]) => [
    ...before.filter((entry) => !changedIds.has(clientIdOf(entry))),
    ...after,
  ];
  return {
    clients: merged(book.clients, now.clients),
    archived: merged(book.archived, now.archived),
    streams: merged(book.streams, now.streams),
    otherStreams: merged(book.otherStreams, now.otherStreams),
  };
}

/** The one way from lines to views: for a demo, a night, a changed fact and a repair alike. */
export function buildViews(book: AccountEntries, portfolios: readonly Portfolio[], scoredFor: Day | null): Views {
  const clients = rosterOf(scoredFor, book.clients, book.archived);
  return {
    clients,
    streams: rosterOf(scoredFor, book.streams, book.otherStreams),
    portfolios: portfolioViewOf(clients.head.version, portfolios, book.clients, book.archived),
  };
}

function rosterOf<S extends EntryFields>(
  scoredFor: Day | null,
  main: readonly RosterEntry<S>[],
  hidden: readonly RosterEntry<S>[],
): Roster {
  const mainPages = cut(sortEntries(main));
  const hiddenPages = cut(sortEntries(hidden));
  return {
    head: headOf(scoredFor, listOf(mainPages, main), listOf(hiddenPages, hidden)),
    pages: [...mainPages, ...hiddenPages],
  };
}

function listOf(pages: readonly Page[], entries: readonly RosterEntry<EntryFields>[]): PagedList {
  return {
    pages: pages.map(({ id, count }) => ({ id, count })),
    tally: tallyOf(entries.map(({ fields }) => fields.score)),
  };
}
