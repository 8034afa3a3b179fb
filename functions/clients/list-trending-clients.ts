import type { clients } from '../../shared/contract/clients.ts';
import { trending } from '../../shared/domain/trending.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { portfolioIdOf, scopedClients } from '../../shared/table/views/scoped-clients.ts';

export const listTrendingClients: Operation<typeof clients.endpoints.listTrendingClients> = (
  { account, query },
  deps,
) => {
  const { direction = null, period, include_archived: withArchived, limit, offset } = query;
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { direction, period, portfolioId, withArchived, limit, offset },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    async (scope) => {
      const moving = (await scope.lines(withArchived)).map((line) => ({ line, scoreChanges: line.side.scoreChanges }));
      const moved = trending(moving, direction ?? undefined, period).map(({ line }) => line);
      const page = moved.slice(offset, offset + limit);
      const texts = await scope.roster.textsAt(page);
      const entries = page.map(({ side }, at) => withChanges(texts[at] ?? '', side.scoreChanges));
      return listBody('clients', entries, { total: moved.length, direction, period, customerId: account, portfolioId });
    },
  );
};

/** The entry as it is listed everywhere, and what moved. */
function withChanges(text: string, scoreChanges: unknown): string {
  return `${text.slice(0, -1)},"scoreChanges":${JSON.stringify(scoreChanges)}}`;
}
