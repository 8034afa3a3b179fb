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

/** A page of some lines: the texts of the page alone are read. */
export async function pageOf(
  { roster }: ScopedClients,
  lines: readonly LocatedClient[],
  { offset, limit }: Paging,
): Promise<Page> {
  return { texts: await roster.textsAt(lines.slice(offset, offset + limit)), total: lines.length };
}

/** A page of the list of clients, or of the part of it that one risk level is. */
export async function pageInOrder(
  scope: ScopedClients,
  query: Paging & { readonly include_archived: boolean },
  band?: Band,
): Promise<Page> {
  if (scope.echo.portfolioId === null && !query.include_archived) return pageOfMain(scope, query, band);
  const lines = await scope.locatedEntries(query.include_archived);
  return pageOf(scope, band ? lines.filter(({ fields }) => bandOf(fields.score) === band) : lines, query);
}

/** The head says where in the list a page lies, so that no page is read beside those that hold it. */
async function pageOfMain({ roster }: ScopedClients, { offset, limit }: Paging, band?: Band): Promise<Page> {
  const { main } = roster.head;
  const { before, total } = band ? placeOf(band, main.tally) : { before: 0, total: main.tally.total };
  const most = Math.max(0, Math.min(limit, total - offset));
  return { texts: most > 0 ? await roster.textsOf(main, before + offset, most) : [], total };
}

/** Risk levels lie one behind the other in the list, the best first. */
function placeOf(band: Band, { bands: counts }: Tally) {
  const better = bands.slice(bands.indexOf(band) + 1);
  return { before: better.reduce((sum, each) => sum + counts[each], 0), total: counts[band] };
}
