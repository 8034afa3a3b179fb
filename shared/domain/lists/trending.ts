import type { Period, ScoreChanges } from '../scoring/changes.ts';

export const directions = ['improving', 'declining', 'stable'] as const;
export type Direction = (typeof directions)[number];

interface Moved {
  readonly scoreChanges?: ScoreChanges | undefined;
}

export function directionOf(change: number): Direction {
  return change > 0 ? 'improving' : change < 0 ? 'declining' : 'stable';
}

/** The change over a period; undefined without an earlier score to compare with. */
export function moveOf({ scoreChanges }: Moved, period: Period): number | undefined {
  return scoreChanges?.[period]?.change;
}

/** The directions that a request chooses: up and down if it names none. */
export function chosenDirections(direction: Direction | undefined): readonly Direction[] {
  return direction === undefined ? ['improving', 'declining'] : [direction];
}
