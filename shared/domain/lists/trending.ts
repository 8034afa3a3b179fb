import type { Period, ScoreChanges } from '../scoring/changes.ts';

export type Direction = 'improving' | 'declining' | 'stable';

export function directionOf(change: number): Direction {
  return change > 0 ? 'improving' : change < 0 ? 'declining' : 'stable';
}

/**
 * Clients whose score moved in a direction (up or down if none is given), largest move first; equal moves keep their
 * order. A client without an earlier score to compare with is left out.
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
