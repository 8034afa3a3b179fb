import * as z from 'zod';
import { type ClientHealthApi, NotFoundError } from '../../client/index.ts';
import { includeArchived, limitOf, offset, portfolio, riskLevelOf, scopeOf, shortNote, tool } from '../tool.ts';

const usual = 10;
const mostReasons = 3;
const mostTopics = 3;

/** The topics that added most to the change, the signals behind them, and the newest note. */
async function reasonsOf(api: ClientHealthApi, id: string, period: '7day' | '30day', signal: AbortSignal) {
  const found = await Promise.all([
    api.getClient(id, { signal }),
    api.listClientNotes(id, { limit: 1 }, { signal }),
  ]).catch((error: unknown) => {
    // it was removed, and the list does not show that yet
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (!found) return {};
  const [{ topics }, { notes }] = found;
  return {
    topicChanges: topics.changes?.[period]?.topics.slice(0, mostTopics) ?? [],
    evidence: topics.evidence.map(({ text, date, points }) => ({ text, date, points })),
    ...(notes[0] && { newestNote: shortNote(notes[0]) }),
  };
}

/** Who rose and who fell. */
export const getMovers = tool({
  name: 'get_movers',
  title: 'Clients whose score moved',
  description:
    'Clients whose score fell or rose, largest change first. Of those with hasInsufficientData little is known, and their moves say less. The first three have the reasons: what each topic added, the signals behind it and the newest note. For those of others, call get_client.',
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
    const reasons = await Promise.all(
      clients.slice(0, mostReasons).map(({ id }) => reasonsOf(api, id, period, signal)),
    );
    const shown = clients.map(
      ({ id, name, score, scoreChanges, hasInsufficientData, metadata: { accountOwner } }, at) => ({
        ...{ id, name, score, riskLevel: riskLevelOf(score), ...scoreChanges[period], accountOwner },
        ...(hasInsufficientData && { hasInsufficientData }),
        ...reasons[at],
      }),
    );
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
