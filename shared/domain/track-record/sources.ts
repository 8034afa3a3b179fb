import type { AlignmentValue } from '../alignment.ts';
import { type Band, bands } from '../scoring/bands.ts';

/** What warned: the score by its levels, people by their reads. Worst first; the first two are warnings. */
export const scoreLevels: readonly Band[] = bands;
export const readLevels: readonly AlignmentValue[] = ['red', 'amber', 'green'];

export type Level = Band | AlignmentValue;

/** Below 70, or red. */
export function isWorst(level: Level): boolean {
  return level === 'highRisk' || level === 'red';
}

/** Below 100, or red or amber. */
export function fallsShort(level: Level): boolean {
  return isWorst(level) || level === 'mediumRisk' || level === 'amber';
}
