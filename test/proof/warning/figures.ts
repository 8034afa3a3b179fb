import { randomOf } from '../../support/random.ts';
import { scoredDays } from './scored.ts';
import { days, lines, type WorldClient, weekOf } from './world.ts';

export interface Figures {
  /** Of 100 pairs of a bad and a healthy week of an agency: how often the bad one has the lower score. */
  readonly ordered: number;
  /** Percent of weeks. */
  readonly badBelow100: number;
  readonly badBelow70: number;
  readonly healthyBelow100: number;
  readonly healthyMedian: number;
  /** Percent of bad weeks that lie where 5 % of the healthy ones are. */
  readonly found: number;
  /** Spearman's correlation of score and size of the client, among healthy weeks of an agency. */
  readonly size: number;
  /** Percent of leavers that decline visibly: below 100 at least 14 days before notice, below 70 before it. */
  readonly leaversBelow100: number;
  readonly leaversBelow70: number;
  /** The same at least 14 days before, of the line below which 5 % of healthy weeks are. */
  readonly leaversFound: number;
  /** Of the change in four weeks with that of the health. */
  readonly correlation: number;
  /** Percent of weeks of healthy clients in which the level is not that of the weeks before and after. */
  readonly flips: number;
}

/** What one client adds to the figures. */
interface Traces {
  /** Its agency. */
  readonly seed: number;
  /** Rows of its systems a day. */
  readonly size: number;
  /** Scores of its weeks. */
  readonly bad: readonly number[];
  readonly healthy: readonly number[];
  /** Of the changes of score and health in four weeks. */
  readonly changes: Sums;
  /** Whether the level of a week of good health is not that of the weeks around it. */
  readonly flips: readonly boolean[];
  /** Its lowest score in the 100 days before notice, and in those until 14 days before. */
  readonly leaver?: { readonly lowest: number; readonly early: number };
}

/** How many pairs; the sums of x, y, x², y² and xy. */
type Sums = readonly number[];

/** The figures of all clients, and between which 95 % of them lie if the clients are drawn again. */
export interface Measured {
  readonly figures: Figures;
  readonly interval: (name: keyof Figures) => readonly [number, number];
}

const draws = 100;

export function measured(worlds: readonly { world: readonly WorldClient[]; scores: readonly number[][] }[]): Measured {
  const traces = worlds.flatMap(({ world, scores }, seed) =>
    world.map((client, at) => tracesOf(client, scores[at] ?? [], seed)),
  );
  const random = randomOf(1);
  const drawn = Array.from({ length: draws }, () =>
    figuresOf(traces.map(() => traces[Math.floor(random() * traces.length)] as Traces)),
  );
  return {
    figures: figuresOf(traces),
    interval: (name) => {
      const sorted = drawn.map((figures) => figures[name]).sort((a, b) => a - b);
      const at = (part: number) => sorted[Math.floor(part * draws)] ?? 0;
      return [at(0.025), at(0.975)];
    },
  };
}

function tracesOf(client: WorldClient, scores: readonly number[], seed: number): Traces {
  const { leaves = Number.POSITIVE_INFINITY, how } = client;
  const weeks = scoredDays.flatMap((day, at) =>
    day > leaves ? [] : [{ day, score: scores[at] ?? 0, health: weekOf(client, day) }],
  );
  const scoresOf = (some: typeof weeks) => some.map(({ score }) => score);
  const lowest = (least: number) =>
    Math.min(...weeks.flatMap(({ day, score }) => (leaves - day >= least && leaves - day <= 100 ? score : [])));
  return {
    seed,
    size: client.rows.length / (client.leaves ?? days),
    bad: scoresOf(weeks.filter(({ health }) => health < lines.bad)),
    healthy: scoresOf(weeks.filter(({ health }) => health > lines.healthy)),
    changes: total(
      weeks.slice(4).map(({ score, health }, at) => {
        const [x, y] = [score - (weeks[at]?.score ?? 0), health - (weeks[at]?.health ?? 0)];
        return [1, x, y, x * x, y * y, x * y];
      }),
    ),
    flips: weeks.slice(1, -1).flatMap(({ score, health }, at) => {
      const [past, next] = [weeks[at]?.score ?? 0, weeks[at + 2]?.score ?? 0];
      return health < lines.healthy ? [] : [score < 100 !== past < 100 && past < 100 === next < 100];
    }),
    ...(how !== undefined && how !== 'sudden' && leaves > 220 && { leaver: { lowest: lowest(0), early: lowest(14) } }),
  };
}

function figuresOf(traces: readonly Traces[]): Figures {
  const bad = traces.flatMap((each) => each.bad);
  const healthy = Float64Array.from(traces.flatMap((each) => each.healthy)).sort();
  const leavers = traces.flatMap(({ leaver }) => leaver ?? []);
  const seeds = [...Map.groupBy(traces, ({ seed }) => seed).values()];
  const line = healthy[Math.floor(healthy.length / 20)] ?? 0;
  return {
    ordered: 100 * mean(seeds.flatMap(orderedIn)),
    badBelow100: share(bad, (score) => score < 100),
    badBelow70: share(bad, (score) => score < 70),
    healthyBelow100: share(healthy, (score) => score < 100),
    healthyMedian: healthy[Math.floor(healthy.length / 2)] ?? 0,
    found: share(bad, (score) => score < line),
    size: mean(seeds.flatMap(correlationWithSize)),
    leaversBelow100: share(leavers, ({ early }) => early < 100),
    leaversBelow70: share(leavers, ({ lowest }) => lowest < 70),
    leaversFound: share(leavers, ({ early }) => early < line),
    correlation: correlationOf(total(traces.map(({ changes }) => changes))),
    flips: share(
      traces.flatMap(({ flips }) => flips),
      (flips) => flips,
    ),
  };
}

const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;

function share<T>(of: ArrayLike<T>, is: (each: T) => boolean): number {
  let count = 0;
  for (let at = 0; at < of.length; at += 1) if (is(of[at] as T)) count += 1;
  return (100 * count) / of.length;
}

/** The share of pairs of an agency; nothing if there are none. */
function orderedIn(traces: readonly Traces[]): number[] {
  const bad = traces.flatMap((each) => each.bad);
  const healthy = Float64Array.from(traces.flatMap((each) => each.healthy)).sort();
  if (bad.length === 0 || healthy.length === 0) return [];
  const above = (score: number) => healthy.length - firstAt(healthy, (other) => other > score);
  const notBelow = (score: number) => healthy.length - firstAt(healthy, (other) => other >= score);
  return [mean(bad.map((score) => (above(score) + notBelow(score)) / 2)) / healthy.length];
}

/** Where the first of sorted values is for which this holds. */
function firstAt(sorted: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function correlationWithSize(traces: readonly Traces[]): number[] {
  const weeks = traces.flatMap(({ healthy, size }) => healthy.map((score) => [score, size] as const));
  const [scores, sizes] = [ranks(weeks.map(([score]) => score)), ranks(weeks.map(([, size]) => size))];
  const sums = total(scores.map((x, at) => [1, x, sizes[at] ?? 0, x * x, (sizes[at] ?? 0) ** 2, x * (sizes[at] ?? 0)]));
  const correlation = correlationOf(sums);
  return Number.isFinite(correlation) ? [correlation] : [];
}

/** The place of each value among all, the mean of the places of equal ones. */
function ranks(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return values.map((value) => {
    const from = firstAt(sorted, (other) => other >= value);
    return (from + firstAt(sorted, (other) => other > value) - 1) / 2;
  });
}

function total(all: readonly Sums[]): Sums {
  const sums = [0, 0, 0, 0, 0, 0];
  for (const each of all) for (let at = 0; at < 6; at += 1) sums[at] = (sums[at] ?? 0) + (each[at] ?? 0);
  return sums;
}

function correlationOf([count = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]: Sums): number {
  return (count * xy - x * y) / Math.sqrt((count * xx - x * x) * (count * yy - y * y));
}
