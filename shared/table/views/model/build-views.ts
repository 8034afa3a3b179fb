import type { Day } from '../../../domain/dates.ts';
import type { Named } from '../../access/root.ts';
import type { Client } from '../../records/clients.ts';
import type { Memberships, Portfolio } from '../../records/portfolios.ts';
import type { ClientScore } from '../../records/scores.ts';
import type { ScoredStream } from '../../records/streams.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import {
  allClients,
  allStreams,
  clientLists,
  entriesIn,
  favorites,
  type ListDescription,
  linesOf,
  membersOf,
} from './descriptions.ts';
import {
  type ClientEntry,
  clientEntry,
  hidden,
  inOrder,
  main,
  type Placed,
  placed,
  type StreamEntry,
  streamEntry,
} from './entries.ts';
import { type BuiltList, builtList, type Members, membersIn } from './lists.ts';
import { ownMetadataKeys } from './metadata-keys.ts';
import { overviewsOf } from './overviews.ts';
import { cut, nameSize } from './pages.ts';
import { type PortfolioView, portfolioViewId, shownPortfolios } from './portfolio-view.ts';

/** Everything that the views show of one client. */
export interface ClientData {
  readonly client: Client;
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
  readonly memberships: Memberships;
}

/** Entries of an account, in any order. */
export interface Entries {
  readonly clients: Placed<ClientEntry>[];
  readonly streams: Placed<StreamEntry>[];
}

export const noEntries = (): Entries => ({ clients: [], streams: [] });

/** Adds the entries of one client. */
export function addEntries(
  { clients, streams }: Entries,
  account: Account,
  { client, score, streams: own, memberships }: ClientData,
): void {
  const states = own.map(({ stream }) => stream);
  const entry = clientEntry(account, client, score, states, memberships);
  clients.push(placed(entry, client.archived ? hidden : main));
  for (const each of own) {
    const part = each.stream.state === 'active' ? main : hidden;
    streams.push(placed(streamEntry(account, client, each.stream, each.score), part));
  }
}

/** The views of an account: what its root names, and the lists among it that may not be stored yet. */
export interface Views {
  readonly scoredFor: Day | null;
  readonly lists: Named['lists'];
  readonly portfolios: PortfolioView;
  readonly built: readonly BuiltList[];
}

/** What the root names if these views are live. */
export function namedBy({ lists, portfolios }: Views): Named {
  return { lists, portfolios: portfolioViewId(portfolios) };
}

/** The live lists that a change leaves as they are. `undefined` means that a list has to be built. */
export interface Kept {
  readonly list: (name: keyof typeof clientLists, description: ListDescription<ClientEntry>) => string | undefined;
  readonly favorites: () => Members | undefined;
  readonly members: (portfolioId: string) => Members | undefined;
  readonly metadataKeys: () => readonly string[] | undefined;
}

export const keepNothing: Kept = {
  list: () => undefined,
  favorites: () => undefined,
  members: () => undefined,
  metadataKeys: () => undefined,
};

/** The only way to build views: demo data, the night, projection and repair all use it. */
export function buildViews(entries: Entries, portfolios: readonly Portfolio[], scoredFor: Day | null): Views {
  const ofClients = clientViews(entries.clients, portfolios, scoredFor);
  const streams = streamList(entries.streams);
  return {
    ...{ scoredFor, portfolios: ofClients.portfolios },
    lists: { ...ofClients.lists, streams: streams.id },
    built: [...ofClients.built, streams],
  };
}

export function streamList(entries: readonly Placed<StreamEntry>[]): BuiltList {
  return listOf('streams', allStreams, inOrder(entries));
}

/** Everything but the list of streams. */
export function clientViews(
  entries: readonly Placed<ClientEntry>[],
  portfolios: readonly Portfolio[],
  scoredFor: Day | null,
  kept: Kept = keepNothing,
): Pick<Views, 'portfolios' | 'built'> & { lists: Omit<Named['lists'], 'streams'> } {
  const clients = inOrder(entries);
  const built: BuiltList[] = [];
  const add = (list: BuiltList) => {
    built.push(list);
    return list;
  };
  const members = (description: ListDescription<ClientEntry>): Members => {
    const overviews = overviewsOf(entriesIn(description, clients), scoredFor);
    return membersIn(add(listOf('clients', description, clients, { overviews })));
  };
  const names = [main, hidden].map((part) => namesOf(clients.filter((each) => each.part === part)));
  const all = add(listOf('clients', allClients, clients, { names }));
  const overview = add(builtList('overview', { parts: 0, lines: [] }, { overviews: overviewsOf(clients, scoredFor) }));
  const idOf = (name: keyof typeof clientLists) =>
    kept.list(name, clientLists[name]) ?? add(listOf(name, clientLists[name], clients)).id;
  return {
    lists: {
      clients: all.id,
      overview: overview.id,
      alignment: idOf('alignment'),
      trending7day: idOf('trending7day'),
      trending30day: idOf('trending30day'),
    },
    portfolios: {
      all: membersIn(all),
      favorites: kept.favorites() ?? members(favorites),
      metadataKeys: kept.metadataKeys() ?? ownMetadataKeys(clients.map(({ entry }) => entry)),
      portfolios: shownPortfolios(portfolios, (id) => kept.members(id) ?? members(membersOf(id))),
    },
    built,
  };
}

function listOf<E>(
  roster: RosterName,
  description: ListDescription<E>,
  entries: readonly Placed<E>[],
  more: Parameters<typeof builtList>[2] = {},
): BuiltList {
  return builtList(roster, { parts: description.parts, lines: linesOf(description, entries) }, more);
}

/** The folded names of a part in pages. Search reads all of them. */
function namesOf(clients: readonly Placed<ClientEntry>[]) {
  return cut(
    clients.map(({ id, foldedName }) => ({ id, text: foldedName })),
    nameSize,
  );
}
