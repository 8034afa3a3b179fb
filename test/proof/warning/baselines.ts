import { goodness } from '../../../shared/domain/scoring/measures.ts';
import { signalsOfRun } from '../../../shared/domain/scoring/open-signals.ts';
import { type Evidence, scoredDays } from './scored.ts';
import { firstDay } from './world.ts';

// What anybody can work out without a model: a score has to order clients better. More is better.

type Baseline = (evidence: Evidence, today: number) => number;

export const baselines: Readonly<Record<string, Baseline>> = {
  'days since contact, overdue invoices': sinceContact,
  'own wait and volume': ownWeeks,
};

/** Of each client on the scored days. */
export function baselineOf(baseline: Baseline, evidence: readonly (readonly Evidence[])[]): number[][] {
  return (evidence[0] ?? []).map((_, at) =>
    evidence.map((clients, week) => {
      const known = clients[at];
      return known ? baseline(known, firstDay + (scoredDays[week] ?? 0)) : 0;
    }),
  );
}

/** The days since the last event that is not about money, and those that the oldest invoice is overdue. */
function sinceContact({ closed, open }: Evidence, today: number): number {
  const contacts = closed.flatMap(({ measure, day }) => (measure !== 'days-late' && day < today ? day : []));
  const overdue = signalsOfRun(open, today).flatMap(({ measure, value = 0 }) => (measure === 'days-late' ? value : []));
  return -Math.min(90, today - Math.max(today - 90, ...contacts)) - Math.max(0, ...overdue);
}

/** How far the last four weeks lie from the 22 before, in their spreads: slower answers, and fewer events. */
function ownWeeks({ closed }: Evidence, today: number): number {
  const weeks = Array.from({ length: 26 }, () => ({ events: 0, waits: [] as number[] }));
  for (const { day, measure, value = 0 } of closed) {
    const week = weeks[Math.floor((today - 1 - day) / 7)];
    if (!week || day >= today) continue;
    week.events += 1;
    if (measure === 'reply-hours' || measure === 'resolve-hours') week.waits.push(goodness(measure, value));
  }
  const waits = weeks.map((each) => each.waits);
  const events = weeks.map((each) => each.events);
  return away(waits.slice(0, 4).flat(), waits.slice(4).flat()) + away(events.slice(0, 4), events.slice(4));
}

function away(recent: readonly number[], earlier: readonly number[]): number {
  if (recent.length === 0 || earlier.length < 2) return 0;
  const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
  const spread = Math.sqrt(mean(earlier.map((each) => (each - mean(earlier)) ** 2)));
  return Math.max(-3, Math.min(3, (mean(recent) - mean(earlier)) / (spread || 1)));
}
