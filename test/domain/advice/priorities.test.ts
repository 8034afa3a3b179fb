import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priorities } from '../../../shared/domain/advice/priorities.ts';
import { recommendationsFor } from '../../../shared/domain/advice/recommendations.ts';
import { severities, severityOf } from '../../../shared/domain/advice/severity.ts';
import { topicReport } from '../../../shared/domain/scoring/topic-report.ts';
import { topicIndex, topics } from '../../../shared/domain/scoring/topics.ts';
import { holds } from '../../support/holds.ts';
import { topicScores } from '../arbitraries.ts';

function withScores(scores: Record<string, number>): (number | null)[] {
  return topics.map(({ id }) => scores[id] ?? null);
}

describe('severity', () => {
  it.each([
    [0, 'critical'],
    [49.9, 'critical'],
    [50, 'high'],
    [69.9, 'high'],
    [70, 'medium'],
    [99.9, 'medium'],
    [100, 'low'],
    [139.9, 'low'],
    [140, undefined],
    [200, undefined],
  ])('of a topic at %d is %s', (score, severity) => {
    expect(severityOf(score)).toBe(severity);
  });
});

describe('priorities', () => {
  it('are empty without data or with every topic on track', () => {
    expect(priorities(withScores({}))).toEqual([]);
    expect(priorities(topics.map(() => 140))).toEqual([]);
  });

  it.each([
    {
      what: 'severity first, even when there is more to gain elsewhere',
      given: { trust: 45, advocacy: 45, timeliness: 95 },
      order: 'advocacy trust timeliness',
    },
    {
      what: 'severities from critical to low',
      given: { trust: 120, timeliness: 40, advocacy: 99 },
      order: 'timeliness advocacy trust',
    },
    { what: 'the lower score first', given: { trust: 71, advocacy: 70 }, order: 'advocacy trust' },
    {
      what: 'the larger effective weight first: here the only topic of its category',
      given: { trust: 71, advocacy: 72, timeliness: 95 },
      order: 'timeliness trust advocacy',
    },
    {
      what: 'ties by topic id',
      given: { trust: 80, advocacy: 80, stakeholder_breadth: 80 },
      order: 'advocacy stakeholder_breadth trust',
    },
    { what: 'by rounded scores', given: { trust: 79.96, advocacy: 80.04 }, order: 'advocacy trust' },
    { what: 'severity of the rounded score', given: { trust: 69.96, advocacy: 69.9 }, order: 'advocacy trust' },
  ])('are ordered: $what', ({ given, order }) => {
    expect(
      priorities(withScores(given))
        .map(({ topic }) => topic)
        .join(' '),
    ).toBe(order);
  });

  it('are in an order that callers can derive from the client detail', () => {
    holds(
      fc.property(topicScores, (scores) => {
        const report = topicReport(scores).topics;
        const listed = priorities(scores).map(({ topic, severity, score }) => ({
          severity: severities.indexOf(severity),
          impact: (200 - score) * (report[topicIndex(topic) ?? -1]?.weight ?? 0),
        }));

        for (const [index, { severity, impact }] of listed.entries()) {
          const next = listed[index + 1];
          if (next?.severity === severity) expect(impact).toBeGreaterThanOrEqual(next.impact - 1e-9);
          else if (next !== undefined) expect(severity).toBeLessThan(next.severity);
        }
        expect(listed).toHaveLength(report.filter(({ score }) => score !== null && score < 140).length);
      }),
    );
  });
});

describe('recommendations', () => {
  const all = () => topics.flatMap(({ id }) => severities.map((severity) => recommendationsFor(id, severity)));

  it('are two for a topic of low severity, and three for each other', () => {
    const counts = severities.map((severity) => topics.map(({ id }) => recommendationsFor(id, severity).length));

    expect(counts).toEqual([3, 3, 3, 2].map((count) => topics.map(() => count)));
  });

  // one phrase for each severity, worst first
  it.each([
    ['deliverable_quality', 'correction', 'complaints', 'acceptance', 'template'],
    ['timeliness', 'replan', 'shorten', 'timeline', 'kept'],
    ['responsiveness', 'oldest', 'reassign', 'holidays', 'guide'],
    ['team_expertise', 'hardest', 'junior', 'training', 'similar companies'],
    ['results_impact', 'measurable', 'target', 'activities', 'came'],
    ['trust', 'openly', 'before it finds out', 'rely on us', 'risk you see'],
    ['executive_sponsorship', 'arrange', 'thirty minutes', 'to the board', 'Thank the sponsor'],
    ['stakeholder_breadth', 'introductions', 'advises', 'wider', 'successors'],
    ['communication_engagement', 'nobody has answered', 'telephone', 'reads', 'for its agenda'],
    ['advocacy', 'surveys', 'neutral', 'colleagues', 'article'],
    ['value_for_money', 'compensation', 'competitor', 'does not use', 'buyers'],
    ['budget_stability', 'two thirds', 'stages', 'reorganisation', 'prices'],
    ['scope_alignment', 'both readings', 'declined', 'postponed', 'statement'],
    ['billing_payment', 'unpaid', 'evidence', 'rates', 'address'],
    ['renewal_growth', 'losing', 'must', 'calendar', 'solves'],
  ] as const)('of %s are about %s, %s, %s and %s', (topic, ...phrases) => {
    const places = topics.flatMap(({ id }) => severities.map((severity) => ({ id, severity })));
    const withPhrase = (phrase: string) =>
      places.filter(({ id, severity }) => recommendationsFor(id, severity).join(' ').includes(phrase));

    expect(phrases.map(withPhrase)).toEqual(severities.map((severity) => [{ id: topic, severity }]));
  });

  it('are unique sentences that fit into a line', () => {
    const sentences = all().flat();

    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]{39,109}[.?]$/);
  });
});
