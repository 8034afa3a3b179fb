import type { Period, ScoreChanges } from '../scoring/changes.ts';

export type Direction = 'improving' | 'declining' | 'stable';

export function directionOf(change: number): Direction {
  return change > 0 ? 'improving' : change < 0 ? 'declining' : 'stable';
}

/**
 * Clients that move in a direction (both ways when none is given), largest move first; equal moves stay in the order given.
 * Without a point to compare with, a client is in none.
 */
export function trending<E extends { scoreChanges?: ScoreChanges | undefined }>(
  entries: readonly E[],
  direction: Direction | undefined,
  period: Period,
): E[] {
  return entries
    .flatMap((entry) => {
      const change = entry.scoreChanges?.[period]?.change;
      return change !== undefined && isWanted(directionOf(change), direction)
        ? [{ entry, size: Math.abs(change) }]
        : [];
    })
    .sort((a, b) => b.size - a.size)
    .map(({ entry }) => entry);
}

function isWanted(actual: Direction, wanted: Direction | undefined): boolean {
  return wanted === undefined ? actual !== 'stable' : actual === wanted;
}
