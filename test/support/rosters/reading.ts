import type { Account, RosterName } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { ClientFields, EntryFields } from '../../../shared/table/views/model/entries.ts';
import { clientsAndPortfolios } from '../../../shared/table/views/read/built-views.ts';
import { withHidden } from '../../../shared/table/views/read/list-version.ts';
import { PageMissing, PageStore } from '../../../shared/table/views/read/page-store.ts';
import { RosterVersion, rosterOf } from '../../../shared/table/views/read/roster.ts';

/** Both lists of a roster merged, each entry with its text and its fields. */
export async function readRoster(table: Table, account: Account, name: Exclude<RosterName, 'alignment'>) {
  return untilHeld(async (consistent) => {
    const roster = await rosterOf<EntryFields>(coldReader(table), account, name, { consistent });
    const positions = await roster.positions(withHidden);
    const texts = await roster.textsAt(positions);
    const fields = await roster.fieldsByPart();
    const { version, scoredFor, main, hidden } = roster.head;
    return {
      version,
      scoredFor,
      tallies: [main.tally, hidden.tally],
      lines: positions.map(({ part, at }, entry) => ({
        fields: fields[part]?.[at],
        isHidden: part === 1,
        text: texts[entry],
      })),
    };
  });
}

/** The alignment list, with archived clients. */
export async function readAlignment(table: Table, account: Account) {
  return untilHeld(async (consistent) => {
    const roster = await rosterOf(coldReader(table), account, 'alignment', { consistent });
    return { version: roster.head.version, texts: await roster.slice(withHidden, 0, Number.POSITIVE_INFINITY) };
  });
}

/** The portfolio view and the clients of the same version. */
export async function readPortfolios(table: Table, account: Account) {
  return untilHeld(async (consistent) => {
    const { clients, view } = await clientsAndPortfolios(table, account, { consistent });
    const roster = new RosterVersion<ClientFields>(coldReader(table), account, 'clients', clients);
    return { view, version: roster.head.version, fields: (await roster.fieldsByPart()).flat() };
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
