import { type Band, bandOf } from '../scoring/bands.ts';
import type { ScoreChanges } from '../scoring/changes.ts';
import { shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { topics } from '../scoring/topics.ts';

const bandNames: Record<Band, string> = {
  highRisk: 'high risk',
  mediumRisk: 'medium risk',
  lowRisk: 'low risk',
  onTrack: 'on track',
};

/** The imported summary, else one composed of the score, its 30-day change and the lowest topic. */
export function spotlight(facts: {
  imported?: string | undefined;
  score: number;
  scoreChanges?: ScoreChanges | undefined;
  topics: TopicScores;
}): string {
  if (facts.imported !== undefined && facts.imported.trim() !== '') return facts.imported;
  return `Scores ${facts.score} (${bandNames[bandOf(facts.score)]})${move(facts.scoreChanges)}. ${lowest(facts.topics)}`;
}

function move(changes: ScoreChanges | undefined): string {
  const change = changes?.['30day']?.change;
  if (change === undefined) return '';
  if (change === 0) return ', unchanged over 30 days';
  return `, ${change > 0 ? 'up' : 'down'} ${Math.abs(change)} over 30 days`;
}

function lowest(scores: TopicScores): string {
  const shown = shownTopicScores(scores).flatMap((score, index) => (score === null ? [] : [{ score, index }]));
  // of equal scores the first stays first
  const worst = shown.sort((a, b) => a.score - b.score)[0];
  return worst === undefined
    ? 'No topic has data from the last 90 days.'
    : `Lowest topic: ${topics[worst.index]?.displayName} at ${worst.score}.`;
}
