import { categories, topics } from '../../shared/domain/scoring/topics.ts';
import type { WeekOfInsights } from '../../shared/table/entities/insights.ts';
import { compare, inParts, sum } from './basics.ts';
import { bandOf } from './figures.ts';

// What the service says about topic scores, as docs/data.md and docs/api.md describe it. Only the sentences are
// those of the service.

type Scores = readonly (number | null)[];

const inCategory = (name: string) => topics.flatMap(({ category }, at) => (category === name ? [at] : []));
const meanOf = (values: readonly number[]) => (values.length > 0 ? sum(values) / values.length : null);
const shown = (score: number | null) => (score === null ? null : Math.floor(score * 10 + 0.5 + 1e-8) / 10);

/** The topics with data. */
const known = (scores: Scores) =>
  topics.flatMap((topic, at) => {
    const [exact = null, score = null] = [scores[at], shown(scores[at] ?? null)];
    return exact === null || score === null ? [] : [{ ...topic, at, exact, score }];
  });

/** A topic has an equal share of its category, and a category with data an equal share of the score. */
export function shareOf(scores: Scores, category: string): number {
  const withData = (name: string) => inCategory(name).filter((at) => scores[at] !== null).length;
  return 1 / withData(category) / categories.filter(({ name }) => withData(name) > 0).length;
}

export function topicReport(scores: Scores) {
  const all = known(scores);
  const meansOf = categories.map(({ name }) =>
    meanOf(all.flatMap(({ category, exact }) => (category === name ? [exact] : []))),
  );
  const total = shown(meanOf(meansOf.filter((mean) => mean !== null))) ?? 100;
  const parts = inParts(
    all.map(({ category, exact }) => shareOf(scores, category) * (exact - 100) * 10),
    Math.round(total * 10) - 1000,
  );
  return {
    categories: categories.map(({ name, abbreviation }, at) => ({
      name,
      abbreviation,
      score: shown(meansOf[at] ?? null),
      topicCount: inCategory(name).length,
      scoredTopicCount: all.filter(({ category }) => category === name).length,
    })),
    topics: topics.map(({ id, displayName, category }, at) => {
      const place = all.findIndex((each) => each.at === at);
      return {
        id,
        displayName,
        category,
        score: all[place]?.score ?? null,
        weight: place < 0 ? 0 : Math.round(shareOf(scores, category) * 10_000) / 10_000,
        contribution: place < 0 ? 0 : (parts[place] ?? 0) / 10,
        hasInsufficientData: place < 0,
      };
    }),
    total: topics.length,
  };
}

const severities = ['critical', 'high', 'medium', 'low'] as const;
const severityOf = (score: number) => severities[[50, 70, 100, 140].findIndex((bound) => score < bound)];

/** Topics below 140: the worst severity first, then what takes most points from the score, then by id. */
export function priorities(scores: Scores) {
  const taken = new Map(topicReport(scores).topics.map(({ id, contribution }) => [id, contribution]));
  return known(scores)
    .flatMap(({ id, category, score }) => {
      const severity = severityOf(score);
      return severity ? [{ topic: id, score, category, severity }] : [];
    })
    .sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        (taken.get(a.topic) ?? 0) - (taken.get(b.topic) ?? 0) ||
        compare(a.topic, b.topic),
    )
    .map((priority) => ({ ...priority, recommendations: [] }));
}

/** The two topics that take most from the score. */
export function worst(scores: Scores): string {
  const taking = topicReport(scores).topics.filter(({ contribution }) => contribution < 0);
  const most = taking.toSorted((a, b) => a.contribution - b.contribution).slice(0, 2);
  return most.map(({ displayName, contribution }) => `${displayName} ${contribution}`).join(', ');
}

const levels = { highRisk: 'high risk', mediumRisk: 'medium risk', lowRisk: 'low risk', onTrack: 'on track' };

export function spotlight(
  scores: Scores,
  imported: string | undefined,
  score: number,
  change: number | undefined,
  reason = '',
) {
  if (imported?.trim()) return imported;
  if (known(scores).length === 0)
    return `No topic has data from the last 90 days: the score of ${score} says nothing of today.`;
  const [worst] = known(scores).toSorted((a, b) => a.score - b.score);
  const moved = change && `, ${change > 0 ? 'up' : 'down'} ${Math.abs(change)} over 30 days`;
  return `Scores ${score} (${levels[bandOf(score)]})${change === 0 ? ', unchanged over 30 days' : (moved ?? '')}${reason && `: ${reason}`}. ${
    worst ? `Lowest topic: ${worst.displayName} at ${worst.score}.` : ''
  }`;
}

export function contextualClues(scores: Scores) {
  const fires = known(scores)
    .filter(({ score }) => score < 70)
    .toSorted((a, b) => a.score - b.score);
  return {
    activeFires: fires.map(({ displayName }) => displayName),
    budgetIssues: fires.some(({ id }) => ['budget_stability', 'billing_payment'].includes(id)),
  };
}

/** None for a stream below 100, or that fell by ten points or more in 30 days. */
export function growthRecommendations(weeks: readonly WeekOfInsights[], score: number, change = 0) {
  const [newest] = weeks;
  if (score < 100 || change <= -10 || !newest) return [];
  const good = newest.insights.filter(({ sentiment }) => /^positive$/i.test(sentiment));
  return good.slice(0, 3).map(({ topic, summary }) => ({
    title: `Build on ${topics.find(({ id }) => id === topic)?.displayName ?? topic}`,
    description: `${summary} (week of ${newest.weekDate})`,
  }));
}
