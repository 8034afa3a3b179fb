import type { Day } from '../../../domain/dates.ts';
import type { Client } from '../../records/clients.ts';
import type { Memberships, Portfolio } from '../../records/portfolios.ts';
import type { ClientScore } from '../../records/scores.ts';
import type { ScoredStream } from '../../records/streams.ts';
import { type Account, type RosterName, rosterNames } from '../../store/item-keys.ts';
import { namesOf, overviewRoster, overviewsOf } from './all-clients.ts';
import {
  allClients,
  allStreams,
  type ClientRosterName,
  clientRosters,
  favorites,
  type ListDescription,
  membersOf,
} from './descriptions.ts';
import { type ClientEntry, clientEntry, merged, type StreamEntry, streamEntry } from './entries.ts';
import type { KeptLists } from './kept-lists.ts';
import type { BuiltList } from './lists.ts';
import { type CompleteVersions, lastPublishedNight } from './live-versions.ts';
import { ownMetadataKeys } from './metadata-keys.ts';
import { type Members, membersIn, type PortfolioView, portfolioViewOf } from './portfolio-view.ts';
import { builtMemberList, builtRoster, entriesIn, type Roster } from './rosters.ts';

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

export type Views = Readonly<Record<RosterName, Roster>> & { readonly portfolios: PortfolioView };

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

/**
 * The only way to build views: demo data, the night, projection and repair all use it. Lists that a change does not touch
 * are kept, if it is known what has changed.
 */
export function buildViews(
  entries: AccountEntries,
  portfolios: readonly Portfolio[],
  scoredFor: Day | null,
  kept?: KeptLists,
): Views {
  const clients = merged(entries.clients, entries.archived);
  const built: BuiltList[] = [];
  const membersFor = (description: ListDescription<ClientEntry>): Members => {
    const members = entriesIn(description, clients);
    const list = builtMemberList(description, members, { overviews: overviewsOf(members, scoredFor) });
    built.push(list);
    return membersIn(list);
  };
  const ofFavorites = kept?.favorites() ?? membersFor(favorites);
  const byPortfolio = new Map(portfolios.map(({ id }) => [id, kept?.members(id) ?? membersFor(membersOf(id))]));

  const { names, pages } = namesOf(clients);
  const roster = builtRoster(allClients, clients, scoredFor, { names }, pages);
  const rosterNamed = (name: ClientRosterName) =>
    kept?.roster(name) ?? builtRoster(clientRosters[name], clients, scoredFor);
  const rosterNamesOfClients = Object.keys(clientRosters) as ClientRosterName[];
  const ofClients = Object.fromEntries(rosterNamesOfClients.map((name) => [name, rosterNamed(name)]));
  return {
    clients: { ...roster, lists: [...roster.lists, ...built] },
    streams: kept?.streams() ?? builtRoster(allStreams, merged(entries.streams, entries.otherStreams), scoredFor),
    ...(ofClients as Record<ClientRosterName, Roster>),
    overview: overviewRoster(clients, scoredFor),
    portfolios: portfolioViewOf(
      roster.head,
      portfolios,
      { favorites: ofFavorites, byPortfolio },
      kept?.metadataKeys() ?? ownMetadataKeys(clients.map(({ entry }) => entry)),
    ),
  };
}

/** The live views with other streams. */
export function viewsWithStreams(
  live: CompleteVersions,
  { streams, otherStreams }: Pick<AccountEntries, 'streams' | 'otherStreams'>,
): Views {
  const kept = (name: RosterName): Roster => ({ head: live[name], pages: [], lists: [] });
  const rosters = Object.fromEntries(rosterNames.map((name) => [name, kept(name)])) as Record<RosterName, Roster>;
  return {
    ...rosters,
    streams: builtRoster(allStreams, merged(streams, otherStreams), lastPublishedNight(live)),
    portfolios: live.portfolios,
  };
}
