import type { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { healthScore } from '../../shared/domain/lists/health.ts';
import { type Answer, type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import type { ClientFields } from '../../shared/table/views/read/entries.ts';
import { readPortfolioView } from '../../shared/table/views/read/portfolio-view.ts';
import { type ClientRoster, clientsAndPortfolios, columnsIn } from '../../shared/table/views/read/scoped-clients.ts';
import { type ShownPortfolio, shownPortfolio } from './portfolio.ts';

export const getPortfolio: Operation<typeof portfoliosGroup.endpoints.getPortfolio> = async (
  { account, path: { portfolio_id: id }, query },
  deps,
): Promise<Answer> => {
  if (!query.include_clients) {
    return smallAnswer(detailOf(shownPortfolio(account, await readPortfolioView(deps.table, account), id)));
  }
  const open = async (reading: { consistent: boolean }) => {
    const { roster, view } = await clientsAndPortfolios(deps, account, reading);
    // the version of the view covers the roster's version and the portfolios themselves
    return { roster, detail: detailOf(shownPortfolio(account, view, id)), head: { version: view?.version ?? 'none' } };
  };
  return rosterAnswer({ list: `portfolio ${id}`, account, query }, open, async ({ roster, detail }) => {
    const members = await membersOf(roster, id, query.limit);
    return JSON.stringify({ ...detail, clients: members.map((fields) => memberOf(fields, id)) });
  });
};

function detailOf(shown: ShownPortfolio | undefined) {
  if (!shown) throw new NotFound('portfolio');
  const { portfolio, clients } = shown;
  return { ...portfolio, health: { score: healthScore(clients), breakdown: clients.bands } };
}

/** The first clients of the portfolio, in the order of the list of clients. */
async function membersOf(roster: ClientRoster, id: string, limit: number): Promise<ClientFields[]> {
  const { main, hidden } = roster.head;
  if (id === 'all-clients') return roster.fieldsOf(main, 0, limit);
  if (id === 'archived-clients') return roster.fieldsOf(hidden, 0, limit);
  const everyone = (await roster.locatedEntries(false)).map(({ fields }) => fields);
  return everyone
    .filter((fields) => (id === 'favorite-clients' ? fields.favorite : columnsIn(fields, id)))
    .slice(0, limit);
}

function memberOf(fields: ClientFields, portfolioId: string) {
  const { id, name, score, scoreChanges } = fields;
  return { id, name, score, ...(scoreChanges && { scoreChanges }), extraColumns: columnsIn(fields, portfolioId) ?? {} };
}
