import { goodness } from '../../../shared/domain/scoring/measures.ts';
import { type Norms, normFor, normName } from '../../../shared/domain/scoring/norms.ts';
import { normsOfWeek } from '../../../shared/domain/scoring/norms-of-week.ts';
import { signalsOfRun } from '../../../shared/domain/scoring/open-signals.ts';
import type { Signal } from '../../../shared/domain/scoring/scoring.ts';
import { type Evidence, scoredDays } from './scored.ts';
import { firstDay, type WorldClient, weekOf } from './world.ts';

// What can be known at best: linear regressions that see the same evidence as the score and learn from the true health in
// the other seeds of a world. One learns health, one its change in four weeks. No account could have them.

const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

interface OracleWorld {
  readonly world: readonly WorldClient[];
  readonly evidence: readonly (readonly Evidence[])[];
}

/** For each seed, client and week. Differences of `changes` that lie four weeks apart are the predicted changes. */
export function oracleOf(worlds: readonly OracleWorld[]): Record<'health' | 'changes', number[][][]> {
  const all = worlds.flatMap(({ evidence }) => evidence.flat()).flatMap(({ closed, open }) => [...closed, ...open]);
  const names = [...new Set(all.map(nameOf))].sort();
  const features = worlds.map(({ evidence }) => evidence.map((clients, week) => featuresOf(clients, week, names)));
  const of = (seed: number, week: number, at: number) => features[seed]?.[week]?.[at] ?? [];
  const healthIn = (client: WorldClient, week: number) => weekOf(client, scoredDays[week] ?? 0);
  const health = learned(worlds, 0, of, healthIn);
  const changes = learned(
    worlds,
    4,
    (seed, week, at) => [...of(seed, week, at), ...of(seed, week - 4, at)],
    (client, week) => healthIn(client, week) - healthIn(client, week - 4),
  );
  for (const weeks of changes.flat())
    for (const [week, change] of weeks.entries()) weeks[week] = change + (weeks[week - 4] ?? 0);
  return { health, changes };
}

const nameOf = ({ measure, topic }: Pick<Signal, 'measure' | 'topic'>) => (measure ? normName(measure, topic) : topic);

/** Of each measure of each client: recent and earlier values, how many there are, the last one, and what is open. */
function featuresOf(clients: readonly Evidence[], week: number, names: readonly string[]): number[][] {
  const today = firstDay + (scoredDays[week] ?? 0);
  const norms = normsOfWeek(
    clients.map(({ closed }) => closed),
    today,
  );
  return clients.map(({ closed, open }) => {
    const byName = Map.groupBy([...closed, ...signalsOfRun(open, today)], nameOf);
    return [1, ...names.flatMap((name) => featuresOfMeasure(byName.get(name) ?? [], today, norms))];
  });
}

function featuresOfMeasure(signals: readonly Signal[], today: number, norms: Norms): number[] {
  const values = signals.map((signal) => ({ ...signal, away: awayOf(signal, norms), age: today - signal.day }));
  const over = values.filter(({ isOpen, age }) => !isOpen && age > 0 && age <= 180);
  const waiting = values.filter(({ isOpen }) => isOpen).map(({ away }) => away);
  const recent = [7, 21, 60].flatMap((halfLife) => {
    const weight = total(over.map(({ age }) => 0.5 ** (age / halfLife)));
    return [total(over.map(({ away, age }) => away * 0.5 ** (age / halfLife))) / (weight + 1), Math.log1p(weight)];
  });
  const earlier = over.filter(({ age }) => age > 60).map(({ away }) => away);
  const lately = over.filter(({ age }) => age <= 28).length;
  const pace = Math.log((lately + 0.5) / ((28 / 152) * (over.length - lately) + 0.5));
  const last = Math.log1p(Math.min(180, ...over.map(({ age }) => age)));
  return [...recent, total(earlier) / (earlier.length + 4), pace, last, Math.min(0, ...waiting), waiting.length];
}

function awayOf({ measure, value = 0, polarity, topic }: Signal, norms: Norms): number {
  if (measure === undefined) return polarity;
  const { mean, spread } = normFor(norms, measure, topic);
  return Math.max(-3, Math.min(3, (goodness(measure, value) - mean) / spread));
}

/** Predicts `y` from `x` in each seed by what the other seeds show. */
function learned(
  worlds: readonly OracleWorld[],
  from: number,
  x: (seed: number, week: number, at: number) => readonly number[],
  y: (client: WorldClient, week: number) => number,
): number[][][] {
  const sums = worlds.map(({ world }, seed) =>
    sumsOf(
      world.flatMap((client, at) =>
        scoredDays.flatMap((day, week) =>
          week < from || day > (client.leaves ?? day) ? [] : [[...x(seed, week, at), y(client, week)]],
        ),
      ),
    ),
  );
  return worlds.map(({ world }, seed) => {
    const weights = ridge(sums.filter((_, other) => other !== seed));
    const predicted = (week: number, at: number) => total(x(seed, week, at).map((each, i) => each * (weights[i] ?? 0)));
    return world.map((_, at) => [...scoredDays.keys()].map((week) => (week < from ? 0 : predicted(week, at))));
  });
}

/** Of the products of each column with each column, over rows that end with what is to be predicted. */
function sumsOf(rows: readonly (readonly number[])[]): Float64Array[] {
  const width = rows[0]?.length ?? 1;
  const sums = Array.from({ length: width - 1 }, () => new Float64Array(width));
  for (const row of rows)
    for (let i = 0; i < sums.length; i += 1) {
      const [sum, factor] = [sums[i] ?? [], row[i] ?? 0];
      for (let j = 0; factor !== 0 && j < width; j += 1) sum[j] = (sum[j] ?? 0) + factor * (row[j] ?? 0);
    }
  return sums;
}

/** The weights of a ridge regression on all these sums, by elimination. */
function ridge(sums: readonly (readonly Float64Array[])[], penalty = 30): number[] {
  const rows = (sums[0] ?? []).map((row, i) =>
    row.map((_, j) => total(sums.map((each) => each[i]?.[j] ?? 0)) + (i === j ? penalty : 0)),
  );
  for (const [i, pivot] of rows.entries())
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let j = i; factor !== 0 && j < row.length; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
