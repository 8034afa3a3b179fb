import * as z from 'zod';
import type { ClientHealthApi } from '../../client/index.ts';
import type { Result } from '../result.ts';
import { includeArchived, limitOf, offset as offsetInput, refuseUnfit, tool } from '../tool.ts';

const usual = 25;

/** The portfolios with their health, or the red, amber or green read of every client. */
export const listPortfoliosOrAlignment = tool({
  name: 'list_portfolios_or_alignment',
  title: 'Portfolios with their health, or weekly reads',
  description:
    'about=portfolios: every portfolio with its health (mean score, clients per risk level). about=alignment: the red, amber or green read that people filed for each client, by name.',
  input: z.strictObject({
    about: z.enum(['portfolios', 'alignment']),
    value: z
      .enum(['red', 'amber', 'green', 'none'])
      .optional()
      .describe('alignment: only clients with this read; none: without one.'),
    week: z.iso
      .date()
      .optional()
      .describe('alignment: the reads in effect in the week of this date. Default: the latest.'),
    include_archived: includeArchived,
    limit: limitOf(50, usual),
    offset: offsetInput,
  }),
  answer: async (api, { about, value, week, include_archived, limit = usual, offset = 0 }, signal) => {
    if (about === 'portfolios') {
      refuseUnfit({ value, week, include_archived }, 'with about=portfolios');
      return portfoliosWithHealth(api, limit, offset, signal);
    }
    const all = await api.all('listAlignment', { week, include_archived }, { signal });
    const matching = all.filter(({ alignment }) => value === undefined || (alignment?.value ?? 'none') === value);
    const shown = matching.slice(offset, offset + limit).map(({ scoreSource: _, ...entry }) => entry);
    return resultFor('clients', shown, matching.length, offset);
  },
});

async function portfoliosWithHealth(api: ClientHealthApi, limit: number, offset: number, signal: AbortSignal) {
  const { portfolios, total } = await api.listPortfolios({}, { signal });
  const shown: unknown[] = [];
  for (const { id } of portfolios.slice(offset, offset + limit)) {
    const {
      customerId: _,
      color: __,
      userIds: ___,
      ...portfolio
    } = await api.getPortfolio(id, { include_clients: false }, { signal });
    shown.push(portfolio);
  }
  return resultFor('portfolios', shown, total, offset);
}

function resultFor(key: string, entries: readonly unknown[], total: number, offset: number): Result {
  const more = (count: number) => `Ask again with offset ${offset + count}.`;
  return {
    value: { [key]: entries, total },
    lists: [{ key, none: `No such ${key}.`, total: Math.max(0, total - offset), more }],
  };
}
