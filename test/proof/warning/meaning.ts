import { toDoFirst } from '../../../shared/domain/lists/attention.ts';
import { type Band, bandOf, bands } from '../../../shared/domain/scoring/bands.ts';
import { type Scored, scoredDays } from './scored.ts';
import { days, lines, type WorldClient, weekOf } from './world.ts';

// What a score means to a person who reads it: what became of clients of a level, and whether those to call are in trouble.

const [horizonDays, listed, weeksBefore] = [90, 10, 4];

interface ScoredWorld {
  readonly world: readonly WorldClient[];
  readonly scored: readonly (readonly Scored[])[];
}

/** Of the client-weeks of each level, the percent that left or were bad within 90 days. */
export function calibrationOf(worlds: readonly ScoredWorld[]): Record<Band, number> {
  const counts = Object.fromEntries(bands.map((band) => [band, { all: 0, came: 0 }]));
  for (const { world, scored } of worlds)
    for (const [at, client] of world.entries())
      for (const [week, day] of scoredDays.entries()) {
        const said = scored[at]?.[week];
        const count = said && counts[bandOf(said.score)];
        if (!count || day > (client.leaves ?? days) || day + horizonDays > days) continue;
        count.all += 1;
        if (cameTrue(client, day)) count.came += 1;
      }
  return Object.fromEntries(bands.map((band) => [band, percent(counts[band])])) as Record<Band, number>;
}

function cameTrue(client: WorldClient, day: number): boolean {
  if ((client.leaves ?? days) < Math.min(days, day + horizonDays)) return true;
  for (let later = day; later <= day + horizonDays; later += 7) if (weekOf(client, later) < lines.bad) return true;
  return false;
}

const percent = ({ all, came }: { all: number; came: number } = { all: 0, came: 0 }) => (100 * came) / all;

/** Of the first ten of "What to do first" on each Monday, the percent that are bad or strained. */
export function precisionOf(worlds: readonly ScoredWorld[]): number {
  const count = { all: 0, came: 0 };
  for (const { world, scored } of worlds)
    for (const [week, day] of scoredDays.entries()) {
      const considered = world.flatMap((client, at) => {
        const [now, before] = [scored[at]?.[week], scored[at]?.[week - weeksBefore]];
        if (!now || day > (client.leaves ?? days)) return [];
        return {
          id: client.name,
          client,
          score: now.score,
          scoredTopics: now.scoredTopics,
          moved30: before && now.score - before.score,
        };
      });
      for (const { client } of toDoFirst(considered).slice(0, listed)) {
        count.all += 1;
        if (weekOf(client, day) <= lines.healthy) count.came += 1;
      }
    }
  return percent(count);
}
