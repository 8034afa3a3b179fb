import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import type { EntryFields } from '../read/entries.ts';
import type { PagedList } from '../read/head.ts';
import type { PageStore } from '../read/page-store.ts';
import type { RosterEntry } from '../read/pages.ts';
import type { AccountEntries } from './build-views.ts';
import type { LiveVersions } from './publish.ts';

/** All lines of the account as they are live. */
export async function readLiveEntries(
  table: Table,
  account: Account,
  live: LiveVersions,
  pages: PageStore,
): Promise<AccountEntries> {
  async function entries<S extends EntryFields>(
    roster: RosterName,
    list: PagedList | undefined,
  ): Promise<RosterEntry<S>[]> {
    if (!list) return [];
    const texts = await pages.texts(table, account, roster, list.pages);
    const fieldsByPage = await pages.fields<S>(table, account, roster, list.pages);
    return fieldsByPage.flatMap((page, at) => page.map((fields, line) => ({ text: texts[at]?.[line] ?? '', fields })));
  }
  return {
    clients: await entries('clients', live.clients?.main),
    archived: await entries('clients', live.clients?.hidden),
    streams: await entries('streams', live.streams?.main),
    otherStreams: await entries('streams', live.streams?.hidden),
  };
}
