import type { Day } from '../dates.ts';
import type { Contacts } from './contacts.ts';
import { expectedScore, halfLifeDays, maxScore, minScoredTopics, windowDays } from './model.ts';
import type { Norms } from './norms.ts';
import { evidenceByTopic, type OneTopic, relativeScores } from './relative.ts';
import { roundedScore } from './rounding.ts';
import type { Signal } from './signal.ts';
import { clientScore, scoredTopics, type TopicScores } from './topic-scores.ts';
import { topicIndex, topics } from './topics.ts';

export type { Signal } from './signal.ts';

export type Computed = {
  /** Null if no topic has data. */
  score: number | null;
  topics: TopicScores;
  scoredTopics: number;
  hasInsufficientData: boolean;
};

const decay = Array.from({ length: windowDays + 1 }, (_, age) => 0.5 ** (age / halfLifeDays));

/**
 * The score of a run: computed from the signals before its day, in any order: of polarities those of 90 days, of values
 * of systems those of 180 days, and weeks with contacts that are not among them.
 */
export function score(signals: readonly Signal[], runDay: Day, norms?: Norms, earlier?: Contacts): Computed {
  const topicScores = topicScoresOf(signals, runDay, norms, earlier);
  const scored = scoredTopics(topicScores);
  return {
    score: clientScore(topicScores),
    topics: topicScores,
    scoredTopics: scored,
    hasInsufficientData: scored < minScoredTopics,
  };
}

/** A client's own signals and those of its active streams. */
export function signalsOfClient<T extends Signal>(signals: readonly T[], activeStreams: ReadonlySet<string>): T[] {
  return signals.filter(({ stream }) => stream === undefined || activeStreams.has(stream));
}

export function signalsOfStream<T extends Signal>(signals: readonly T[], stream: string): T[] {
  return signals.filter((signal) => signal.stream === stream);
}

export type ScoreSource = 'chr1' | 'chr2';
export type CurrentScore = { score: number; source: ScoreSource };

/**
 * The score of a client: computed from its data, else the last computed one, else the imported one, else 100. `chr2`
 * means that at least one score was computed here, so the next run can tell from score and source what to carry over.
 */
export function currentScore(from: {
  computed?: number | null | undefined;
  lastComputed?: number | null | undefined;
  imported?: number | null | undefined;
}): CurrentScore {
  const ours = from.computed ?? from.lastComputed ?? undefined;
  if (ours !== undefined) return { score: ours, source: 'chr2' };
  return { score: roundedScore(from.imported ?? expectedScore), source: 'chr1' };
}

/** By the index of the topic, null without data. */
export function topicScoresOf(
  signals: readonly Signal[],
  runDay: Day,
  norms: Norms | undefined,
  earlier?: Contacts,
  one?: OneTopic,
): TopicScores {
  const isRelative = ({ measure }: Signal) => norms !== undefined && measure !== undefined;
  const relative =
    norms && relativeScores(evidenceByTopic(signals.filter(isRelative), runDay, norms, earlier, one), norms);
  const weights = topics.map(() => 0);
  const sums = topics.map(() => 0);
  const absolute = norms ? signals.filter((signal) => !isRelative(signal)) : signals;
  for (const { day, topic, polarity, weight } of canonical(absolute, runDay)) {
    const index = topicIndex(topic);
    if (index === undefined) continue;
    const share = weight * (decay[runDay - day] ?? 0);
    weights[index] = (weights[index] ?? 0) + share;
    sums[index] = (sums[index] ?? 0) + share * polarity;
  }
  const swing = maxScore - expectedScore;
  return weights.map((weight, index) => {
    const said = weight > 0 ? expectedScore + (swing * (sums[index] ?? 0)) / weight : null;
    const measured = relative?.get(index);
    if (said === null || measured === undefined) return shortened(said ?? measured?.score ?? null);
    return shortened((weight * said + measured.weight * measured.score) / (weight + measured.weight));
  });
}

const fraction = 2 ** 30;

/** To a billionth, which no figure shows: a score record is smaller by 80 bytes where all digits after it are 0. */
function shortened(score: number | null): number | null {
  return score === null ? null : Math.round(score * fraction) / fraction;
}

/** A fixed order: the last bit of a floating-point sum depends on the order of its parts. */
function canonical(signals: readonly Signal[], runDay: Day): Signal[] {
  return signals
    .filter(({ day }) => day >= runDay - windowDays && day < runDay)
    .sort((a, b) => a.day - b.day || a.polarity - b.polarity || a.weight - b.weight);
}
