import type { alignmentGroup } from '../../shared/contract/alignment.ts';
import { type AlignmentRead, readAsOf, yearOf } from '../../shared/domain/alignment.ts';
import { fold } from '../../shared/domain/lists/search.ts';
import { byName } from '../../shared/domain/orders.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { hashedRosterAnswer, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { alignmentInYear } from '../../shared/table/records/alignment.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type ClientFields, shownRead } from '../../shared/table/views/read/entries.ts';
import { rosterOf } from '../../shared/table/views/read/roster.ts';
import type { ClientRoster } from '../../shared/table/views/read/scoped-clients.ts';

type ReadOf = (fields: ClientFields) => AlignmentRead | null;

export const listAlignment: Operation<typeof alignmentGroup.endpoints.listAlignment> = ({ account, query }, deps) => {
  const { week = null, include_archived: withArchived, limit, offset } = query;
  const open = (reading: { consistent: boolean }) => rosterOf<ClientFields>(deps, account, 'clients', reading);
  const render = async (roster: ClientRoster) => {
    const everyone = inNameOrder((await roster.locatedEntries(withArchived)).map(({ fields }) => fields));
    const page = everyone.slice(offset, offset + limit);
    const readOf = week === null ? latest : await asOf(week, page, deps.table, account);
    const clients = page.map((fields) => entryOf(fields, readOf(fields)));
    return JSON.stringify({ clients, total: everyone.length, week, customerId: account });
  };
  // a read filed late changes the answer for a past week, but no entry of the roster
  if (week !== null) return hashedRosterAnswer(open, render);
  return rosterAnswer({ list: 'alignment', account, query }, open, render);
};

function inNameOrder(clients: readonly ClientFields[]): ClientFields[] {
  return clients
    .map((fields) => ({ fields, id: fields.id, foldedName: fold(fields.name) }))
    .sort(byName)
    .map(({ fields }) => fields);
}

const latest: ReadOf = ({ latestRead }) => latestRead ?? null;

/** The latest read stands if it is not later than the week; for the other clients the year's record is read. */
async function asOf(week: string, page: readonly ClientFields[], table: Table, account: Account): Promise<ReadOf> {
  const later = page.filter(({ latestRead }) => latestRead && latestRead.week > week).map(({ id }) => id);
  const years = await alignmentInYear(table, account, later, yearOf(week));
  return ({ id, latestRead }) =>
    latestRead && latestRead.week > week ? readAsOf(years.get(id), week) : (latestRead ?? null);
}

function entryOf({ id, name, externalId, score, source }: ClientFields, alignment: AlignmentRead | null) {
  return {
    clientId: id,
    clientName: name,
    externalClientId: externalId ?? null,
    serviceScore: score,
    scoreSource: source,
    alignment: alignment && shownRead(alignment),
  };
}
