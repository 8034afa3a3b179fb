import type { Account, RosterName } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { ClientFields, EntryFields } from '../../../shared/table/views/model/entries.ts';
import { clientsAndPortfolios } from '../../../shared/table/views/read/built-views.ts';
import { withHidden } from '../../../shared/table/views/read/list-version.ts';
import { liveEntries } from '../../../shared/table/views/read/live-entries.ts';
import { PageMissing, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { rosterOf } from '../../../shared/table/views/read/roster.ts';

/** Both lists of a roster merged, each entry with its text and its fields. */
export async function readRoster(table: Table, account: Account, name: 'clients' | 'streams') {
  return untilHeld(async (consistent) => {
    const roster = await rosterOf<EntryFields>(coldReader(table), account, name, { consistent });
    const positions = await roster.positions(withHidden, 0, Number.POSITIVE_INFINITY);
    const texts = await roster.textsAt(positions);
    const entries = await liveEntries(coldReader(table), account, name, roster.head);
    const { version, scoredFor, parts } = roster.head;
    return {
      version,
      scoredFor,
      tallies: parts.map(({ tally }) => tally),
      lines: positions.map(({ part, at }, entry) => ({
        fields: entries[part]?.[at]?.fields,
        isHidden: part === 1,
        text: texts[entry],
      })),
    };
  });
}

/** All parts of a list without fields, merged. */
export async function readList(table: Table, account: Account, name: Exclude<RosterName, 'clients' | 'streams'>) {
  return untilHeld(async (consistent) => {
    const roster = await rosterOf(coldReader(table), account, name, { consistent });
    const { version, parts } = roster.head;
    return { version, texts: await roster.slice([...parts.keys()], 0, Number.POSITIVE_INFINITY) };
  });
}

/** The portfolio view and the clients of the same version. */
export async function readPortfolios(table: Table, account: Account) {
  return untilHeld(async (consistent) => {
    const { clients, view } = await clientsAndPortfolios(table, account, { consistent });
    const entries = await liveEntries<ClientFields>(coldReader(table), account, 'clients', clients);
    return { view, version: clients?.version, fields: entries.flat().map(({ fields }) => fields) };
  });
}

function coldReader(table: Table) {
  return { table, pages: new PageStore(1024 * 1024) };
}

/** Reads as a request does: if pages were deleted meanwhile, reads the live version again, strongly consistent. */
async function untilHeld<T>(read: (consistent: boolean) => Promise<T>, tries = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(attempt > 1);
    } catch (error) {
      if (!(error instanceof PageMissing) || attempt === tries) throw error;
    }
  }
}
