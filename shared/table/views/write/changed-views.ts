import type { Portfolio } from '../../records/portfolios.ts';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { clientViews, type Entries, type Kept, keepNothing, streamList, type Views } from '../model/build-views.ts';
import { entriesIn, favorites, type ListDescription, linesOf, membersOf } from '../model/descriptions.ts';
import {
  type ClientEntry,
  type ClientFields,
  clientIdOf,
  type Entry,
  type EntryFields,
  inOrder,
  type Placed,
  placed,
} from '../model/entries.ts';
import { ownMetadataKeys } from '../model/metadata-keys.ts';
import { showsPortfolios } from '../model/portfolio-view.ts';
import { ListVersion } from '../read/list-version.ts';
import type { Reader } from '../read/page-store.ts';
import { isShown } from './is-shown.ts';
import type { LiveViews } from './live-views.ts';

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
export async function changedViews(
  reader: Reader,
  account: Account,
  live: LiveViews,
  { clientIds, now, portfolios }: Found,
): Promise<Views | undefined> {
  const { root } = live;
  const listOf = <Fields extends EntryFields>(roster: RosterName) =>
    new ListVersion<Fields>(reader, account, roster, root.live?.lists[roster]);
  const isChanged = (entry: Entry) => clientIds.has(clientIdOf(entry));
  const withChanges = <E extends Entry>(before: readonly Placed<E>[], after: readonly Placed<E>[]) => [
    ...before.filter(({ entry }) => !isChanged(entry)),
    ...after,
  ];
  const streams = listOf<EntryFields>('streams');
  const areStreamsShown = () => areShown(streams, now.streams);
  const newStreams = async () => streamList(withChanges(await allEntries(streams), now.streams));
  const kept = root.live?.lists;

  const clients = listOf<ClientFields>('clients');
  const isNobodyMissing = now.clients.length === clientIds.size;
  if (
    kept &&
    isNobodyMissing &&
    showsPortfolios(live.portfolios, portfolios) &&
    (await areShown(clients, now.clients))
  ) {
    if (await areStreamsShown()) return undefined;
    const list = await newStreams();
    return {
      ...{ scoredFor: root.scoredFor, portfolios: live.portfolios },
      ...{ lists: { ...kept, streams: list.id }, built: [list] },
    };
  }

  const all = await allEntries(clients);
  const before = inOrder(all.filter(({ entry }) => isChanged(entry)));
  const after = inOrder(now.clients);
  const ofClients = clientViews(
    withChanges(all, now.clients),
    portfolios,
    root.scoredFor,
    keptLists(live, { before, after }),
  );
  const areStreamsSame = kept && countStreams(before) === countStreams(after) && (await areStreamsShown());
  const list = areStreamsSame ? undefined : await newStreams();
  return {
    ...{ scoredFor: root.scoredFor, portfolios: ofClients.portfolios },
    lists: { ...ofClients.lists, streams: list?.id ?? kept?.streams ?? '' },
    built: [...ofClients.built, ...(list ? [list] : [])],
  };
}

interface Changes {
  /** The entries of the changed clients in the live views, in the order of all clients. */
  readonly before: readonly Placed<ClientEntry>[];
  /** Their entries now. */
  readonly after: readonly Placed<ClientEntry>[];
}

/** The live lists that show the changed clients as before. */
function keptLists({ root, portfolios }: LiveViews, { before, after }: Changes): Kept {
  // compares whole entries: overviews count fields that no line shows
  const areMembersSame = (description: ListDescription<ClientEntry>) =>
    isSame(entriesIn(description, before), entriesIn(description, after));
  const keysOf = (clients: readonly Placed<ClientEntry>[]) => ownMetadataKeys(clients.map(({ entry }) => entry));
  const { live } = root;
  if (!live) return keepNothing;
  return {
    list: (name, description) =>
      isSame(linesOf(description, before), linesOf(description, after)) ? live.lists[name] : undefined,
    favorites: () => (areMembersSame(favorites) ? portfolios.favorites : undefined),
    members: (id) =>
      areMembersSame(membersOf(id)) ? portfolios.portfolios.find((each) => each.id === id)?.clients : undefined,
    metadataKeys: () => (isSame(keysOf(before), keysOf(after)) ? portfolios.metadataKeys : undefined),
  };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function allEntries<Fields extends EntryFields>(list: ListVersion<Fields>): Promise<Placed<Entry<Fields>>[]> {
  const byPart: Placed<Entry<Fields>>[][] = [];
  for (const [part, { pages }] of (await list.item()).parts.entries()) {
    const texts = (await list.pageTexts(pages)).flat();
    const fields = (await list.pageFields(pages)).flat();
    byPart.push(fields.map((each, at) => placed({ text: texts[at] ?? '', fields: each }, part)));
  }
  return byPart.flat();
}

async function areShown<Fields extends EntryFields>(
  list: ListVersion<Fields>,
  entries: readonly Placed<Entry<Fields>>[],
): Promise<boolean> {
  for (const each of entries) if (!(await isShown(list, each))) return false;
  return true;
}

function countStreams(clients: readonly Placed<ClientEntry>[]): number {
  return clients.reduce((sum, { entry: { fields } }) => sum + fields.streams + (fields.otherStreams ?? 0), 0);
}
