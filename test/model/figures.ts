import { addDays } from '../../shared/domain/dates.ts';
import type { ScoreChanges } from '../../shared/domain/scoring/changes.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Computed, KnownClient } from './account.ts';
import { compare, count, half, inOrder, inParts, mean, tenths } from './basics.ts';

export const noTopics = topics.map(() => null);

export function bandOf(score: number) {
  if (score < 70) return 'highRisk';
  if (score < 100) return 'mediumRisk';
  return score < 140 ? 'lowRisk' : 'onTrack';
}

interface Standing {
  readonly score: number;
  readonly hasInsufficientData: boolean;
  readonly scoreChanges?: ScoreChanges;
}

export function standing(computed: Computed | undefined, imported = 100): Standing {
  const points = computed?.points ?? [];
  const score = points.at(-1) ?? Math.floor(imported * 10 + 0.5 + 1e-8) / 10;
  const against = (previousScore: number) => {
    const change = tenths(score) - tenths(previousScore);
    const percentage = previousScore === 0 ? 100 * Math.sign(change) : half(change * 1000, tenths(previousScore)) / 10;
    return { change: change / 10, percentage, previousScore };
  };
  const [week, month] = [points.at(-8), points.at(-31)];
  const scoreChanges: ScoreChanges = {
    ...(week !== undefined && { '7day': against(week) }),
    ...(month !== undefined && { '30day': against(month) }),
  };
  const hasInsufficientData = count(computed?.topics ?? noTopics, (topic) => topic !== null) < 8;
  return { score, hasInsufficientData, ...(week !== undefined && { scoreChanges }) };
}

/** From its day of notice on, a client that left is archived; before the first night whatever the day is. */
export const isArchived = ({ client }: KnownClient, day: string | null) =>
  client.archived || (client.leftAt !== undefined && client.leftAt <= (day ?? '9'));

export const scoredTopicsOf = ({ computed }: Pick<KnownClient, 'computed'>) =>
  count(computed?.topics ?? noTopics, (topic) => topic !== null);

export const standingOf = ({ client, computed }: KnownClient) => standing(computed, client.importedScore);
export const scoreOf = (known: KnownClient) => standingOf(known).score;

export const byScore = (list: readonly KnownClient[]) =>
  inOrder(list, (known) => ({ ...known.client, score: scoreOf(known) }));

export function health(clients: readonly KnownClient[]) {
  const bands = ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'] as const;
  const counts = bands.map((band) => count(clients, (known) => bandOf(scoreOf(known)) === band));
  const total = Math.max(1, clients.length);
  const parts = counts.map((n) => (n * 10_000) / total);
  const percents = inParts(parts, clients.length > 0 ? 10_000 : 0).map((part) => part / 100);
  const named = (values: readonly number[], suffix = '') =>
    Object.fromEntries(bands.map((band, at) => [band + suffix, values[at]]));
  return { score: mean(clients.map(scoreOf)), breakdown: named(counts), distribution: named(percents, 'Percent') };
}

/** For each Monday, the read that was updated last. */
export function readsOf({ reads }: KnownClient) {
  const byWeek = new Map<string, KnownClient['reads'][number]>();
  for (const read of reads.toSorted((a, b) => compare(a.updatedAt, b.updatedAt))) {
    const week = addDays(read.week, -((new Date(read.week).getUTCDay() + 6) % 7));
    byWeek.set(week, { ...read, week });
  }
  return [...byWeek.values()].sort((a, b) => compare(a.week, b.week));
}
export const readAsOf = (known: KnownClient, week = '9999-12-31') =>
  readsOf(known).findLast((read) => read.week <= week) ?? null;
