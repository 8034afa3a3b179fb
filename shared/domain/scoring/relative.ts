import type { Day } from '../dates.ts';
import { type Contacts, contactDay, contactsOf, type Silence, silenceOf } from './contacts.ts';
import { goodness, type Measure, type MeasureName, measures } from './measures.ts';
import { expectedScore, habitDays, maxScore, minScore, relative, silence } from './model.ts';
import { type Norm, type Norms, newestOf, normFor, normName, pointsAbove } from './norms.ts';
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

/** A silence, and what it weighs. */
interface WeightedSilence extends Evidence, Silence {
  /** The day of the last contact, or the Monday of its week. */
  readonly last: Day;
  /** The last day of which the account's files tell. */
  readonly until: Day;
}

export interface TopicEvidence extends Evidence {
  readonly silence?: WeightedSilence;
}

const byAge = Array.from({ length: habitDays + 1 }, (_, age) => 0.5 ** (age / relative.halfLifeDays));

/** By the index of the topic. */
export type EvidenceByTopic = ReadonlyMap<number, TopicEvidence>;

/**
 * Shrunk towards a usual client where there is little evidence: half by that of the topic, half by that of the client's
 * topics on average, so a topic of which much is known says more.
 */
export function relativeScores(evidence: EvidenceByTopic, norms: Norms): Map<number, RelativeScore> {
  const average = [...evidence.values()].reduce((sum, { weight }) => sum + weight, 0) / evidence.size;
  const usual = expectedScore + pointsAbove(norms);
  return new Map(
    [...evidence].map(([topic, { weight, sum }]) => {
      const moved = (relative.pointsOfSpread * sum) / ((weight + average) / 2 + relative.averageValues);
      return [topic, { score: Math.max(minScore, Math.min(maxScore, usual + moved)), weight }];
    }),
  );
}

/** One topic that is worked out, beside the others, of which the evidence is known, whatever signals say. */
export interface OneTopic {
  readonly topic: number;
  readonly others: EvidenceByTopic;
}

/**
 * The signals are those of one client, or one stream, that have a measure; `earlier` are weeks with contacts that are not
 * among them.
 */
export function evidenceByTopic(
  signals: readonly Signal[],
  runDay: Day,
  norms: Norms,
  earlier: Contacts = [],
  one?: OneTopic,
): Map<number, TopicEvidence> {
  const isAsked = (topic: string) => !one || topicIndex(topic) === one.topic;
  const asked = one ? signals.filter(({ topic }) => isAsked(topic)) : signals;
  const evidence: Map<number, TopicEvidence> = distancesByTopic(asked, runDay, norms);
  const silenced = silence.topics.filter(isAsked);
  const silent = silenced.length > 0 ? weightedSilence(signals, runDay, norms, earlier) : undefined;
  for (const topic of silenced) {
    const index = topicIndex(topic);
    if (!silent || index === undefined) continue;
    const { weight, sum } = evidence.get(index) ?? { weight: 0, sum: 0 };
    evidence.set(index, { weight: weight + silent.weight, sum: sum + silent.sum, silence: silent });
  }
  for (const [topic, found] of one?.others ?? []) evidence.set(topic, found);
  return evidence;
}

/** Without silence. */
export function distancesByTopic(signals: readonly Signal[], runDay: Day, norms: Norms): Map<number, Evidence> {
  const evidence = new Map<number, Evidence>();
  const known = signals.filter(
    ({ measure, day }) => measure !== undefined && day < runDay && day >= runDay - habitDays,
  );
  for (const ofNorm of Map.groupBy(known, ({ measure, topic }) => measure && normName(measure, topic)).values()) {
    const [{ measure, topic = '' } = {}] = ofNorm;
    const index = topicIndex(topic);
    if (measure === undefined || index === undefined) continue;
    const found = evidenceOf(measure, ofNorm, runDay, normFor(norms, measure, topic));
    if (found.weight === 0) continue;
    const { weight, sum } = evidence.get(index) ?? { weight: 0, sum: 0 };
    evidence.set(index, { weight: weight + found.weight, sum: sum + found.sum });
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
  const { onlyOwn }: Measure = measures[name];
  const usual = habit / (onlyOwn ? Math.max(1, habitCount) : habitCount + relative.averageValues);
  // without earlier values nothing has changed
  const known = habitCount / (habitCount + relative.averageValues);
  const change = known * (level - weight * usual);
  return { weight, sum: onlyOwn ? change : level + relative.change * change };
}

function weightedSilence(
  signals: readonly Signal[],
  runDay: Day,
  norms: Norms,
  earlier: Contacts,
): WeightedSilence | undefined {
  const events = signals.filter((signal) => (contactDay(signal) ?? runDay) < runDay);
  // a file that no longer comes is no silence of the client
  const newest = newestOf(norms, new Set(events.flatMap(({ measure }) => measure ?? [])));
  const until = Math.min(runDay - 1, newest);
  const found = silenceOf(contactsOf(events, earlier, runDay), until + 1);
  if (!found) return undefined;
  const weight = Math.min(silence.mostValues, found.missed / silence.intervalsOfValue);
  const last = Math.max(found.since, ...events.map((signal) => contactDay(signal) ?? found.since));
  return { ...found, weight, sum: -weight * relative.mostSpreads, last, until };
}
