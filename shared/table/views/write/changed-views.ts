import type { Portfolio } from '../../records/portfolios.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { buildViews, type ClientEntries, collectEntries, type Views, viewsWithStreams } from '../model/build-views.ts';
import { type ClientFields, clientIdOf, type EntryFields, merged } from '../model/entries.ts';
import { KeptLists } from '../model/kept-lists.ts';
import { areComplete, type CompleteVersions, type LiveVersions, lastPublishedNight } from '../model/live-versions.ts';
import type { RosterEntry } from '../model/pages.ts';
import { showsPortfolios } from '../model/portfolio-view.ts';
import type { Reader } from '../read/list-version.ts';
import { isShown, liveEntries } from '../read/live-entries.ts';

/** What a projection found: the clients that it was asked for, their entries now (none if deleted), and the portfolios. */
export interface Found {
  readonly clientIds: ReadonlySet<string>;
  readonly clients: readonly ClientEntries[];
  readonly portfolios: readonly Portfolio[];
}

/** True if the live views already show what was found. Notes, people and insights, for example, are in no view. */
export async function areShown(reader: Reader, account: Account, live: LiveVersions, found: Found): Promise<boolean> {
  if (!areComplete(live) || !(await areClientsShown(reader, account, live, found))) return false;
  return areStreamsShown(reader, account, live, found.clients);
}

/** True if the live views show the entries of these clients and the portfolios as they are, whatever their streams. */
async function areClientsShown(
  reader: Reader,
  account: Account,
  live: CompleteVersions,
  { clientIds, clients, portfolios }: Found,
): Promise<boolean> {
  if (clients.length < clientIds.size || !showsPortfolios(live.portfolios, portfolios)) return false;
  for (const { client, archived } of clients) {
    if (!(await isInPart(reader, account, live, 'clients', archived ? 1 : 0, client))) return false;
  }
  return true;
}

/** The views with what was found. Reads only the rosters that change. */
export async function changedViews(reader: Reader, account: Account, live: LiveVersions, found: Found): Promise<Views> {
  const { clientIds, clients, portfolios } = found;
  const isChanged = (entry: RosterEntry<EntryFields>) => clientIds.has(clientIdOf(entry));
  const withChanges = <E extends RosterEntry<EntryFields>>(before: readonly E[] = [], now: readonly E[]) => [
    ...before.filter((entry) => !isChanged(entry)),
    ...now,
  ];
  const now = collectEntries(clients);
  const streamsNow = async () => {
    const [streams, otherStreams] = await liveEntries(reader, account, 'streams', live.streams);
    return {
      streams: withChanges(streams, now.streams),
      otherStreams: withChanges(otherStreams, now.otherStreams),
    };
  };
  if (areComplete(live) && (await areClientsShown(reader, account, live, found))) {
    return viewsWithStreams(live, await streamsNow());
  }

  const [active = [], archived = []] = await liveEntries<ClientFields>(reader, account, 'clients', live.clients);
  const before = merged(active.filter(isChanged), archived.filter(isChanged));
  const after = merged(now.clients, now.archived);
  const ofStreams =
    live.streams?.list === undefined ||
    countStreams(before.map(({ entry }) => entry)) !== countStreams(after.map(({ entry }) => entry)) ||
    !(await areStreamsShown(reader, account, live, clients));
  const entries = {
    clients: withChanges(active, now.clients),
    archived: withChanges(archived, now.archived),
    ...(ofStreams ? await streamsNow() : { streams: [], otherStreams: [] }),
  };
  const kept = new KeptLists(live, { before, after, ofStreams });
  return buildViews(entries, portfolios, lastPublishedNight(live), kept);
}

function countStreams(clients: readonly RosterEntry<ClientFields>[]): number {
  return clients.reduce((sum, { fields }) => sum + fields.streams + (fields.otherStreams ?? 0), 0);
}

async function areStreamsShown(
  reader: Reader,
  account: Account,
  live: LiveVersions,
  clients: readonly ClientEntries[],
): Promise<boolean> {
  for (const { streams, otherStreams } of clients) {
    for (const [part, entries] of [streams, otherStreams].entries()) {
      for (const each of entries) {
        if (!(await isInPart(reader, account, live, 'streams', part, each))) return false;
      }
    }
  }
  return true;
}

async function isInPart(
  reader: Reader,
  account: Account,
  live: LiveVersions,
  roster: RosterName,
  part: number,
  entry: RosterEntry<EntryFields>,
): Promise<boolean> {
  const list = live[roster]?.parts[part];
  return list !== undefined && isShown(reader, account, roster, list, entry);
}
