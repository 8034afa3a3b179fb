import type { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import { healthScore } from '../../shared/domain/lists/health.ts';
import { type Answer, type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { fromLiveVersion, rosterAnswer } from '../../shared/http/roster-answer.ts';
import { memberText } from '../../shared/table/views/model/descriptions.ts';
import { hidden, main } from '../../shared/table/views/model/parts.ts';
import { liveVersion, type Reading } from '../../shared/table/views/read/live-version.ts';
import { shownPortfolio } from './portfolio.ts';

export const getPortfolio: Operation<typeof portfoliosGroup.endpoints.getPortfolio> = async (
  { account, path: { portfolio_id: id }, query },
  deps,
): Promise<Answer> => {
  const open = async (reading: Reading) => {
    const live = await liveVersion(deps, account, reading);
    const { portfolio, clients, members } = await shownPortfolio(account, live, id);
    const detail = { ...portfolio, health: { score: healthScore(clients), breakdown: clients.bands } };
    return { version: live.version, detail, list: live.members(members) };
  };
  if (!query.include_clients) return smallAnswer((await fromLiveVersion(open, async (opened) => opened)).detail);
  // archived clients are in their own portfolio alone
  const part = id === 'archived-clients' ? hidden : main;
  return rosterAnswer({ list: `portfolio ${id}`, account, query }, open, async ({ detail, list }) => {
    const first = await list.fieldsAt(await list.positions([part], 0, query.limit));
    const texts = first.map((fields) => memberText(fields, id));
    return `${JSON.stringify(detail).slice(0, -1)},"clients":[${texts.join(',')}]}`;
  });
};
