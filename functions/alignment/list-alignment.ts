import type { alignmentGroup } from '../../shared/contract/alignment.ts';
import type { Deps } from '../../shared/deps.ts';
import type { AlignmentRead } from '../../shared/domain/alignment.ts';
import { readAsOf, yearOf } from '../../shared/domain/alignment.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { hashedRosterAnswer, listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { alignmentInYear } from '../../shared/table/entities/alignment.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { shownRead } from '../../shared/table/views/model/entries.ts';
import { chosenParts } from '../../shared/table/views/model/parts.ts';
import type { ListVersion } from '../../shared/table/views/read/list-version.ts';
import { liveVersion, type Reading } from '../../shared/table/views/read/live-version.ts';

export const listAlignment: Operation<typeof alignmentGroup.endpoints.listAlignment> = ({ account, query }, deps) => {
  const { week = null, include_archived: withArchived, limit, offset } = query;
  const chosen = chosenParts(withArchived);
  const open = async (reading: Reading) => (await liveVersion(deps, account, reading)).list('alignment');
  const render = async (list: ListVersion) => {
    const { texts: latest, total } = await list.page(chosen, { offset, limit });
    const texts = week === null ? latest : await asOf(week, latest, account, deps);
    return listBody('clients', texts, { total, week, customerId: account });
  };
  // a read filed late changes the response for a past week, but no entry of the roster
  if (week !== null) return hashedRosterAnswer(open, render);
  return rosterAnswer({ list: 'alignment', account, query }, open, render);
};

interface AlignmentLine {
  readonly clientId: string;
  readonly alignment: AlignmentRead | null;
}

/** Uses a client's latest read unless it is later than the week; then reads the client's record of the year. */
async function asOf(week: string, texts: readonly string[], account: Account, { table }: Deps): Promise<string[]> {
  const entries = texts.map((text) => JSON.parse(text) as AlignmentLine);
  const isLater = ({ alignment: read }: AlignmentLine) => read !== null && read.week > week;
  const later = entries.filter(isLater).map(({ clientId }) => clientId);
  const years = await alignmentInYear(table, account, later, yearOf(week));
  return entries.map((entry, at) => {
    if (!isLater(entry)) return texts[at] ?? '';
    const read = readAsOf(years.get(entry.clientId), week);
    return JSON.stringify({ ...entry, alignment: read && shownRead(read) });
  });
}
