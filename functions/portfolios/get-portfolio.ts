import type { portfolios } from '../../shared/contract/portfolios.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { healthScore } from '../../shared/domain/lists/health.ts';
import { type Answer, type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import type { ClientSide } from '../../shared/table/views/read/entries.ts';
import { readPortfolioView } from '../../shared/table/views/read/portfolio-view.ts';
import { type ClientRoster, clientsAndPortfolios, columnsIn } from '../../shared/table/views/read/scoped-clients.ts';
import { type ShownPortfolio, shownPortfolio } from './portfolio.ts';

export const getPortfolio: Operation<typeof portfolios.endpoints.getPortfolio> = async (
  { account, path: { portfolio_id: id }, query },
  deps,
): Promise<Answer> => {
  if (!query.include_clients) {
    return smallAnswer(detailOf(shownPortfolio(account, await readPortfolioView(deps.table, account), id)));
  }
  const open = async (reading: { consistent: boolean }) => {
    const { roster, view } = await clientsAndPortfolios(deps, account, reading);
    // the view names the roster's version, and changes with the portfolios themselves
    return { roster, detail: detailOf(shownPortfolio(account, view, id)), head: { version: view?.version ?? 'none' } };
  };
  return rosterAnswer({ list: `portfolio ${id}`, account, query }, open, async ({ roster, detail }) => {
    const sides = await membersOf(roster, id, query.limit);
    return JSON.stringify({ ...detail, clients: sides.map((side) => memberOf(side, id)) });
  });
};

function detailOf(shown: ShownPortfolio | undefined) {
  if (!shown) throw new NotFound('portfolio');
  const { portfolio, clients } = shown;
  return { ...portfolio, health: { score: healthScore(clients), breakdown: clients.bands } };
}

/** The first clients of the portfolio, in the order of the list of clients. */
async function membersOf(roster: ClientRoster, id: string, limit: number): Promise<ClientSide[]> {
  const { main, aside } = roster.head;
  if (id === 'all-clients') return roster.sidesOf(main, 0, limit);
  if (id === 'archived-clients') return roster.sidesOf(aside, 0, limit);
  const sides = (await roster.lines(false)).map(({ side }) => side);
  return sides.filter((side) => (id === 'favorite-clients' ? side.favorite : columnsIn(side, id))).slice(0, limit);
}

function memberOf(side: ClientSide, portfolioId: string) {
  const { id, name, score, scoreChanges } = side;
  return { id, name, score, ...(scoreChanges && { scoreChanges }), extraColumns: columnsIn(side, portfolioId) ?? {} };
}
