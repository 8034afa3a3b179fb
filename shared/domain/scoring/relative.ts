import type { Day } from '../dates.ts';
import { goodness, type Measure, type MeasureName, measures } from './measures.ts';
import { expectedScore, habitDays, relative, windowDays } from './model.ts';
import { type Norm, type Norms, normFor } from './norms.ts';
import type { Signal } from './signal.ts';
import { topicIndex } from './topics.ts';

// Topic scores from what systems measure: each value is compared with what is usual in the account and for the client.

/** A topic score and how much evidence it rests on, in values of today. */
export interface RelativeScore {
  readonly score: number;
  readonly weight: number;
}

interface Evidence {
  readonly weight: number;
  /** Sum of distances from what is usual, weighted; negative is worse. */
  readonly sum: number;
}

/** A rhythm that has broken off. */
interface Silence extends Evidence {
  readonly measure: MeasureName;
  /** The day of the last event. */
  readonly last: Day;
  /** Days from one event to the next, as it was. */
  readonly interval: number;
}

export interface TopicEvidence extends Evidence {
  readonly silences: readonly Silence[];
}

const byAge = Array.from({ length: habitDays + 1 }, (_, age) => 0.5 ** (age / relative.halfLifeDays));

/** By the index of the topic. The signals are those of one client, or one stream, that have a measure. */
export function relativeScores(signals: readonly Signal[], runDay: Day, norms: Norms): Map<number, RelativeScore> {
  return new Map(
    [...evidenceByTopic(signals, runDay, norms)].flatMap(([topic, evidence]) => {
      const score = relativeScore(evidence);
      return score ? [[topic, score]] : [];
    }),
  );
}

/** Undefined if there is next to nothing. */
export function relativeScore(evidence: Evidence): RelativeScore | undefined {
  return evidence.weight < relative.leastWeight ? undefined : scoreOf(evidence);
}

export function evidenceByTopic(signals: readonly Signal[], runDay: Day, norms: Norms): Map<number, TopicEvidence> {
  const evidence = new Map<number, TopicEvidence>();
  const add = (topic: string, { weight, sum }: Evidence, silence?: Silence) => {
    const index = topicIndex(topic);
    if (index === undefined || weight === 0) return;
    const so = evidence.get(index) ?? { weight: 0, sum: 0, silences: [] };
    const silences = silence ? [...so.silences, silence] : so.silences;
    evidence.set(index, { weight: so.weight + weight, sum: so.sum + sum, silences });
  };
  const known = signals.filter(
    ({ measure, day }) => measure !== undefined && day < runDay && day >= runDay - habitDays,
  );
  // a run reads the older values only of clients that have newer ones
  if (!known.some(({ day }) => day >= runDay - windowDays)) return evidence;
  for (const ofNorm of Map.groupBy(known, ({ measure, topic }) => `${measure}/${topic}`).values()) {
    const [{ measure, topic } = {}] = ofNorm;
    if (measure === undefined || topic === undefined) continue;
    const norm = normFor(norms, measure, topic);
    add(topic, evidenceOf(measure, ofNorm, runDay, norm));
    const silence = silenceOf(measure, ofNorm, runDay, norm);
    if (silence) add(relative.silenceTopic, silence, silence);
  }
  return evidence;
}

/** Recent values against the account, and against the client's own earlier ones: decline shows in the second. */
function evidenceOf(name: MeasureName, signals: readonly Signal[], runDay: Day, norm: Norm): Evidence {
  let [weight, level, habit, habitCount] = [0, 0, 0, 0];
  for (const { value = 0, day, isOpen, weight: given } of signals) {
    const away = (goodness(name, value) - norm.mean) / norm.spread;
    const bounded = Math.max(-relative.mostSpreads, Math.min(relative.mostSpreads, away));
    // what is not over yet is no good news
    if (isOpen && bounded >= 0) continue;
    const age = runDay - day;
    const share = given * (byAge[age] ?? 0);
    weight += share;
    level += share * bounded;
    if (age > relative.habitFromDays) {
      habit += bounded;
      habitCount += 1;
    }
  }
  const usual = habit / (habitCount + relative.habitCount);
  const { onlyOwn }: Measure = measures[name];
  // without earlier values nothing has changed
  const known = habitCount / (habitCount + relative.habitCount);
  const change = known * (level - weight * usual);
  return { weight, sum: (onlyOwn ? change : level) + relative.change * change };
}

/** A rhythm that breaks off, such as meetings. It counts only as far as the account still has such events. */
function silenceOf(name: MeasureName, signals: readonly Signal[], runDay: Day, norm: Norm): Silence | undefined {
  const { rhythm }: Measure = measures[name];
  const events = rhythm
    ? signals.filter(({ value = 0, isOpen }) => !isOpen && rhythm(value)).map(({ day }) => day)
    : [];
  const earlier = events.filter((day) => runDay - day > relative.silenceFromDays).length;
  if (earlier < relative.silenceEvents) return undefined;
  const interval = (habitDays - relative.silenceFromDays) / earlier;
  const last = Math.max(...events);
  const intervals = (Math.min(norm.newest, runDay - 1) - last) / interval;
  if (intervals <= relative.silenceIntervals) return undefined;
  const away = Math.min(relative.mostSpreads, 1 + Math.log(intervals / relative.silenceIntervals) * 2);
  return { measure: name, last, interval, weight: 1, sum: -away };
}

/** Shrunk towards 100 where there is little evidence. Good news that is usual counts little, bad news more. */
function scoreOf({ weight, sum }: Evidence): RelativeScore {
  const certainty = weight / (weight + relative.certainCount);
  const away = sum / (weight + relative.certainCount);
  const moved = away > 0 ? relative.good * away : relative.bad * away * (1 + Math.max(0, -away - relative.badFrom));
  const score = expectedScore + relative.usualBonus * certainty + moved;
  return { score: Math.max(0, Math.min(2 * expectedScore, score)), weight };
}
