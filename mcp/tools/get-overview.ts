import * as z from 'zod';
import { includeArchived, portfolio, scopeOf, tool } from '../tool.ts';

/** The figures of the account or of one portfolio. */
export const getOverview = tool({
  name: 'get_overview',
  title: 'Overview of all clients',
  description:
    'Figures about all clients of the account or of one portfolio: mean and median score, clients per risk level, how scores moved in 7 and 30 days, alignment reads, revenue per risk level.',
  input: z.strictObject({ portfolio, include_archived: includeArchived }),
  answer: async (api, { portfolio, include_archived = false }, signal) => {
    const scope = await scopeOf(api, portfolio, signal);
    const { customerId: _, ...figures } = await api.getStatisticsOverview({ ...scope, include_archived }, { signal });
    return { value: figures };
  },
});
