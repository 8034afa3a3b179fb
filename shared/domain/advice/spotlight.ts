import { bandOf, levelNames } from '../scoring/bands.ts';
import type { ScoreChanges } from '../scoring/changes.ts';
import type { Moves } from '../scoring/moves.ts';
import { shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { topics } from '../scoring/topics.ts';
import { moveText } from './causes.ts';

/** The imported summary, else one composed of the score, what moved it in 30 days, and the lowest topic. */
export function spotlight(facts: {
  imported?: string | undefined;
  score: number;
  scoreChanges?: ScoreChanges | undefined;
  topics: TopicScores;
  moves?: Moves | undefined;
}): string {
  if (facts.imported !== undefined && facts.imported.trim() !== '') return facts.imported;
  const level = `Scores ${facts.score} (${levelNames[bandOf(facts.score)]})`;
  return `${level}${change(facts.scoreChanges)}${why(facts.moves)}. ${lowest(facts.topics)}`;
}

function change(changes: ScoreChanges | undefined): string {
  const points = changes?.['30day']?.change;
  if (points === undefined) return '';
  if (points === 0) return ', unchanged over 30 days';
  return `, ${points > 0 ? 'up' : 'down'} ${Math.abs(points)} over 30 days`;
}

function why(moves: Moves | undefined): string {
  const move = moves?.periods['30day'];
  const text = moves && move ? moveText(moves, move) : '';
  return text === '' ? '' : `: ${text}`;
}

function lowest(scores: TopicScores): string {
  const shown = shownTopicScores(scores).flatMap((score, index) => (score === null ? [] : [{ score, index }]));
  // of equal scores the first stays first
  const worst = shown.sort((a, b) => a.score - b.score)[0];
  return worst === undefined
    ? 'No topic has data from the last 90 days.'
    : `Lowest topic: ${topics[worst.index]?.displayName} at ${worst.score}.`;
}
