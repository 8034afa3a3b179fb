import * as z from 'zod';
import type { ClientEntry, ClientHealthApi } from '../../client/index.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { includeArchived, limitOf, offset, portfolio, refuseUnfit, scopeOf, tool } from '../tool.ts';

const usual = 25;

/** Clients by name, risk level and portfolio, with their scores. */
export const findClients = tool({
  name: 'find_clients',
  title: 'Find clients',
  description:
    'Finds clients and their ids, by words of the name, risk level and portfolio; total counts all that match. By score, or by name best match first.',
  input: z.strictObject({
    name: z.string().min(1).max(200).optional().describe('Words that the name contains, ignoring case and accents.'),
    risk_level: z
      .enum(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'])
      .optional()
      .describe('Below 70, below 100, below 140, 140 and more.'),
    portfolio,
    include_archived: includeArchived,
    order: z
      .enum(['lowest', 'highest'])
      .optional()
      .describe('Which scores come first; not with name. Default: lowest.'),
    limit: limitOf(100, usual),
    offset,
  }),
  answer: async (
    api,
    { name, risk_level, portfolio, include_archived = false, order, limit = usual, offset = 0 },
    signal,
  ) => {
    if (name !== undefined) refuseUnfit({ order }, 'with name: the best match comes first');
    const scope = { ...(await scopeOf(api, portfolio, signal)), include_archived };
    const question = { name, risk_level, scope };
    const { clients, total } =
      order === 'highest' || name !== undefined
        ? await pageOf(api, question, limit, offset, signal)
        : await lowestOf(api, question, limit, offset, signal);
    return {
      value: { clients: clients.map(shown), total },
      lists: [
        {
          key: 'clients',
          none: 'No client matches. Ask with fewer words of the name, or without risk_level or portfolio.',
          total: Math.max(0, total - offset),
          more: (count) => `Ask again with offset ${offset + count}.`,
        },
      ],
    };
  },
});

interface Question {
  readonly name: string | undefined;
  readonly risk_level: 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack' | undefined;
  readonly scope: { readonly portfolio_id?: string; readonly include_archived: boolean };
}

interface Page {
  readonly clients: readonly ClientEntry[];
  readonly total: number;
}

async function pageOf(
  api: ClientHealthApi,
  { name, risk_level, scope }: Question,
  limit: number,
  offset: number,
  signal: AbortSignal,
): Promise<Page> {
  const page = { ...scope, limit, offset };
  if (name === undefined) {
    return risk_level === undefined
      ? api.listClients(page, { signal })
      : api.listClientsByRisk({ risk_level, ...page }, { signal });
  }
  if (risk_level === undefined) return api.searchClients({ query: name, ...page }, { signal });
  // the API searches all levels, so the matches of one level are picked from all matches
  const all = await api.all('searchClients', { query: name, ...scope }, { signal });
  const matching = all.filter(({ score }) => bandOf(score) === risk_level);
  return { clients: matching.slice(offset, offset + limit), total: matching.length };
}

/** The end of the list, which has the highest score first, backwards. */
async function lowestOf(
  api: ClientHealthApi,
  question: Question,
  limit: number,
  offset: number,
  signal: AbortSignal,
): Promise<Page> {
  const { total } = await pageOf(api, question, 1, 0, signal);
  const end = Math.max(0, total - offset);
  const start = Math.max(0, end - limit);
  if (end === 0) return { clients: [], total };
  const { clients } = await pageOf(api, question, end - start, start, signal);
  return { clients: [...clients].reverse(), total };
}

function shown({ id, name, score, hasInsufficientData, lastContactDate, metadata }: ClientEntry) {
  const { accountOwner, industry, revenueTTM } = metadata;
  return {
    id,
    name,
    score,
    riskLevel: bandOf(score),
    lastContactDate,
    accountOwner,
    industry,
    revenueTTM,
    ...(hasInsufficientData && { hasInsufficientData }),
  };
}
