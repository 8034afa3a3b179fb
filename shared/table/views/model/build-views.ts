import { type Day, dayOf } from '../../../domain/dates.ts';
import { DayTallies } from '../../../domain/lists/health-history.ts';
import { laterContact } from '../../../domain/scoring/last-contact.ts';
import type { Known } from '../../../domain/track-record/leaver.ts';
import { firstsOfMonths } from '../../../domain/track-record/levels.ts';
import { type Tracked, tracked } from '../../../domain/track-record/record.ts';
import { type Client, statedContact } from '../../entities/client.ts';
import type { Memberships } from '../../entities/member.ts';
import type { Portfolio } from '../../entities/portfolio.ts';
import { readChangesIn } from '../../records/read-changes.ts';
import type { ScoredStream } from '../../records/scored-streams.ts';
import type { ClientScore, Score } from '../../records/scores.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Named } from '../root/root.ts';
import { type ChangedLines, changedList, factsHash, keyOfStream } from './changed.ts';
import {
  clientLists,
  entriesIn,
  everyClient,
  everyStream,
  favorites,
  inPortfolio,
  type ListDescription,
  linesOf,
} from './descriptions.ts';
import {
  type ClientEntry,
  clientEntry,
  type Entry,
  inOrder,
  metadataOf,
  type StreamEntry,
  streamEntry,
} from './entries.ts';
import { type BuiltList, builtList, type Members, membersOf, namedIn, nameOf } from './lists.ts';
import { ownMetadataKeys } from './metadata-keys.ts';
import { overviewsOf } from './overviews.ts';
import { cut, mostNames } from './pages.ts';
import { hidden, main } from './parts.ts';
import { memberListIds, type PortfolioView, portfolioViewName, shownPortfolios } from './portfolio-view.ts';

/** Everything that the views show of one client. */
export interface ClientData {
  readonly client: Client;
  readonly score: (Score & Pick<ClientScore, 'moves' | 'nights' | 'contacts' | 'lastContact'>) | undefined;
  readonly streams: readonly ScoredStream[];
  readonly memberships: Memberships;
}

/** Entries of an account, in any order. */
export interface Entries {
  readonly clients: ClientEntry[];
  readonly streams: StreamEntry[];
  /** Hashes of what is not computed, by client, and by client and stream. */
  readonly facts: { readonly clients: Map<string, string>; readonly streams: Map<string, string> };
  /** Counts the clients on the days of the health history that are computed again. */
  readonly days: DayTallies;
  /** What is wrong with the files of the account on the day of the scores. */
  readonly feedFaults: readonly string[];
  /** The day for which the record of leavers is made, and what it needs of each client. */
  readonly record?: { readonly day: Day; readonly firsts: readonly Day[]; readonly clients: Map<string, Tracked> };
}

export const noEntries = (
  day: Day | null,
  counted: readonly Day[] = [],
  feedFaults: readonly string[] = [],
): Entries => ({
  feedFaults,
  clients: [],
  streams: [],
  facts: { clients: new Map(), streams: new Map() },
  days: new DayTallies(counted),
  ...(day !== null && { record: { day, firsts: firstsOfMonths(day), clients: new Map() } }),
});

/** Adds the entries of one client. */
export function addEntries(
  { clients, streams, facts, days, record }: Entries,
  account: Account,
  { client, score, streams: own, memberships }: ClientData,
): void {
  const states = own.map(({ stream }) => stream);
  clients.push(clientEntry(account, client, score, states, memberships));
  record?.clients.set(client.id, tracked(knownOf(client, score), record.day, record.firsts));
  const leftAt = client.leftAt === undefined ? undefined : dayOf(client.leftAt);
  if (score) days.add({ archived: client.archived, leftAt }, score.history);
  facts.clients.set(client.id, factsHash(factsOf(client, score, memberships)));
  for (const each of own) {
    streams.push(streamEntry(account, client, each.stream, each.score));
    const ofStream = [each.stream, client.name, client.archived];
    facts.streams.set(keyOfStream(client.id, each.stream.id), factsHash(ofStream));
  }
}

/** With what its entry shows of signals, although they are no facts about the client: last contact and revenue. */
function factsOf(client: Client, score: ClientData['score'], memberships: Memberships) {
  const contact = laterContact(statedContact(client), score?.lastContact);
  return [client, contact, metadataOf(client, score?.history.last), Object.fromEntries(memberships)];
}

function knownOf(client: Client, score: ClientData['score']): Known {
  const { nights, contacts } = score ?? {};
  return { ...client, nights, contacts, reads: readChangesIn(client.readChanges) };
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
  return { lists, portfolios: portfolioViewName(portfolios) };
}

/** The ids of all lists that are stored with a roster: its own, and for clients those of the portfolios. */
export function listIdsOf(roster: RosterName, { lists, portfolios }: Pick<Views, 'lists' | 'portfolios'>): string[] {
  const ids = [namedIn(lists[roster]).id, ...(roster === 'clients' ? memberListIds(portfolios) : [])];
  return ids.filter((id) => id !== '');
}

/** What was live before, and the time of the new version: from both follows what changed when. */
export interface Before {
  readonly changed: ChangedLines;
  readonly clock: number;
}

/** The only way to build views: demo data, the night, imports and repair all use it. */
export function buildViews(
  entries: Entries,
  portfolios: readonly Portfolio[],
  scoredFor: Day | null,
  before: Before,
): Views {
  const clients = inOrder(entries.clients);
  const built: BuiltList[] = [];
  const add = (list: BuiltList) => {
    built.push(list);
    return list;
  };
  const named = (name: keyof typeof clientLists) => nameOf(add(listOf(name, clientLists[name], clients)));
  const membersIn = (description: ListDescription<ClientEntry>): Members => {
    const overviews = overviewsOf(entriesIn(description, clients), scoredFor, entries.record?.clients);
    return membersOf(add(listOf('clients', description, clients, { overviews })));
  };
  const names = [main, hidden].map((part) => namesOf(clients.filter((each) => each.part === part)));
  const all = add(listOf('clients', everyClient, clients, { names }));
  const overview = add(
    builtList(
      'overview',
      { parts: 0, lines: [] },
      {
        overviews: overviewsOf(clients, scoredFor, entries.record?.clients, {
          named: true,
          feedFaults: entries.feedFaults,
        }),
      },
    ),
  );
  return {
    scoredFor,
    lists: {
      clients: nameOf(all),
      overview: nameOf(overview),
      alignment: named('alignment'),
      trending7day: named('trending7day'),
      trending30day: named('trending30day'),
      streams: nameOf(add(listOf('streams', everyStream, inOrder(entries.streams)))),
      changed: nameOf(add(changedList(before.changed, entries.facts, before.clock))),
    },
    portfolios: {
      all: membersOf(all),
      favorites: membersIn(favorites),
      metadataKeys: ownMetadataKeys(clients),
      portfolios: shownPortfolios(portfolios, (id) => membersIn(inPortfolio(id))),
    },
    built,
  };
}

function listOf<E extends Entry>(
  roster: RosterName,
  description: ListDescription<E>,
  entries: readonly E[],
  more: Parameters<typeof builtList>[2] = {},
): BuiltList {
  return builtList(roster, { parts: description.parts, lines: linesOf(description, entries) }, more);
}

/** The folded names of a part in pages. Search reads all of them. */
function namesOf(clients: readonly ClientEntry[]) {
  return cut(
    clients.map(({ id, foldedName }) => ({ id, text: foldedName })),
    mostNames,
  );
}
