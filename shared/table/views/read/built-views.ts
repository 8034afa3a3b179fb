import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { buildViews, type Views } from '../model/build-views.ts';
import { type Head, readHead } from '../model/head.ts';
import type { Page } from '../model/pages.ts';
import { type PortfolioView, readPortfolioView } from '../model/portfolio-view.ts';
import type { Reader } from './list-version.ts';
import { readLiveEntries } from './live-entries.ts';
import { PageMissing, type PageSource } from './page-store.ts';

/**
 * Builds the views of an account in memory from its rosters, if they were published before list items existed. The next
 * projection or night publishes the same views. Undefined before the first publication. Caches the views of one
 * account.
 */
export async function builtViews(
  reader: Reader,
  account: Account,
): Promise<{ views: Views; reader: Reader } | undefined> {
  const { clients, view } = await clientsAndPortfolios(reader.table, account, { consistent: true });
  const streams = await readHead(reader.table, account, 'streams', { consistent: true });
  if (!clients && !streams) return undefined;
  const key = [account, clients?.version, streams?.version, view?.version].join();
  let kept = keptViews.get(reader.pages);
  if (kept?.key !== key) {
    const entries = await readLiveEntries(reader.table, account, { clients, streams }, reader.pages);
    const views = buildViews(entries, view?.portfolios ?? [], clients?.scoredFor ?? null);
    kept = { key, views, source: new BuiltPages(views) };
    keptViews.set(reader.pages, kept);
  }
  return { views: kept.views, reader: { ...reader, pages: kept.source } };
}

const mostTries = 4;

/** The head of the clients and the portfolio view of one version. They are switched together but read separately. */
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
  throw new Error('the portfolios and the list of clients are of different versions');
}

const keptViews = new WeakMap<PageSource, { key: string; views: Views; source: PageSource }>();

/** The pages of views that are not stored. */
class BuiltPages implements PageSource {
  readonly #views: Views;
  readonly #pages: ReadonlyMap<string, Page>;

  constructor(views: Views) {
    this.#views = views;
    const rosters = [views.clients, views.streams, views.alignment];
    const pages = rosters.flatMap((roster) => [...roster.pages, ...roster.lists.flatMap((list) => list.pages)]);
    this.#pages = new Map(pages.map((page) => [page.id, page]));
  }

  async texts(_: unknown, __: Account, ___: RosterName, refs: readonly { readonly id: string }[]): Promise<string[][]> {
    return refs.map(({ id }) => this.#page(id).text.split('\n'));
  }

  async fields<Fields>(
    _: unknown,
    __: Account,
    ___: RosterName,
    refs: readonly { readonly id: string }[],
  ): Promise<Fields[][]> {
    return refs.map(({ id }) => JSON.parse(this.#page(id).fields ?? '[]') as Fields[]);
  }

  async list(_: unknown, __: Account, roster: RosterName, id: string) {
    const found = this.#views[roster].lists.find((each) => each.id === id);
    if (!found) throw new PageMissing();
    return found.list;
  }

  #page(id: string): Page {
    const found = this.#pages.get(id);
    if (!found) throw new PageMissing();
    return found;
  }
}
