import * as z from 'zod';
import { includeArchived, portfolio, scopeOf, tool } from '../tool.ts';

/** The figures of the account or of one portfolio. */
export const getOverview = tool({
  name: 'get_overview',
  title: 'Overview of all clients',
  description:
    'Figures about all clients of the account or of one portfolio: mean and median score, clients per risk level, how scores moved in 7 and 30 days, weekly reads, revenue per risk level; and whether the score warned before clients left in the last year, next to the reads that people filed. That is a record, not a prediction: a high-risk client that stayed is no error, and rates come with their intervals.',
  input: z.strictObject({ portfolio, include_archived: includeArchived }),
  answer: async (api, { portfolio, include_archived = false }, signal) => {
    const scope = await scopeOf(api, portfolio, signal);
    const {
      customerId: _,
      trackRecord,
      ...figures
    } = await api.getStatisticsOverview({ ...scope, include_archived }, { signal });
    if (!trackRecord?.leavers) return { value: { ...figures, ...(trackRecord && { trackRecord }) } };
    const { leavers, score, reads, ...record } = trackRecord;
    const briefly = { ...record, score: score.map(withoutMonths), reads: withoutMonths(reads) };
    const more = () => 'client-health track-record --csv has up to 50.';
    return { value: { ...figures, trackRecord: briefly, leavers }, lists: [{ key: 'leavers', more }] };
  },
});

/** Figures of single months fill the answer and carry little. */
function withoutMonths<T extends { readonly months?: unknown }>({ months: _, ...rest }: T): Omit<T, 'months'> {
  return rest;
}
