import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import type { Side } from '../read/entries.ts';
import type { List } from '../read/head.ts';
import type { PageStore } from '../read/page-store.ts';
import type { Entry } from '../read/pages.ts';
import type { Book } from './build-views.ts';
import type { Live } from './publish.ts';

/** All lines of the account as they are live. */
export async function liveBook(table: Table, account: Account, live: Live, pages: PageStore): Promise<Book> {
  async function entries<S extends Side>(roster: RosterName, list: List | undefined): Promise<Entry<S>[]> {
    if (!list) return [];
    const texts = await pages.texts(table, account, roster, list.pages);
    const sides = await pages.sides<S>(table, account, roster, list.pages);
    return sides.flatMap((page, at) => page.map((side, line) => ({ text: texts[at]?.[line] ?? '', side })));
  }
  return {
    clients: await entries('clients', live.clients?.main),
    archived: await entries('clients', live.clients?.aside),
    streams: await entries('streams', live.streams?.main),
    otherStreams: await entries('streams', live.streams?.aside),
  };
}
