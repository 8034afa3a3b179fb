import * as z from 'zod';
import { includeArchived, limitOf, offset, portfolio, riskLevelOf, scopeOf, tool } from '../tool.ts';

const usual = 10;

/** Who rose and who fell. */
export const getMovers = tool({
  name: 'get_movers',
  title: 'Clients whose score moved',
  description:
    'Clients whose score fell or rose, largest change first. Of those with hasInsufficientData little is known, and their moves say less. For the reasons, call get_client with the id of one of them.',
  input: z.strictObject({
    direction: z.enum(['declining', 'improving', 'stable']).optional().describe('Without it: declining and improving.'),
    period: z.enum(['7day', '30day']).optional().describe('Compared with 7 or 30 days before. Default: 30day.'),
    portfolio,
    include_archived: includeArchived,
    limit: limitOf(100, usual),
    offset,
  }),
  answer: async (
    api,
    { direction, period = '30day', portfolio, include_archived = false, limit = usual, offset = 0 },
    signal,
  ) => {
    const scope = await scopeOf(api, portfolio, signal);
    const asked = { direction, period, ...scope, include_archived, limit, offset };
    const { clients, total } = await api.listTrendingClients(asked, { signal });
    const shown = clients.map(({ id, name, score, scoreChanges, hasInsufficientData, metadata: { accountOwner } }) => ({
      ...{ id, name, score, riskLevel: riskLevelOf(score), ...scoreChanges[period], accountOwner },
      ...(hasInsufficientData && { hasInsufficientData }),
    }));
    return {
      value: { clients: shown, total, period },
      lists: [
        {
          key: 'clients',
          none: 'No client moved so. Ask with the other period or direction.',
          total: Math.max(0, total - offset),
          more: (count) => `Ask again with offset ${offset + count}.`,
        },
      ],
    };
  },
});
