import type { clients } from '../../shared/contract/clients.ts';
import { type Band, bandNamed, bandOf, bands } from '../../shared/domain/bands.ts';
import { Invalid } from '../../shared/domain/errors.ts';
import type { Tally } from '../../shared/domain/health.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { listBody, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { portfolioIdOf, scopedClients } from '../../shared/table/views/scoped-clients.ts';
import { pageOf } from './page.ts';

export const listClientsByRisk: Operation<typeof clients.endpoints.listClientsByRisk> = (
  { account, path, query },
  deps,
) => {
  const { include_archived: withArchived, limit, offset } = query;
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const riskLevel = bandNamed(path.risk_level);
  if (!riskLevel) throw new Invalid([{ parameter: 'risk_level', requirement: 'must be a risk level' }]);
  return rosterAnswer(
    { riskLevel, portfolioId, withArchived, limit, offset },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    async (scope) => {
      const rest = { riskLevel, customerId: account, portfolioId };
      if (portfolioId === null && !withArchived) {
        const { main } = scope.head;
        const total = main.tally.bands[riskLevel];
        const before = betterThan(riskLevel, main.tally);
        const most = Math.max(0, Math.min(limit, total - offset));
        return listBody('clients', await scope.roster.textsOf(main, before + offset, most), { total, ...rest });
      }
      const lines = await scope.lines(withArchived);
      return pageOf(
        scope,
        lines.filter(({ side }) => bandOf(side.score) === riskLevel),
        query,
        rest,
      );
    },
  );
};

/** Bands lie one behind the other in the list, the best first. */
function betterThan(band: Band, tally: Tally): number {
  return bands.slice(bands.indexOf(band) + 1).reduce((sum, better) => sum + tally.bands[better], 0);
}
