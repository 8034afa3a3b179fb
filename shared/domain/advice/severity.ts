import { severityBounds } from '../scoring/model.ts';

export type Severity = keyof typeof severityBounds;

/** From the worst to the mildest. */
export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

/** undefined from 140 on: on track. */
export function severityOf(score: number): Severity | undefined {
  return severities.find((severity) => score < severityBounds[severity]);
}

/** What to do about a topic, by how bad it is. */
export type Recommendations = Readonly<Record<Severity, readonly string[]>>;
