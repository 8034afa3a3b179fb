import { type Leaving, leavingText } from '../leaving.ts';
import { bandOf, levelNames } from '../scoring/bands.ts';
import type { ScoreChanges } from '../scoring/changes.ts';
import { comparableChange, leastTold, type Moves } from '../scoring/moves.ts';
import { shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { topics } from '../scoring/topics.ts';
import { largestMove, sourcesText } from './reasons.ts';

/** The imported summary, else one composed of the score, what moved it in 30 days or pulls it down, and the lowest topic. */
export function spotlight(facts: {
  imported?: string | undefined;
  /** Absent while it is a client. */
  left?: Leaving | undefined;
  score: number;
  /** Of what has no moves, such as a stream. */
  scoreChanges?: ScoreChanges | undefined;
  topics: TopicScores;
  moves?: Moves | undefined;
  /** Why to act, if there is anything to act on. */
  reason?: string | undefined;
}): string {
  if (facts.imported !== undefined && facts.imported.trim() !== '') return facts.imported;
  if (facts.left) return `${leavingText(facts.left)} Its last score was ${facts.score}.`;
  if (facts.topics.every((score) => score === null))
    return `No topic has data from the last 90 days: the score of ${facts.score} says nothing of today.`;
  const level = `Scores ${facts.score} (${levelNames[bandOf(facts.score)]})`;
  return `${level}${change(facts.moves, facts.scoreChanges)}${why(facts)}. ${lowest(facts.topics)}`;
}

function change(moves: Moves | undefined, changes: ScoreChanges | undefined): string {
  const move = moves?.periods['30day'];
  const points = move ? comparableChange(move) : changes?.['30day']?.change;
  if (points === undefined) return '';
  const told = points === 0 ? ', unchanged' : `, ${points > 0 ? 'up' : 'down'} ${Math.abs(points)}`;
  const rest = !move || Math.abs(move.change - points) < leastTold ? '' : leftOut(sourcesText(move));
  return `${told} over 30 days${rest}`;
}

const leftOut = (sources: string) =>
  sources === '' ? ', apart from data that arrived late' : `, apart from ${sources}`;

function why({ reason, moves }: Parameters<typeof spotlight>[0]): string {
  const said = reason ?? (moves && largestMove(moves));
  return said === undefined ? '' : `: ${said}`;
}

function lowest(scores: TopicScores): string {
  const shown = shownTopicScores(scores).flatMap((score, index) => (score === null ? [] : [{ score, index }]));
  // of equal scores the first stays first
  const worst = shown.sort((a, b) => a.score - b.score)[0];
  return worst === undefined ? '' : `Lowest topic: ${topics[worst.index]?.displayName} at ${worst.score}.`;
}
