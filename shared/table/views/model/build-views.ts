import type { Day } from '../../../domain/dates.ts';
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
  merged,
  type StreamEntry,
  streamEntry,
} from './entries.ts';
import { ownMetadataKeys } from './metadata-keys.ts';
import type { RosterEntry } from './pages.ts';
import { type PortfolioView, portfolioViewOf } from './portfolio-view.ts';
import {
  alignmentRoster,
  allClientsList,
  columnsIn,
  memberList,
  type Roster,
  rosterOf,
  streamsRoster,
} from './view-lists.ts';

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

export interface Views {
  readonly clients: Roster;
  readonly streams: Roster;
  readonly alignment: Roster;
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
  const replaced = <E extends RosterEntry<EntryFields>>(before: readonly E[], after: readonly E[]) => [
    ...before.filter((entry) => !changedIds.has(clientIdOf(entry))),
    ...after,
  ];
  return {
    clients: replaced(entries.clients, now.clients),
    archived: replaced(entries.archived, now.archived),
    streams: replaced(entries.streams, now.streams),
    otherStreams: replaced(entries.otherStreams, now.otherStreams),
  };
}

/** The only way to build views: demo data, the night, projection and repair all use it. */
export function buildViews(entries: AccountEntries, portfolios: readonly Portfolio[], scoredFor: Day | null): Views {
  const clients = merged(entries.clients, entries.archived);
  const favorites = memberList(
    clients.filter(({ entry }) => entry.fields.favorite),
    () => undefined,
    scoredFor,
  );
  const byPortfolio = new Map(
    portfolios.map(({ id }) => [
      id,
      memberList(
        clients.filter(({ entry }) => columnsIn(entry.fields, id)),
        (fields) => columnsIn(fields, id),
        scoredFor,
      ),
    ]),
  );
  const roster = rosterOf(scoredFor, clients, allClientsList(clients, scoredFor));
  return {
    clients: { ...roster, lists: [...roster.lists, favorites, ...byPortfolio.values()] },
    streams: streamsRoster(merged(entries.streams, entries.otherStreams), scoredFor),
    alignment: alignmentRoster(clients, scoredFor),
    portfolios: portfolioViewOf(
      roster.head,
      portfolios,
      { favorites, byPortfolio },
      ownMetadataKeys([...entries.clients, ...entries.archived]),
    ),
  };
}
