import type { Account, RosterName } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import type { AccountEntries } from '../model/build-views.ts';
import type { EntryFields } from '../model/entries.ts';
import type { Head } from '../model/head.ts';
import type { PagedList } from '../model/paged-list.ts';
import type { RosterEntry } from '../model/pages.ts';
import type { PageSource } from './page-store.ts';

/** All entries of the live views. */
export async function readLiveEntries(
  table: Table,
  account: Account,
  live: { readonly clients: Head | undefined; readonly streams: Head | undefined },
  pages: PageSource,
): Promise<AccountEntries> {
  async function entriesOf<Fields extends EntryFields>(
    roster: RosterName,
    list: PagedList | undefined,
  ): Promise<RosterEntry<Fields>[]> {
    if (!list) return [];
    const texts = await pages.texts(table, account, roster, list.pages);
    const fieldsByPage = await pages.fields<Fields>(table, account, roster, list.pages);
    return fieldsByPage.flatMap((page, number) =>
      page.map((fields, at) => ({ text: texts[number]?.[at] ?? '', fields })),
    );
  }
  return {
    clients: await entriesOf('clients', live.clients?.main),
    archived: await entriesOf('clients', live.clients?.hidden),
    streams: await entriesOf('streams', live.streams?.main),
    otherStreams: await entriesOf('streams', live.streams?.hidden),
  };
}
