import * as z from 'zod';
import { detailsOf, type Row, readRows } from '../../board/data/rows.ts';
import { type ClientDetail, type ClientHealthApi, NotFoundError } from '../../client/index.ts';
import {
  byScore,
  countsOf,
  fallen,
  hasLittleData,
  hasNoData,
  type MoveColumn,
  noDataText,
  risen,
  sharedReasons,
  toDoFirst,
} from '../../shared/domain/lists/attention.ts';
import { sinceAWeek } from '../../shared/domain/lists/since-a-week.ts';
import { includeArchived, limitOf, offset, portfolio, scopeOf, shortNote, tool } from '../tool.ts';

const usual = 10;
const mostReasons = 3;
const mostTopics = 3;

const directions = ['to_do_first', 'declining', 'improving', 'stable'] as const;

/** The clients of a direction, in the order of board and morning. */
function chosen(rows: readonly Row[], direction: (typeof directions)[number] | undefined, period: MoveColumn): Row[] {
  const sizeOf = (row: Row) => Math.abs(row[period] ?? 0);
  switch (direction) {
    case 'to_do_first':
      return toDoFirst(rows);
    case 'declining':
      return fallen(rows, period);
    case 'improving':
      return risen(rows, period);
    case 'stable':
      return rows.filter((row) => row[period] === 0 && !hasLittleData(row) && !hasNoData(row)).sort(byScore);
    default:
      return [...fallen(rows, period), ...risen(rows, period)].sort((a, b) => sizeOf(b) - sizeOf(a) || byScore(a, b));
  }
}

/** The topics that added most to the change, the rows behind it and what pulls down, and the newest note. */
async function reasonsOf(
  api: ClientHealthApi,
  id: string,
  details: Promise<readonly ClientDetail[]>,
  period: '7day' | '30day',
  signal: AbortSignal,
) {
  const [found, { notes }] = await Promise.all([
    details,
    api.listClientNotes(id, { limit: 1 }, { signal }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return { notes: [] };
      throw error;
    }),
  ]);
  const detail = found.find((each) => each.id === id);
  // it was removed, and the list does not show that yet
  if (!detail) return {};
  const { topics } = detail;
  const shown = ({ text, date, points }: (typeof topics.evidence)[number]) => ({ text, date, points });
  return {
    topicChanges: topics.changes?.[period]?.topics.slice(0, mostTopics) ?? [],
    evidence: topics.evidence.map(shown),
    pulledDownBy: topics.pulledDownBy.map(shown),
    ...(notes[0] && { newestNote: shortNote(notes[0]) }),
  };
}

/** Who to look at first, who rose and who fell. */
export const getMovers = tool({
  name: 'get_movers',
  title: 'Clients to look at first, and clients whose score moved',
  description:
    'Clients to act on, most urgent first (direction to_do_first: at high or medium risk or down 40 or more in 30 days, by revenue × points below 100 and lost), or whose score fell or rose, largest change first. The change is what became better or worse, without data that began, ended or arrived late. Each with its reason and the next step that follows from it, if one does. The first three also have what each topic added, the rows behind it and the newest note; for those of others, call get_client. Clients with data of one topic or none are left out and counted in littleData and noData. remarks are said once for all; sinceAWeek names who changed level, is new or left, and files that are late or not read.',
  input: z.strictObject({
    direction: z.enum(directions).optional().describe('Without it: declining and improving.'),
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
    const scope = { ...(await scopeOf(api, portfolio, signal)), include_archived };
    const { overview, rows } = await readRows(api, scope, { signal });
    const column = period === '7day' ? 'moved7' : 'moved30';
    const found = chosen(rows, direction, column);
    const page = found.slice(offset, offset + limit);
    const first = page.slice(0, mostReasons).map(({ id }) => id);
    const details = detailsOf(api, first, { signal });
    const reasons = await Promise.all(first.map((id) => reasonsOf(api, id, details, period, signal)));
    const shown = page.map((row, at) => {
      const { id, name, score, level, scoredTopics, owner, revenue, reason, nextStep, largestMove } = row;
      const { [column]: change } = row;
      return {
        id,
        name,
        score,
        riskLevel: level,
        scoredTopics,
        accountOwner: owner || null,
        revenueTTM: revenue,
        change,
        ...(reason ? { reason } : largestMove && direction !== 'to_do_first' && { largestMove }),
        ...(nextStep && { nextStep }),
        ...reasons[at],
      };
    });
    const { littleData, noData } = countsOf(rows);
    const { scoresUpdatedAt, feedFaults } = overview;
    const leavers = overview.trackRecord?.leavers;
    const remarks = [noDataText(rows), ...sharedReasons(rows)].filter((text) => text !== '');
    return {
      value: {
        clients: shown,
        total: found.length,
        period,
        currency: overview.revenueTTM.currency,
        littleData,
        noData,
        remarks,
        sinceAWeek: offset > 0 ? [] : sinceAWeek(rows, { scoresUpdatedAt, leavers, feedFaults }),
      },
      lists: [
        { key: 'sinceAWeek', more: () => 'The morning report has all of them.' },
        {
          key: 'clients',
          none: 'There is no such client. Ask with the other period or direction.',
          total: Math.max(0, found.length - offset),
          more: (count) => `Ask again with offset ${offset + count}.`,
        },
      ],
    };
  },
});
