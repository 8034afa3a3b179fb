import { severityBounds } from '../scoring/model.ts';

export type Severity = keyof typeof severityBounds;

/** Worst first. */
export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

/** Undefined from 140 on, where a topic is on track. */
export function severityOf(score: number): Severity | undefined {
  return severities.find((severity) => score < severityBounds[severity]);
}
