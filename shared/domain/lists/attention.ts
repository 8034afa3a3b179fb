import { compareTexts } from '../orders.ts';
import { bandBounds, minListedTopics } from '../scoring/model.ts';

// Which clients to look at first, and of which too little is known to say so: for board, morning, the event of a night and
// assistants.

export interface Considered {
  readonly id: string;
  readonly score: number;
  readonly hasLittleData: boolean;
  /** Undefined if it is not known, which is not 0. */
  readonly revenue?: number | undefined;
  /** Undefined if there is no score from 7 or 30 days before. */
  readonly change7?: number | undefined;
  readonly change30?: number | undefined;
}

export type ChangeColumn = 'change7' | 'change30';

/** The signals are of one topic only, or there are none: such a score jumps. */
export function hasLittleData(scoredTopics: number): boolean {
  return scoredTopics < minListedTopics;
}

/** The clients to act on, most urgent first: revenue × (points below 100 + points lost in 30 days). */
export function toDoFirst<T extends Considered>(clients: readonly T[]): T[] {
  const typical = medianRevenue(clients);
  const urgency = ({ score, change30 = 0, revenue = typical }: T) =>
    Math.max(revenue, 0) * (bandBounds.lowRisk - score + Math.max(-change30, 0));
  return clients
    .filter((client) => client.score < bandBounds.lowRisk && !client.hasLittleData)
    .map((client) => ({ client, urgency: urgency(client) }))
    .sort((a, b) => b.urgency - a.urgency || byScore(a.client, b.client))
    .map(({ client }) => client);
}

/** A client without revenue counts with the median, so that it is neither first nor last for a missing figure. */
function medianRevenue(clients: readonly Considered[]): number {
  const known = clients.flatMap(({ revenue }) => revenue ?? []).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? 1;
}

/** Those that fell, most first. */
export function fallen<T extends Considered>(clients: readonly T[], period: ChangeColumn = 'change30'): T[] {
  return moved(clients, period, -1);
}

/** Those that rose, most first. */
export function risen<T extends Considered>(clients: readonly T[], period: ChangeColumn = 'change30'): T[] {
  return moved(clients, period, 1);
}

function moved<T extends Considered>(clients: readonly T[], period: ChangeColumn, direction: 1 | -1): T[] {
  return clients
    .filter((client) => !client.hasLittleData && (client[period] ?? 0) * direction > 0)
    .sort((a, b) => ((b[period] ?? 0) - (a[period] ?? 0)) * direction || byScore(a, b));
}

export function byScore(a: Considered, b: Considered): number {
  return a.score - b.score || compareTexts(a.id, b.id);
}
