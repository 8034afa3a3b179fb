import * as z from 'zod';
import { portfolioNamed } from '../../../board/data/portfolio.ts';
import { type Row, readRows } from '../../../board/data/rows.ts';
import type { ClientHealthApi, StatisticsOverview } from '../../../client/index.ts';
import {
  changedLevel,
  fallen,
  type MoveColumn,
  noDataText,
  risen,
  sharedReasons,
  toDoFirst,
  withLittleData,
  withoutData,
} from '../../../shared/domain/lists/attention.ts';
import { sinceAWeek } from '../../../shared/domain/lists/since-a-week.ts';
import { type Band, bandOf, bands } from '../../../shared/domain/scoring/bands.ts';

const level = z.enum(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack']);
const counts = z.object({ highRisk: z.number(), mediumRisk: z.number(), lowRisk: z.number(), onTrack: z.number() });
const client = z.object({
  id: z.string(),
  name: z.string(),
  /** Null if there is none. */
  owner: z.string().nullable(),
  score: z.number(),
  level,
});
const listOf = <T extends z.ZodObject>(entry: T) =>
  z.object({
    /** How many clients there are; at most 50 are listed. */
    total: z.number(),
    clients: z.array(entry),
  });
const toDo = client.extend({
  /** Of 30 days; null if there is no score from then. */
  change: z.number().nullable(),
  revenue: z.number().nullable(),
  /** What fell, or pulls it down, with the rows behind it; empty if there are none. */
  why: z.string(),
  /** What to do; empty if nothing follows from the reason. */
  next: z.string(),
  /** What people did; absent if nothing is in force. */
  followUp: z.string().optional(),
});
/** Reports of earlier versions say neither revenue nor reason. */
const moves = listOf(client.extend({ change: z.number(), revenue: z.number().nullish(), why: z.string().optional() }));

export const morningSchema = z.object({
  customerId: z.string(),
  title: z.string(),
  /** The night that the report is about; null before the first. */
  day: z.string().nullable(),
  score: z.number(),
  level,
  /** Mean changes of the clients; null if no client has a score from then. */
  change: z.object({ '7day': z.number().nullable(), '30day': z.number().nullable() }),
  total: z.number(),
  counts,
  revenue: counts.extend({
    total: z.number(),
    currency: z.string().optional(),
    otherCurrencies: z.number().optional(),
  }),
  /** At high or medium risk, most urgent first; absent from reports of earlier versions. */
  toDo: listOf(toDo).optional(),
  littleData: listOf(client),
  /** Absent from reports of earlier versions, as are the next two. */
  noData: listOf(client).optional(),
  /** Since a week ago: at most ten lines. */
  week: z.array(z.object({ name: z.string(), facts: z.string() })).optional(),
  /** What is said once for the account. */
  remarks: z.array(z.string()).optional(),
  /** Without clients with little data, whose scores jump. */
  fell: z.object({ '7day': moves, '30day': moves }),
  rose: z.object({ '7day': moves, '30day': moves }),
  /** Since an earlier report; absent without one. */
  changedLevel: listOf(client.extend({ from: level }))
    .extend({ since: z.string().nullable() })
    .optional(),
  /** Ids of all clients by level, for the next comparison. */
  levels: z.record(level, z.array(z.string())),
});

/** What `client-health morning --format json` prints, and what `--since` reads. */
export type Morning = z.output<typeof morningSchema>;

const mostListed = 50;

/** The latest night of an account, from two requests to its API; of a portfolio from three. */
export async function readMorning(
  api: ClientHealthApi,
  asked: {
    readonly title?: string | undefined;
    readonly portfolio?: string | undefined;
  },
  since?: Morning,
): Promise<Morning> {
  const { portfolio } = asked;
  const named = portfolio !== undefined && portfolioNamed((await api.listPortfolios()).portfolios, portfolio);
  const { overview, rows } = await readRows(api, { portfolio_id: named ? named.id : undefined });
  return morningOf(overview, rows, asked, since);
}

function morningOf(
  overview: StatisticsOverview,
  rows: readonly Row[],
  { title = overview.customerId }: Parameters<typeof readMorning>[1],
  since?: Morning,
): Morning {
  const { customerId, scoresUpdatedAt, score, total, breakdown, revenueTTM, trends, trackRecord, feedFaults } =
    overview;
  const { total: _, ...levelCounts } = breakdown;
  return {
    customerId,
    title,
    score,
    total,
    counts: levelCounts,
    revenue: revenueTTM,
    day: scoresUpdatedAt?.slice(0, 10) ?? null,
    level: bandOf(score),
    change: { '7day': meanOf(trends['7day']), '30day': meanOf(trends['30day']) },
    toDo: listed(toDoFirst(rows), toDoOf),
    littleData: listed(withLittleData(rows), clientOf),
    noData: listed(withoutData(rows), clientOf),
    week: sinceAWeek(rows, { scoresUpdatedAt, leavers: trackRecord?.leavers, feedFaults }).map(({ name, facts }) => ({
      name,
      facts,
    })),
    remarks: [noDataText(rows), ...sharedReasons(rows)].filter((text) => text !== ''),
    fell: { '7day': movesOf(fallen(rows, 'moved7'), 'moved7'), '30day': movesOf(fallen(rows), 'moved30') },
    rose: { '7day': movesOf(risen(rows, 'moved7'), 'moved7'), '30day': movesOf(risen(rows), 'moved30') },
    ...(since && { changedLevel: { since: since.day, ...changedSince(rows, since) } }),
    levels: Object.fromEntries(
      bands.map((band) => [band, rows.filter((row) => row.level === band).map(({ id }) => id)]),
    ) as Record<Band, string[]>,
  };
}

/** A mean over no client is no change of 0. */
function meanOf({ improving, declining, stable, averageChange }: StatisticsOverview['trends']['7day']): number | null {
  return improving + declining + stable === 0 ? null : averageChange;
}

const clientOf = ({ id, name, owner, score, level: shown }: Row) => ({
  id,
  name,
  owner: owner || null,
  score,
  level: shown,
});

const toDoOf = (row: Row) => ({
  ...clientOf(row),
  change: row.moved30 ?? null,
  revenue: row.revenue ?? null,
  why: row.reason ?? '',
  next: row.nextStep ?? '',
  ...(row.followUp !== undefined && { followUp: row.followUp }),
});

function listed<T>(rows: readonly Row[], shown: (row: Row) => T): { total: number; clients: T[] } {
  return { total: rows.length, clients: rows.slice(0, mostListed).map(shown) };
}

function movesOf(rows: readonly Row[], period: MoveColumn) {
  return listed(rows, (row) => ({
    ...clientOf(row),
    change: row[period] ?? 0,
    revenue: row.revenue ?? null,
    ...(period === 'moved30' && { why: ((row.moved30 ?? 0) < 0 ? row.reason : row.largestMove) ?? '' }),
  }));
}

/** The clients with another level than in the earlier report. New clients are not among them. */
function changedSince(rows: readonly Row[], { levels }: Morning) {
  const before = new Map(bands.flatMap((band) => levels[band].map((id) => [id, band] as const)));
  const moved = changedLevel(rows, ({ id }) => before.get(id));
  return {
    total: moved.length,
    clients: moved.slice(0, mostListed).map(({ client: row, from }) => ({ ...clientOf(row), from })),
  };
}
