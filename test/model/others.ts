import { systemPortfolios } from '../../shared/domain/ids.ts';
import { categories, topics } from '../../shared/domain/scoring/topics.ts';
import type { Account, KnownClient, KnownPortfolio } from './account.ts';
import { inOrder, type Operations, page } from './basics.ts';
import { byScore, health, isArchived, readAsOf, scoreOf, standingOf } from './figures.ts';

interface ShownPortfolio {
  readonly portfolio: { readonly id: string; readonly isSystem: boolean };
  readonly members: readonly KnownClient[];
  readonly columns: KnownPortfolio['members'] | undefined;
}
function portfoliosOf({ customerId, clients, portfolios, scoredFor }: Account): ShownPortfolio[] {
  const active = clients.filter((known) => !isArchived(known, scoredFor));
  const system = [
    active,
    active.filter(({ client }) => client.favorite),
    clients.filter((known) => isArchived(known, scoredFor)),
  ];
  const shown = (portfolio: { id: string }, members: readonly KnownClient[], columns?: KnownPortfolio['members']) => ({
    portfolio: { ...portfolio, customerId, clientCount: members.length, isSystem: columns === undefined },
    members: byScore(members),
    columns,
  });
  return [
    ...systemPortfolios.map((portfolio, at) => shown(portfolio, system[at] ?? [])),
    ...inOrder(portfolios, ({ portfolio }) => portfolio).map(({ portfolio, members }) =>
      shown(
        portfolio,
        active.filter(({ client }) => members.has(client.id)),
        members,
      ),
    ),
  ];
}

export const others: Operations = {
  listPortfolios: (account, _, { include_system: system }) => {
    const portfolios = portfoliosOf(account)
      .map(({ portfolio }) => portfolio)
      .filter(({ isSystem }) => system !== 'false' || !isSystem);
    return { portfolios, total: portfolios.length, customerId: account.customerId };
  },
  getPortfolio: (account, { portfolio_id: id }, { include_clients: included, limit = '100' }) => {
    const found = portfoliosOf(account).find(({ portfolio }) => portfolio.id === id);
    if (!found) return undefined;
    const { portfolio, members, columns: extra } = found;
    const { score, breakdown } = health(members);
    const clients = members.slice(0, Number(limit)).map((known) => {
      const {
        client: { id: clientId, name },
      } = known;
      return {
        id: clientId,
        name,
        score: scoreOf(known),
        scoreChanges: standingOf(known).scoreChanges,
        extraColumns: extra?.get(clientId) ?? {},
      };
    });
    return { ...portfolio, health: { score, breakdown }, ...(included !== 'false' && { clients }) };
  },
  listAlignment: (account, _, query) => {
    const { week = null, include_archived: archived } = query;
    const listed = inOrder(account.clients, ({ client }) => client).filter(
      (known) => archived === 'true' || !isArchived(known, account.scoredFor),
    );
    const clients = page(listed, { limit: '500', ...query }).map((known) => ({
      clientId: known.client.id,
      clientName: known.client.name,
      externalClientId: known.client.externalId ?? null,
      serviceScore: scoreOf(known),
      scoreSource: known.computed?.source ?? 'chr1',
      alignment: readAsOf(known, query.week),
    }));
    return { clients, total: listed.length, week, customerId: account.customerId };
  },
  listTopics: () => ({ topics, categories, total: 15 }),
};
