import type { alignment } from '../../shared/contract/alignment.ts';
import { type AlignmentRead, readAsOf, yearOf } from '../../shared/domain/alignment.ts';
import { fold } from '../../shared/domain/lists/search.ts';
import { byName } from '../../shared/domain/orders.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { hashedRosterAnswer, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { alignmentInYear } from '../../shared/table/records/alignment.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type ClientSide, shownRead } from '../../shared/table/views/read/entries.ts';
import { rosterOf } from '../../shared/table/views/read/roster.ts';
import type { ClientRoster } from '../../shared/table/views/read/scoped-clients.ts';

type ReadOf = (side: ClientSide) => AlignmentRead | null;

export const listAlignment: Operation<typeof alignment.endpoints.listAlignment> = ({ account, query }, deps) => {
  const { week = null, include_archived: withArchived, limit, offset } = query;
  const open = (reading: { consistent: boolean }) => rosterOf<ClientSide>(deps, account, 'clients', reading);
  const render = async (roster: ClientRoster) => {
    const sides = inNameOrder((await roster.lines(withArchived)).map(({ side }) => side));
    const page = sides.slice(offset, offset + limit);
    const readOf = week === null ? latest : await asOf(week, page, deps.table, account);
    const clients = page.map((side) => entryOf(side, readOf(side)));
    return JSON.stringify({ clients, total: sides.length, week, customerId: account });
  };
  // a read that is filed late changes what stood in a past week, but no line of the roster
  if (week !== null) return hashedRosterAnswer(open, render);
  return rosterAnswer({ list: 'alignment', account, query }, open, render);
};

function inNameOrder(sides: readonly ClientSide[]): ClientSide[] {
  return sides
    .map((side) => ({ side, id: side.id, foldedName: fold(side.name) }))
    .sort(byName)
    .map(({ side }) => side);
}

const latest: ReadOf = ({ latestRead }) => latestRead ?? null;

/** Whoever's latest read is not later than the week is answered by it; of the others the year's record is read. */
async function asOf(week: string, page: readonly ClientSide[], table: Table, account: Account): Promise<ReadOf> {
  const later = page.filter(({ latestRead }) => latestRead && latestRead.week > week).map(({ id }) => id);
  const years = await alignmentInYear(table, account, later, yearOf(week));
  return ({ id, latestRead }) =>
    latestRead && latestRead.week > week ? readAsOf(years.get(id), week) : (latestRead ?? null);
}

function entryOf({ id, name, externalId, score, source }: ClientSide, alignment: AlignmentRead | null) {
  return {
    clientId: id,
    clientName: name,
    externalClientId: externalId ?? null,
    serviceScore: score,
    scoreSource: source,
    alignment: alignment && shownRead(alignment),
  };
}
