import type { Tally } from '../../shared/domain/lists/health.ts';
import { type Band, bandOf, bands } from '../../shared/domain/scoring/bands.ts';
import { listBody } from '../../shared/http/roster-answer.ts';
import type { LocatedClient, ScopedClients } from '../../shared/table/views/read/scoped-clients.ts';

interface Paging {
  readonly offset: number;
  readonly limit: number;
}

interface Page {
  readonly texts: readonly string[];
  readonly total: number;
}

export function clientsBody({ echo }: ScopedClients, { texts, total }: Page, rest: object = {}): string {
  return listBody('clients', texts, { total, ...rest, ...echo });
}

/** A page of some entries: only the texts of that page are read. */
export async function pageOf(
  { roster }: ScopedClients,
  entries: readonly LocatedClient[],
  { offset, limit }: Paging,
): Promise<Page> {
  return { texts: await roster.textsAt(entries.slice(offset, offset + limit)), total: entries.length };
}

/** A page of the list of clients, or of one risk level of it. */
export async function pageInOrder(
  scope: ScopedClients,
  query: Paging & { readonly include_archived: boolean },
  band?: Band,
): Promise<Page> {
  if (scope.echo.portfolioId === null && !query.include_archived) return pageOfMain(scope, query, band);
  const entries = await scope.locatedEntries(query.include_archived);
  return pageOf(scope, band ? entries.filter(({ fields }) => bandOf(fields.score) === band) : entries, query);
}

/** The head tells which stored pages hold the slice, so no other page is read. */
async function pageOfMain({ roster }: ScopedClients, { offset, limit }: Paging, band?: Band): Promise<Page> {
  const { main } = roster.head;
  const { before, total } = band ? placeOf(band, main.tally) : { before: 0, total: main.tally.total };
  const most = Math.max(0, Math.min(limit, total - offset));
  return { texts: most > 0 ? await roster.textsOf(main, before + offset, most) : [], total };
}

/** The list is sorted by score, so each risk level is one range of it, the best level first. */
function placeOf(band: Band, { bands: counts }: Tally) {
  const better = bands.slice(bands.indexOf(band) + 1);
  return { before: better.reduce((sum, each) => sum + counts[each], 0), total: counts[band] };
}
