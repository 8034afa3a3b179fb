import type { Portfolio } from '../../records/portfolios.ts';
import { clientViews, type Entries, streamList, type Views } from '../model/build-views.ts';
import { type ClientEntry, clientIdOf, type Entry, type EntryFields, entryOf, inOrder } from '../model/entries.ts';
import { type PortfolioView, showsPortfolios } from '../model/portfolio-view.ts';
import type { ListVersion } from '../read/list-version.ts';
import type { LiveVersion } from '../read/live-version.ts';
import { areShown } from './are-shown.ts';

/** What a projection found: the clients that it was asked for, their entries now (none if deleted), and the portfolios. */
export interface Found {
  readonly clientIds: ReadonlySet<string>;
  readonly now: Entries;
  readonly portfolios: readonly Portfolio[];
}

/**
 * The live views with what was found; undefined if they show it already: notes, people and insights, for example, are in
 * no view. Reads and builds only the lists that change.
 */
export async function changedViews(live: LiveVersion, found: Found): Promise<Views | undefined> {
  const { clientIds, now } = found;
  const isChanged = (entry: Entry) => clientIds.has(clientIdOf(entry));
  const withChanges = <E extends Entry>(all: readonly E[], changed: readonly E[]) => [
    ...all.filter((entry) => !isChanged(entry)),
    ...changed,
  ];
  const { named, scoredFor } = live;
  const portfolios = await live.portfolios();
  const clients = live.list('clients');
  const streams = live.list<EntryFields>('streams');
  const isSame = named && (await areClientsShown(clients, portfolios, found));

  const all = isSame ? [] : await allEntries(clients);
  const before = isSame ? now.clients : inOrder(all.filter(isChanged));
  const areStreamsSame =
    named && countStreams(before) === countStreams(now.clients) && (await areShown(streams, now.streams));
  if (isSame && areStreamsSame) return undefined;

  const change = named ? { live: { lists: named.lists, portfolios }, before, after: inOrder(now.clients) } : undefined;
  const ofClients = isSame
    ? { lists: named.lists, portfolios, built: [] }
    : clientViews(withChanges(all, now.clients), found.portfolios, scoredFor, change);
  const built = areStreamsSame ? [] : [streamList(withChanges(await allEntries(streams), now.streams))];
  return {
    ...{ scoredFor, portfolios: ofClients.portfolios, built: [...ofClients.built, ...built] },
    lists: { ...ofClients.lists, streams: built[0]?.id ?? named?.lists.streams ?? '' },
  };
}

/** True if the live views show these portfolios, and these entries of all clients that were asked for. */
async function areClientsShown(
  clients: ListVersion,
  view: PortfolioView,
  { clientIds, now, portfolios }: Found,
): Promise<boolean> {
  if (now.clients.length < clientIds.size || !showsPortfolios(view, portfolios)) return false;
  return areShown(clients, now.clients);
}

async function allEntries<Fields extends EntryFields>(list: ListVersion<Fields>): Promise<Entry<Fields>[]> {
  const byPart: Entry<Fields>[][] = [];
  for (const [part, { pages }] of (await list.item()).parts.entries()) {
    const texts = (await list.pageTexts(pages)).flat();
    const fields = (await list.pageFields(pages)).flat();
    byPart.push(fields.map((each, at) => entryOf({ text: texts[at] ?? '', fields: each, part })));
  }
  return byPart.flat();
}

function countStreams(clients: readonly ClientEntry[]): number {
  return clients.reduce((sum, { fields }) => sum + fields.streams + (fields.otherStreams ?? 0), 0);
}
