import { listBody } from '../../shared/http/roster-answer.ts';
import type { ClientLine, ScopedClients } from '../../shared/table/views/scoped-clients.ts';

/** The page of some lines that was asked for: the texts of those lines alone are read. */
export async function pageOf(
  { roster }: ScopedClients,
  lines: readonly ClientLine[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  rest: object,
): Promise<string> {
  const texts = await roster.textsAt(lines.slice(offset, offset + limit));
  return listBody('clients', texts, { total: lines.length, ...rest });
}
