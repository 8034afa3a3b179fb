import type { Account, RosterName } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { EntryFields } from '../../../shared/table/views/read/entries.ts';
import { PageMissing, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { rosterOf } from '../../../shared/table/views/read/roster.ts';
import { clientsAndPortfolios } from '../../../shared/table/views/read/scoped-clients.ts';

/** Both lists of a roster merged, each entry with its text and its fields. */
export async function readRoster(table: Table, account: Account, name: RosterName) {
  return untilHeld(async (consistent) => {
    const roster = await rosterOf<EntryFields>(coldReader(table), account, name, { consistent });
    const lines = await roster.locatedEntries(true);
    const texts = await roster.textsAt(lines);
    const { version, scoredFor, main, hidden } = roster.head;
    return {
      version,
      scoredFor,
      tallies: [main.tally, hidden.tally],
      lines: lines.map(({ fields, hidden: isHidden }, at) => ({ fields, isHidden, text: texts[at] })),
    };
  });
}

/** The portfolio view and the clients of the same version. */
export async function readPortfolios(table: Table, account: Account) {
  return untilHeld(async (consistent) => {
    const { roster, view } = await clientsAndPortfolios(coldReader(table), account, { consistent });
    const lines = await roster.locatedEntries(true);
    return { view, version: roster.head.version, fields: lines.map(({ fields }) => fields) };
  });
}

function coldReader(table: Table) {
  return { table, pages: new PageStore(1024 * 1024) };
}

/** As an answer does: if pages were deleted in between, reads the live version again, strongly consistent. */
async function untilHeld<T>(read: (consistent: boolean) => Promise<T>, tries = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(attempt > 1);
    } catch (error) {
      if (!(error instanceof PageMissing) || attempt === tries) throw error;
    }
  }
}
