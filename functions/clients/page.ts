import type { Tally } from '../../shared/domain/lists/health.ts';
import { type Band, bands } from '../../shared/domain/scoring/bands.ts';
import { listBody } from '../../shared/http/roster-answer.ts';
import { chosenParts } from '../../shared/table/views/model/parts.ts';
import type { ScopedClients } from '../../shared/table/views/read/scoped-clients.ts';

interface Paging {
  readonly offset: number;
  readonly limit: number;
}

interface Page {
  readonly texts: readonly string[];
  readonly total: number;
}

export function clientsBody({ echo }: Pick<ScopedClients, 'echo'>, { texts, total }: Page, rest: object = {}): string {
  return listBody('clients', texts, { total, ...rest, ...echo });
}

/** A page of the list of clients, or of one risk level of it. */
export async function pageInOrder(
  { list }: ScopedClients,
  { offset, limit, include_archived: withArchived }: Paging & { readonly include_archived: boolean },
  band?: Band,
): Promise<Page> {
  const chosen = chosenParts(withArchived);
  if (!band) return list.page(chosen, { offset, limit });
  const { before, total } = placeOf(band, await list.tally(chosen));
  const most = Math.max(0, Math.min(limit, total - offset));
  return { texts: await list.slice(chosen, before + offset, most), total };
}

/** The list is sorted by score, so each risk level is one range of it, the best level first. */
function placeOf(band: Band, { bands: counts }: Tally) {
  const better = bands.slice(bands.indexOf(band) + 1);
  return { before: better.reduce((sum, each) => sum + counts[each], 0), total: counts[band] };
}
