import type { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import type { Deps } from '../../shared/deps.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { emptyTally, healthScore } from '../../shared/domain/lists/health.ts';
import { type Answer, type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { memberText } from '../../shared/table/views/model/descriptions.ts';
import type { ClientFields } from '../../shared/table/views/model/entries.ts';
import { main as firstPart } from '../../shared/table/views/read/list-version.ts';
import { livePortfolios } from '../../shared/table/views/read/live.ts';
import { rosterOf } from '../../shared/table/views/read/roster.ts';
import { memberListOf, memberTextIn, openPortfolios } from '../../shared/table/views/read/scoped-clients.ts';
import { type ShownPortfolio, shownPortfolio } from './portfolio.ts';

export const getPortfolio: Operation<typeof portfoliosGroup.endpoints.getPortfolio> = async (
  { account, path: { portfolio_id: id }, query },
  deps,
): Promise<Answer> => {
  if (!query.include_clients) {
    return smallAnswer(detailOf(shownPortfolio(account, await livePortfolios(deps, account), id)));
  }
  const open = partOfAllClients.has(id) ? openPartOfAllClients : openMembers;
  return rosterAnswer(
    { list: `portfolio ${id}`, account, query },
    (reading) => open(deps, account, id, reading),
    async ({ detail, members }) => {
      const texts = await members(query.limit);
      return `${JSON.stringify(detail).slice(0, -1)},"clients":[${texts.join(',')}]}`;
    },
  );
};

interface OpenPortfolio {
  readonly head: { readonly version: string };
  readonly detail: object;
  /** The first clients of the portfolio, in the order of the list of clients. */
  readonly members: (limit: number) => Promise<readonly string[]>;
}

async function openMembers(
  deps: Deps,
  account: Account,
  id: string,
  reading: { consistent: boolean },
): Promise<OpenPortfolio> {
  const { view, reader } = await openPortfolios(deps, account, reading);
  const detail = detailOf(shownPortfolio(account, view, id));
  const members =
    id === 'favorite-clients' ? view?.favorites : view?.portfolios.find((each) => each.id === id)?.clients;
  return {
    head: { version: view?.version ?? 'none' },
    detail,
    members: async (limit) => {
      if (!members) return [];
      return (await memberListOf(reader, account, members).slice(firstPart, 0, limit)).map(memberTextIn);
    },
  };
}

/** The part of the clients roster that a system portfolio consists of. The roster also has its tally. */
// a map, because an object would also find ids such as `constructor`
const partOfAllClients: ReadonlyMap<string, number> = new Map([
  ['all-clients', 0],
  ['archived-clients', 1],
]);

async function openPartOfAllClients(
  deps: Deps,
  account: Account,
  id: string,
  reading: { consistent: boolean },
): Promise<OpenPortfolio> {
  const roster = await rosterOf<ClientFields>(deps, account, 'clients', reading);
  const { head } = roster;
  const [main, hidden] = head.parts;
  const all = { main: main?.tally ?? emptyTally, hidden: hidden?.tally ?? emptyTally };
  const noFavorites = { main: emptyTally, hidden: emptyTally };
  const detail = detailOf(shownPortfolio(account, { all, favorites: noFavorites, portfolios: [] }, id));
  const members = async (limit: number) =>
    (await roster.firstFields(partOfAllClients.get(id) ?? 0, limit)).map((fields) => memberText(fields));
  return { head, detail, members };
}

function detailOf(shown: ShownPortfolio | undefined) {
  if (!shown) throw new NotFound('portfolio');
  const { portfolio, clients } = shown;
  return { ...portfolio, health: { score: healthScore(clients), breakdown: clients.bands } };
}
