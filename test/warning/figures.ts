import { scoredDays } from './scored.ts';
import { lines, type WorldClient } from './world.ts';

const { bad, healthy } = lines;

export interface Figures {
  /** Of 100 pairs of a bad and a healthy week: how often the bad one has the lower score. */
  readonly ordered: number;
  /** Percent of weeks. */
  readonly badBelow100: number;
  readonly badBelow70: number;
  readonly healthyBelow100: number;
  readonly healthyMedian: number;
  /** Percent of leavers that decline visibly: below 100 at least 14 days before notice, below 70 before it. */
  readonly leaversBelow100: number;
  readonly leaversBelow70: number;
  /** Of the change in four weeks with that of the health. */
  readonly correlation: number;
  /** Percent of weeks of healthy clients in which the level is not that of the weeks before and after. */
  readonly flips: number;
}

const share = (of: readonly number[], below: number) => (100 * of.filter((each) => each < below).length) / of.length;
const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;

export function figuresOf(worlds: readonly { world: readonly WorldClient[]; scores: readonly number[][] }[]): Figures {
  const weeks: { score: number; health: number; world: number }[] = [];
  const changes: [number, number][] = [];
  const leavers: { first100: number; first70: number }[] = [];
  let [flips, middle] = [0, 0];
  for (const [number, { world, scores }] of worlds.entries()) {
    for (const [at, client] of world.entries()) {
      const own = scores[at] ?? [];
      const before = (below: number) =>
        Math.max(
          -1,
          ...scoredDays.flatMap((day, week) => {
            const left = (client.leaves ?? 0) - day;
            return left >= 0 && left <= 100 && (own[week] ?? 0) < below ? [left] : [];
          }),
        );
      if (client.leaves !== undefined && client.how !== 'sudden' && client.leaves > 220)
        leavers.push({ first100: before(100), first70: before(70) });
      for (const [week, day] of scoredDays.entries()) {
        if (client.leaves !== undefined && day > client.leaves) continue;
        const score = own[week] ?? 0;
        const health = mean(client.health.slice(day - 7, day));
        weeks.push({ score, health, world: number });
        if (week >= 4)
          changes.push([score - (own[week - 4] ?? 0), health - mean(client.health.slice(day - 35, day - 28))]);
        const [past, next] = [own[week - 1], own[week + 1]];
        if (past === undefined || next === undefined || health < healthy) continue;
        middle += 1;
        if (score < 100 !== past < 100 && past < 100 === next < 100) flips += 1;
      }
    }
  }
  const good = weeks.filter(({ health }) => health > healthy);
  const poor = weeks.filter(({ health }) => health < bad);
  const scoresOf = (some: typeof weeks) => some.map(({ score }) => score);
  return {
    ordered: 100 * mean(worlds.flatMap((_, world) => orderedIn(ofWorld(poor, world), ofWorld(good, world)))),
    badBelow100: share(scoresOf(poor), 100),
    badBelow70: share(scoresOf(poor), 70),
    healthyBelow100: share(scoresOf(good), 100),
    healthyMedian: scoresOf(good).sort((a, b) => a - b)[Math.floor(good.length / 2)] ?? 0,
    leaversBelow100:
      100 -
      share(
        leavers.map(({ first100 }) => first100),
        14,
      ),
    leaversBelow70:
      100 -
      share(
        leavers.map(({ first70 }) => first70),
        0,
      ),
    correlation: correlationOf(changes),
    flips: (100 * flips) / middle,
  };

  function ofWorld(some: typeof weeks, world: number) {
    return scoresOf(some.filter((week) => week.world === world));
  }
}

/** The share of pairs; nothing if there are none. */
function orderedIn(poor: readonly number[], good: readonly number[]): number[] {
  if (poor.length === 0 || good.length === 0) return [];
  const wins = poor.flatMap((low) => good.map((high) => (low < high ? 1 : low === high ? 0.5 : 0)));
  return [mean(wins)];
}

function correlationOf(pairs: readonly [number, number][]): number {
  const [a, b] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const with_ = mean(pairs.map(([x, y]) => (x - a) * (y - b)));
  return with_ / Math.sqrt(mean(pairs.map(([x]) => (x - a) ** 2)) * mean(pairs.map(([, y]) => (y - b) ** 2)));
}
