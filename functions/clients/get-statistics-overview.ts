import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';

export const getStatisticsOverview: Operation<typeof clientsGroup.endpoints.getStatisticsOverview> = (call, deps) =>
  scopedAnswer('statistics', call, deps, async ({ list, echo }) => {
    const [active, all] = (await list.details()).overviews;
    const overview = (call.query.include_archived ? all : active) ?? '{}';
    return `${JSON.stringify(echo).slice(0, -1)},${overview.slice(1)}`;
  });
