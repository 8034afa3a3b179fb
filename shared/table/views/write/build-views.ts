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
  clientOf,
  inOrder,
  type Side,
  type StreamEntry,
  streamEntry,
} from '../read/entries.ts';
import { type Head, headOf, type List } from '../read/head.ts';
import { cut, type Entry, type Page } from '../read/pages.ts';
import { type PortfolioView, portfolioViewOf } from '../read/portfolio-view.ts';

/** Everything that the views say of one client is made of this. */
export interface ClientFacts {
  readonly client: Client;
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
  readonly memberships: Memberships;
}

/** The lines of one client in the rosters. */
export interface Lines {
  readonly client: ClientEntry;
  readonly archived: boolean;
  readonly streams: readonly StreamEntry[];
  readonly otherStreams: readonly StreamEntry[];
}

/** All lines of an account, in any order. */
export interface Book {
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

export function linesOf(account: Account, { client, score, streams, memberships }: ClientFacts): Lines {
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

export function bookOf(lines: Iterable<Lines>): Book {
  const { book, add } = openBook();
  for (const each of lines) add(each);
  return book;
}

/** A book that is written a client at a time, in any order. */
export function openBook(): { readonly book: Book; readonly add: (lines: Lines) => void } {
  const book = { clients: [], archived: [], streams: [], otherStreams: [] } as {
    [Part in keyof Book]: Book[Part][number][];
  };
  const add = ({ client, archived, streams, otherStreams }: Lines) => {
    (archived ? book.archived : book.clients).push(client);
    book.streams.push(...streams);
    book.otherStreams.push(...otherStreams);
  };
  return { book, add };
}

/** The book after some clients changed: their old lines go, whatever they have now comes. */
export function withChanges(book: Book, changedIds: ReadonlySet<string>, lines: Iterable<Lines>): Book {
  const now = bookOf(lines);
  const merged = <E extends Entry<Side>>(before: readonly E[], after: readonly E[]) => [
    ...before.filter((entry) => !changedIds.has(clientOf(entry))),
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
export function viewsOf(book: Book, portfolios: readonly Portfolio[], scoredFor: Day | null): Views {
  const clients = rosterOf(scoredFor, book.clients, book.archived);
  return {
    clients,
    streams: rosterOf(scoredFor, book.streams, book.otherStreams),
    portfolios: portfolioViewOf(clients.head.version, portfolios, book.clients, book.archived),
  };
}

function rosterOf<S extends Side>(
  scoredFor: Day | null,
  main: readonly Entry<S>[],
  aside: readonly Entry<S>[],
): Roster {
  const mainPages = cut(inOrder(main));
  const asidePages = cut(inOrder(aside));
  return {
    head: headOf(scoredFor, listOf(mainPages, main), listOf(asidePages, aside)),
    pages: [...mainPages, ...asidePages],
  };
}

function listOf(pages: readonly Page[], entries: readonly Entry<Side>[]): List {
  return {
    pages: pages.map(({ id, count }) => ({ id, count })),
    tally: tallyOf(entries.map(({ side }) => side.score)),
  };
}
