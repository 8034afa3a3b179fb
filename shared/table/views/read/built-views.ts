import type { Account, RosterName } from '../../store/item-keys.ts';
import { rosterNames } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { buildViews, type Views } from '../model/build-views.ts';
import type { ClientFields } from '../model/entries.ts';
import { type Head, readHead } from '../model/head.ts';
import { KeptLists } from '../model/kept-lists.ts';
import type { BuiltList } from '../model/lists.ts';
import { type LiveVersions, lastPublishedNight, readLive } from '../model/live-versions.ts';
import type { Page } from '../model/pages.ts';
import { type PortfolioView, readPortfolioView } from '../model/portfolio-view.ts';
import type { Reader } from './list-version.ts';
import { liveEntries } from './live-entries.ts';
import type { Derived, PageSource } from './page-store.ts';

/**
 * Builds in memory the lists that an account does not have yet, because an earlier version of the service published its
 * views. The next projection or night publishes the same lists. Undefined before the first publication. Caches the views
 * of one account.
 */
export async function builtViews(
  reader: Reader,
  account: Account,
): Promise<{ views: Views; reader: Reader } | undefined> {
  const live = await liveOfOneVersion(reader.table, account);
  if (!live.clients && !live.streams) return undefined;
  const key = JSON.stringify([account, ...Object.values(live).map((known) => known?.version)]);
  let kept = keptViews.get(reader.pages);
  if (kept?.key !== key) {
    const views = await buildMissing(reader, account, live);
    kept = { key, views, source: new BuiltPages(views, reader.pages) };
    keptViews.set(reader.pages, kept);
  }
  return { views: kept.views, reader: { ...reader, pages: kept.source } };
}

async function buildMissing(reader: Reader, account: Account, live: LiveVersions): Promise<Views> {
  const [clients = [], archived = []] = await liveEntries<ClientFields>(reader, account, 'clients', live.clients);
  const ofStreams = live.streams?.list === undefined;
  const [streams = [], otherStreams = []] = ofStreams
    ? await liveEntries(reader, account, 'streams', live.streams)
    : [];
  return buildViews(
    { clients, archived, streams, otherStreams },
    live.portfolios?.portfolios ?? [],
    lastPublishedNight(live),
    new KeptLists(live, { before: [], after: [], ofStreams }),
  );
}

const mostTries = 4;

/** They are switched together but read separately. */
async function liveOfOneVersion(table: Table, account: Account): Promise<LiveVersions> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const live = await readLive(table, account);
    if (live.clients?.version === live.portfolios?.roster) return live;
  }
  throw new DifferentVersions();
}

/** The head of the clients and the portfolio view of one version. */
export async function clientsAndPortfolios(
  table: Table,
  account: Account,
  reading: { readonly consistent: boolean },
): Promise<{ clients: Head | undefined; view: PortfolioView | undefined }> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const consistent = { consistent: reading.consistent || tries > 1 };
    const [clients, view] = await Promise.all([
      readHead(table, account, 'clients', consistent),
      readPortfolioView(table, account, consistent),
    ]);
    if (clients?.version === view?.roster) return { clients, view };
  }
  throw new DifferentVersions();
}

class DifferentVersions extends Error {
  override name = 'DifferentVersions' as const;
  override message = 'the portfolios and the list of clients are of different versions';
}

const keptViews = new WeakMap<PageSource, { key: string; views: Views; source: PageSource }>();

type PageIds = readonly { readonly id: string }[];

/** The pages and list items of views that are only partly stored. */
class BuiltPages implements PageSource {
  readonly #stored: PageSource;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #lists: ReadonlyMap<string, BuiltList>;

  constructor(views: Views, stored: PageSource) {
    this.#stored = stored;
    const rosters = rosterNames.map((name) => views[name]);
    const lists = rosters.flatMap((roster) => roster.lists);
    const pages = [...rosters, ...lists].flatMap((each) => each.pages);
    this.#pages = new Map(pages.map((page) => [page.id, page]));
    this.#lists = new Map(lists.map((list) => [list.id, list]));
  }

  texts(table: Table, account: Account, roster: RosterName, refs: PageIds): Promise<string[][]> {
    const built = this.#builtPages(refs, ({ text }) => text.split('\n'));
    return built ? Promise.resolve(built) : this.#stored.texts(table, account, roster, refs);
  }

  fields<Fields>(table: Table, account: Account, roster: RosterName, refs: PageIds): Promise<Fields[][]> {
    const built = this.#builtPages(refs, ({ fields = '[]' }) => JSON.parse(fields) as Fields[]);
    return built ? Promise.resolve(built) : this.#stored.fields(table, account, roster, refs);
  }

  async list(table: Table, account: Account, roster: RosterName, id: string) {
    return this.#lists.get(id)?.list ?? this.#stored.list(table, account, roster, id);
  }

  derived<T>(key: string, make: () => Promise<Derived<T>> | Derived<T>): Promise<T> {
    return this.#stored.derived(key, make);
  }

  /** A list is either built as a whole or stored as a whole. */
  #builtPages<T>(refs: PageIds, contentOf: (page: Page) => T): T[] | undefined {
    const found = refs.map(({ id }) => this.#pages.get(id));
    return found.every((page) => page !== undefined) ? found.map(contentOf) : undefined;
  }
}
