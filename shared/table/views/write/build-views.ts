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
import { ownMetadataKeys } from './metadata-keys.ts';

/** Everything that the views show of one client. */
export interface ClientData {
  readonly client: Client;
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
  readonly memberships: Memberships;
}

/** The entries of one client. */
export interface ClientEntries {
  readonly client: ClientEntry;
  readonly archived: boolean;
  readonly streams: readonly StreamEntry[];
  readonly otherStreams: readonly StreamEntry[];
}

/** All entries of an account, unsorted. */
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
  const streamEntries = (active: boolean) =>
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
    streams: streamEntries(true),
    otherStreams: streamEntries(false),
  };
}

export function collectEntries(clients: Iterable<ClientEntries>): AccountEntries {
  const { entries, add } = entryCollector();
  for (const each of clients) add(each);
  return entries;
}

/** Collects the entries of an account client by client, in any order. */
export function entryCollector(): { readonly entries: AccountEntries; readonly add: (client: ClientEntries) => void } {
  const entries = { clients: [], archived: [], streams: [], otherStreams: [] } as {
    [Part in keyof AccountEntries]: AccountEntries[Part][number][];
  };
  const add = ({ client, archived, streams, otherStreams }: ClientEntries) => {
    (archived ? entries.archived : entries.clients).push(client);
    entries.streams.push(...streams);
    entries.otherStreams.push(...otherStreams);
  };
  return { entries, add };
}

/** Replaces the entries of the changed clients by those that they have now. */
export function withChanges(
  entries: AccountEntries,
  changedIds: ReadonlySet<string>,
  changed: Iterable<ClientEntries>,
): AccountEntries {
  const now = collectEntries(changed);
  const merged = <E extends RosterEntry<EntryFields>>(before: readonly E[], after: readonly E[]) => [
    ...before.filter((entry) => !changedIds.has(clientIdOf(entry))),
    ...after,
  ];
  return {
    clients: merged(entries.clients, now.clients),
    archived: merged(entries.archived, now.archived),
    streams: merged(entries.streams, now.streams),
    otherStreams: merged(entries.otherStreams, now.otherStreams),
  };
}

/** The only way to build views: demo data, the night, projection and repair all use it. */
export function buildViews(entries: AccountEntries, portfolios: readonly Portfolio[], scoredFor: Day | null): Views {
  const clients = rosterOf(scoredFor, entries.clients, entries.archived);
  return {
    clients,
    streams: rosterOf(scoredFor, entries.streams, entries.otherStreams),
    portfolios: portfolioViewOf(
      clients.head.version,
      portfolios,
      entries.clients,
      entries.archived,
      ownMetadataKeys([...entries.clients, ...entries.archived]),
    ),
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
