import type { Day } from '../dates.ts';
import { compareTexts } from '../orders.ts';
import { type Period, scoreChanges } from './changes.ts';
import type { Contacts } from './contacts.ts';
import type { History } from './history.ts';
import { goodness, type MeasureName } from './measures.ts';
import { changePeriods, expectedScore, relative, silence, windowDays } from './model.ts';
import { type Norms, normFor, normName, pointsAbove } from './norms.ts';
import { type OpenSignal, signalsOfRun } from './open-signals.ts';
import { type EvidenceByTopic, evidenceByTopic, relativeScores } from './relative.ts';
import { tenths } from './rounding.ts';
import { type Signal, topicScoresOf } from './scoring.ts';
import { clientScore, contributions, effectiveWeights, type TopicScores } from './topic-scores.ts';
import { topicIndex, topics } from './topics.ts';

// Why a score moved: how much each topic changed it, and which signals made it. And what pulls it down today.

/** What a topic adds to or takes from the change of a score. */
export interface TopicMove {
  /** The index of the topic. */
  readonly topic: number;
  readonly change: number;
  /** It has data now and had none then, or the other way round: nothing has become better or worse with that. */
  readonly data?: 'began' | 'ended';
}

export interface Move {
  /** The plain difference of two points of the history. */
  readonly change: number;
  /** Those that changed, the largest change first. With those that began and ended, and `other`, they add up to it. */
  readonly topics: readonly TopicMove[];
  /**
   * What is left: signals that arrived late or were corrected, a measure of which the account had nothing then, and a
   * score that was imported or carried over then.
   */
  readonly other: number;
}

/** Of a move, what became better or worse. Everything that says fell, rose or why uses this and not the difference. */
export function comparableChange({ topics: moved }: Pick<Move, 'topics'>): number {
  return moved.reduce((sum, { change, data }) => sum + (data ? 0 : Math.round(change * 10)), 0) / 10;
}

/** A signal that moved the score, a rhythm that broke off, or, without anything but its day, the last signal of a topic. */
export interface Cause {
  readonly topic: number;
  readonly day: Day;
  /** Points of the client's score. */
  readonly points: number;
  readonly id?: string;
  readonly polarity?: number;
  readonly measure?: MeasureName;
  readonly value?: number;
  readonly isOpen?: boolean;
  /** Days from one event to the next, before they stopped after this one. `value` is for how many days there was none. */
  readonly interval?: number;
}

export interface Moves {
  /** Of the score that moved. */
  readonly day: Day;
  readonly periods: { readonly [period in Period]?: Move };
  /** Of the move of 30 days, else of 7; the largest first. */
  readonly causes: readonly Cause[];
  /** What pulls the score down today, of the topics that take most from it; the largest first. */
  readonly pulls: readonly Cause[];
}

type Named = Signal & { readonly id: string };

/** What a run knows of a client: signals of its own and of its active streams. */
export interface Known {
  readonly closed: readonly Named[];
  readonly open: readonly OpenSignal[];
  readonly normsOn: (day: Day) => Norms | undefined;
  /** Weeks with contacts that are older than these signals. */
  readonly earlier?: Contacts;
}

const mostCauses = 5;
const mostTopics = 3;
/** Only the newest signals of a topic are tried. */
const mostTried = 10;
/** A smaller move is not worth telling, nor are its causes. */
export const leastTold = 3;
/** A smaller cause is none. */
const leastCause = 0.5;

/** Undefined if no topic has data. Past days are computed again from the signals that are known now. */
export function movesOf(history: History, now: TopicScores, known: Known): Moves | undefined {
  const day = history.last;
  const changes = scoreChanges(history);
  if (now.every((score) => score === null)) return undefined;
  const periods: { [period in Period]?: Move } = {};
  for (const [period, days] of Object.entries(changePeriods) as [Period, number][]) {
    const change = changes?.[period]?.change;
    if (change !== undefined) periods[period] = moveOf(change, day - days, day, now, known);
  }
  const told = toldMove({ periods });
  return {
    day,
    periods,
    causes: told ? causesOf(told.move, day, day - told.days, now, known) : [],
    pulls: pullsOf(day, now, known),
  };
}

/** The move that people are told of: that of 30 days, else that of 7. */
function toldMove({ periods }: Pick<Moves, 'periods'>): { readonly move: Move; readonly days: number } | undefined {
  const period: Period = periods['30day'] ? '30day' : '7day';
  const move = periods[period];
  return move && { move, days: changePeriods[period] };
}

function signalsOn({ closed, open }: Known, day: Day): Named[] {
  return [...closed, ...signalsOfRun(open, day)];
}

function moveOf(change: number, from: Day, day: Day, now: TopicScores, known: Known): Move {
  const scoresOn = (on: Day, counts: (signal: Signal) => boolean) =>
    topicScoresOf(signalsOn(known, on).filter(counts), on, known.normsOn(on), known.earlier);
  const before = scoresOn(from, () => true);
  const isKnownThen = hadBegun(known.normsOn(from));
  const hasNew = signalsOn(known, day).some((signal) => !isKnownThen(signal));
  const [then, today] = hasNew ? [scoresOn(from, isKnownThen), scoresOn(day, isKnownThen)] : [before, now];
  const ofBoth = (scores: TopicScores) =>
    scores.map((score, topic) => (hasData(then, topic) && hasData(today, topic) ? score : null));
  const [partsThen, parts] = [contributions(ofBoth(then)), contributions(ofBoth(today))];
  const moved = topics.flatMap((_, topic): TopicMove[] => {
    const points = tenths(parts[topic] ?? 0) - tenths(partsThen[topic] ?? 0);
    return points === 0 ? [] : [{ topic, change: points / 10 }];
  });
  const all = largestFirst([...moved, ...begunAndEnded(before, now)]);
  const sum = all.reduce((total, each) => total + Math.round(each.change * 10), 0);
  return { change, topics: all, other: (Math.round(change * 10) - sum) / 10 };
}

const hasData = (scores: TopicScores, topic: number) => (scores[topic] ?? null) !== null;
const scoreTenths = (scores: TopicScores) => tenths(clientScore(scores) ?? expectedScore);

/** Each topic that has data on one of the days only, with what it changes: taken out one after the other, they add up. */
function begunAndEnded(before: TopicScores, now: TopicScores): TopicMove[] {
  let left = [before, now] as const;
  const changeOf = ([from, to]: typeof left) => scoreTenths(to) - scoreTenths(from);
  return topics.flatMap((_, topic): TopicMove[] => {
    if (hasData(before, topic) === hasData(now, topic)) return [];
    const [from, to] = left;
    const without = [from.with(topic, null), to.with(topic, null)] as const;
    const points = changeOf(left) - changeOf(without);
    left = without;
    return [{ topic, change: points / 10, data: hasData(now, topic) ? 'began' : 'ended' }];
  });
}

/** Whether the account already had values of what a signal measures. */
function hadBegun(norms: Norms | undefined): (signal: Signal) => boolean {
  return ({ measure, topic }) => !norms || measure === undefined || norms.norms.has(normName(measure, topic));
}

export function largestFirst(moved: readonly TopicMove[]): TopicMove[] {
  return moved.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.topic - b.topic);
}

function causesOf(move: Move, day: Day, from: Day, now: TopicScores, known: Known): Cause[] {
  const direction = Math.sign(comparableChange(move));
  const heard = signalsOn(known, day);
  const all = heard.filter(hadBegun(known.normsOn(from)));
  const norms = known.normsOn(day);
  const weights = effectiveWeights(now);
  const evidence = evidenceOn(day, all, known);
  // files that began since explain no fall, but whoever is heard of through them is not silent
  const ofHeard = heard.length === all.length ? evidence : evidenceOn(day, heard, known);
  const trial = { all, day, from, norms, direction, earlier: known.earlier ?? [], evidence, ofHeard };
  return triedIn(move)
    .flatMap((moved) => causesIn(moved, { ...trial, weight: weights[moved.topic] ?? 0 }))
    .filter(({ points }) => points * direction >= leastCause)
    .sort(byPoints)
    .slice(0, mostCauses);
}

function evidenceOn(day: Day, signals: readonly Named[], { normsOn, earlier }: Known): EvidenceByTopic {
  const [norms, measured] = [normsOn(day), signals.filter(({ measure }) => measure !== undefined)];
  return norms ? evidenceByTopic(measured, day, norms, earlier) : new Map();
}

const byPoints = (a: Cause, b: Cause) => Math.abs(b.points) - Math.abs(a.points) || b.day - a.day;

/** The topics whose signals are tried: those that moved most in the direction of the score, if it moved enough. */
export function triedIn(move: Move): TopicMove[] {
  const change = comparableChange(move);
  if (Math.abs(change) < leastTold) return [];
  return move.topics.filter((each) => Math.sign(each.change) === Math.sign(change) && !each.data).slice(0, mostTopics);
}

const mostPulls = 2;
/** In all; a score record keeps them. */
const mostPulled = 8;
/** A value that is hardly worse than usual, in spreads, is no reason. */
const leastWorse = 0.25;
/** With fewer earlier values a client has no habit to be worse than. */
const leastHabit = 4;

/**
 * What is bad in the topics that take most from the score: each signal that is worse than what is usual in the account,
 * or for the client, and each rhythm that broke off. Of the other topics below 100 what is still open, such as an invoice:
 * somebody can act on it. The points of a topic are shared by how bad each is.
 */
function pullsOf(day: Day, now: TopicScores, known: Known): Cause[] {
  const norms = known.normsOn(day);
  const all = signalsOn(known, day).filter((each) => each.day < day);
  const evidence = evidenceOn(day, all, known);
  const habits = habitsOf(all, day);
  const parts = contributions(now);
  const worst = topics
    .flatMap((_, topic) => ((parts[topic] ?? 0) <= -leastCause ? [{ topic, part: parts[topic] ?? 0 }] : []))
    .sort((a, b) => a.part - b.part);
  return worst
    .flatMap(({ topic, part }, place) => {
      const bad = [
        ...all
          .filter((each) => topicIndex(each.topic) === topic && each.day >= day - windowDays)
          .map((signal) => ({ cause: causeOf(topic, signal), size: badness(signal, habits, day, norms) })),
        ...silencesOf(topic, evidence, norms).map(({ cause, sum }) => ({ cause, size: -sum })),
      ].filter(({ size }) => size > 0);
      const total = bad.reduce((sum, { size }) => sum + size, 0);
      const told = place < mostTopics ? bad : bad.filter(({ cause }) => 'isOpen' in cause);
      return told
        .sort((a, b) => b.size - a.size || b.cause.day - a.cause.day)
        .slice(0, mostPulls)
        .map(({ cause, size }): Cause => ({ ...cause, points: rounded((part * size) / total) }));
    })
    .sort(byPoints)
    .slice(0, mostPulled);
}

/** Count and sum of the client's own earlier values, by the name of their norm. */
type Habits = ReadonlyMap<string, { count: number; sum: number }>;

function habitsOf(all: readonly Named[], day: Day): Habits {
  const habits = new Map<string, { count: number; sum: number }>();
  for (const { measure, topic, value = 0, day: on } of all) {
    if (measure === undefined || day - on <= relative.habitFromDays) continue;
    const name = normName(measure, topic);
    const { count, sum } = habits.get(name) ?? { count: 0, sum: 0 };
    habits.set(name, { count: count + 1, sum: sum + goodness(measure, value) });
  }
  return habits;
}

/** How much worse a signal is than usual, by its weight and age; 0 if it is not. */
function badness(signal: Named, habits: Habits, day: Day, norms: Norms | undefined): number {
  const { measure, value = 0, topic, polarity, weight } = signal;
  const share = weight * 0.5 ** ((day - signal.day) / relative.halfLifeDays);
  if (!norms || measure === undefined) return share * Math.max(0, -polarity);
  const { mean, spread } = normFor(norms, measure, topic);
  const { count, sum } = habits.get(normName(measure, topic)) ?? { count: 0, sum: 0 };
  const habit = count >= leastHabit ? sum / count : mean;
  const worse = (Math.max(mean, habit) - goodness(measure, value)) / spread;
  return worse < leastWorse ? 0 : share * worse;
}

function causeOf(topic: number, { id, day, polarity, measure, value = 0, isOpen }: Named): Omit<Cause, 'points'> {
  const said = measure === undefined ? { polarity, ...(isOpen && { value }) } : { measure, value };
  return { topic, day, id, ...said, ...(isOpen && { isOpen }) };
}

/** The silence of a client, if there is one, and by how much it lowers the score of a topic. */
function silencesOf(topic: number, evidence: EvidenceByTopic, norms: Norms | undefined) {
  const found = evidence.get(topic);
  if (!norms || !found?.silence) return [];
  const { last, until, interval, weight, sum } = found.silence;
  const without = new Map(evidence).set(topic, { weight: found.weight - weight, sum: found.sum - sum });
  const scoreIn = (of: EvidenceByTopic) =>
    relativeScores(of, norms).get(topic)?.score ?? expectedScore + pointsAbove(norms);
  const lowers = scoreIn(evidence) - scoreIn(without);
  return [{ cause: { topic, day: last, value: until - last, interval: Math.round(interval) }, sum, lowers }];
}

interface Trial {
  readonly all: readonly Named[];
  readonly day: Day;
  readonly from: Day;
  readonly norms: Norms | undefined;
  /** 1 if the score rose, -1 if it fell. */
  readonly direction: number;
  readonly earlier: Contacts;
  /** Of all topics. */
  readonly evidence: EvidenceByTopic;
  readonly ofHeard: EvidenceByTopic;
  readonly weight: number;
}

/**
 * The points by which each new signal of a topic changes the score, the oldest first: of four that say the same, each
 * one alone would change nothing. Without a new one, the last one, from which on the topic has moved.
 */
function causesIn({ topic, change }: TopicMove, trial: Trial): Cause[] {
  const { all, day, from, norms, direction, earlier, evidence, ofHeard, weight } = trial;
  const isSilenceTopic = silence.topics.some((each) => topicIndex(each) === topic);
  const isCounted = ({ topic: of, measure, weight: heavy }: Named) =>
    heavy > 0 && (topicIndex(of) === topic || (isSilenceTopic && measure !== undefined));
  const counted = all.filter(isCounted);
  const others = new Map([...evidence].filter(([each]) => each !== topic));
  const scoreOf = (signals: readonly Named[]) =>
    topicScoresOf(signals, day, norms, earlier, { topic, others })[topic] ?? 100;
  const ofTopic = counted.filter((each) => topicIndex(each.topic) === topic && each.day < day);
  const fresh = ofTopic.filter((each) => each.day >= from);
  const tried = fresh
    .sort((a, b) => b.day - a.day || compareTexts(a.id, b.id))
    .slice(0, mostTried)
    // good news explains no fall, also if it lowered a topic that was better
    .filter(({ measure, polarity }) => measure !== undefined || Math.sign(polarity) === direction);
  let known = counted.filter((each) => !tried.includes(each));
  let before = scoreOf(known);
  const signals = tried.toReversed().map((signal): Cause => {
    known = [...known, signal];
    const after = scoreOf(known);
    const points = (after - before) * weight;
    before = after;
    return { ...causeOf(topic, signal), points: rounded(points) };
  });
  const silences = silencesOf(topic, ofHeard, norms).map(
    ({ cause, lowers }): Cause => ({ ...cause, points: rounded(lowers * weight) }),
  );
  if (silences.length > 0) return [...signals, ...silences];
  if (fresh.length > 0 || ofTopic.length === 0) return signals;
  return [{ topic, day: Math.max(...ofTopic.map((each) => each.day)), points: change }];
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10 + 0;
}
