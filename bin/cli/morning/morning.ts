import * as z from 'zod';
import { portfolioNamed } from '../../../board/data/portfolio.ts';
import { type Row, readRows } from '../../../board/data/rows.ts';
import type { ClientHealthApi, StatisticsOverview } from '../../../client/index.ts';
import { stepsFor } from '../../../shared/domain/advice/next-steps.ts';
import { type ChangeColumn, fallen, risen, toDoFirst } from '../../../shared/domain/lists/attention.ts';
import { type Band, bandOf, bands } from '../../../shared/domain/scoring/bands.ts';
import { topicReport } from '../../../shared/domain/scoring/topic-report.ts';

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
  /** What moved it most; empty if it hardly moved. */
  why: z.string(),
  /** What to do; empty if no topic is below 100. */
  next: z.string(),
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
  asked: { readonly title?: string | undefined; readonly portfolio?: string | undefined },
  since?: Morning,
): Promise<Morning> {
  const { portfolio } = asked;
  const named = portfolio !== undefined && portfolioNamed((await api.listPortfolios()).portfolios, portfolio);
  const { overview, rows } = await readRows(api, { portfolio_id: named ? named.id : undefined, include: 'topics' });
  return morningOf(overview, rows, asked.title ?? overview.customerId, since);
}

function morningOf(overview: StatisticsOverview, rows: readonly Row[], title: string, since?: Morning): Morning {
  const { customerId, scoresUpdatedAt, score, total, breakdown, revenueTTM, trends } = overview;
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
    littleData: listed(
      rows.filter(({ hasLittleData }) => hasLittleData).sort((a, b) => a.score - b.score),
      clientOf,
    ),
    fell: { '7day': movesOf(fallen(rows, 'change7'), 'change7'), '30day': movesOf(fallen(rows), 'change30') },
    rose: { '7day': movesOf(risen(rows, 'change7'), 'change7'), '30day': movesOf(risen(rows), 'change30') },
    ...(since && { changedLevel: { since: since.day, ...changedLevel(rows, since) } }),
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
  change: row.change30 ?? null,
  revenue: row.revenue ?? null,
  why: row.largestMove ?? '',
  next: (row.topicScores && stepsFor(topicReport(row.topicScores).topics)[0]) ?? '',
});

function listed<T>(rows: readonly Row[], shown: (row: Row) => T): { total: number; clients: T[] } {
  return { total: rows.length, clients: rows.slice(0, mostListed).map(shown) };
}

function movesOf(rows: readonly Row[], period: ChangeColumn) {
  return listed(rows, (row) => ({
    ...clientOf(row),
    change: row[period] ?? 0,
    revenue: row.revenue ?? null,
    ...(period === 'change30' && { why: row.largestMove ?? '' }),
  }));
}

/** The clients with another level than in the earlier report, those that became worse first. New clients are not among them. */
function changedLevel(rows: readonly Row[], { levels }: Morning) {
  const before = new Map(bands.flatMap((band) => levels[band].map((id) => [id, band] as const)));
  const moved = rows.flatMap((row) => {
    const from = before.get(row.id);
    return from === undefined || from === row.level ? [] : [{ row, from }];
  });
  const steps = ({ row, from }: (typeof moved)[number]) => bands.indexOf(row.level) - bands.indexOf(from);
  moved.sort((a, b) => steps(a) - steps(b) || a.row.score - b.row.score);
  return {
    total: moved.length,
    clients: moved.slice(0, mostListed).map(({ row, from }) => ({ ...clientOf(row), from })),
  };
}
