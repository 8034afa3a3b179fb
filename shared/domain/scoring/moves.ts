import type { Day } from '../dates.ts';
import { compareTexts } from '../orders.ts';
import { type Period, scoreChanges } from './changes.ts';
import type { History } from './history.ts';
import type { MeasureName } from './measures.ts';
import { changePeriods, relative } from './model.ts';
import type { Norms } from './norms.ts';
import { type OpenSignal, signalsOfRun } from './open-signals.ts';
import { evidenceByTopic, relativeScore } from './relative.ts';
import { tenths } from './rounding.ts';
import { type Signal, topicScoresOf } from './scoring.ts';
import { contributions, effectiveWeights, type TopicScores } from './topic-scores.ts';
import { topicIndex, topics } from './topics.ts';

// Why a score moved: how much the contribution of each topic changed, and which signals made it.

/** What a topic adds to or takes from the change of a score. */
export interface TopicMove {
  /** The index of the topic. */
  readonly topic: number;
  readonly change: number;
  /** It has data now and had none then, or the other way round. */
  readonly data?: 'began' | 'ended';
}

export interface Move {
  readonly change: number;
  /** Those that changed, the largest change first. */
  readonly topics: readonly TopicMove[];
  /** What is left: signals that arrived late or were corrected, and a score that was imported or carried over then. */
  readonly other: number;
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
  /** Days from one event to the next, before they stopped after this one. */
  readonly interval?: number;
}

export interface Moves {
  /** Of the score that moved. */
  readonly day: Day;
  readonly periods: { readonly [period in Period]?: Move };
  /** Of the move of 30 days, else of 7; the largest first. */
  readonly causes: readonly Cause[];
}

type Named = Signal & { readonly id: string };

/** What a run knows of a client: signals of its own and of its active streams. */
export interface Known {
  readonly closed: readonly Named[];
  readonly open: readonly OpenSignal[];
  readonly normsOn: (day: Day) => Norms | undefined;
}

const mostCauses = 5;
const mostTopics = 3;
/** Only the newest signals of a topic are tried. */
const mostTried = 10;
/** A smaller move is not worth telling, nor are its causes. */
export const leastTold = 3;
/** A smaller cause is none. */
const leastCause = 0.5;

/** Undefined if there is nothing to compare with. Past days are computed again from the signals that are known now. */
export function movesOf(history: History, now: TopicScores, known: Known): Moves | undefined {
  const day = history.last;
  const changes = scoreChanges(history);
  if (!changes || now.every((score) => score === null)) return undefined;
  const periods: { [period in Period]?: Move } = {};
  for (const [period, days] of Object.entries(changePeriods) as [Period, number][]) {
    const change = changes[period]?.change;
    if (change !== undefined) periods[period] = moveOf(change, scoresOn(known, day - days), now);
  }
  const told = toldMove({ periods });
  return { day, periods, causes: told ? causesOf(told.move, day, day - told.days, now, known) : [] };
}

/** The move that people are told of: that of 30 days, else that of 7. */
export function toldMove({
  periods,
}: Pick<Moves, 'periods'>): { readonly move: Move; readonly days: number } | undefined {
  const period: Period = periods['30day'] ? '30day' : '7day';
  const move = periods[period];
  return move && { move, days: changePeriods[period] };
}

function scoresOn({ closed, open, normsOn }: Known, day: Day): TopicScores {
  return topicScoresOf([...closed, ...signalsOfRun(open, day)], day, normsOn(day));
}

function moveOf(change: number, before: TopicScores, now: TopicScores): Move {
  const [partsBefore, parts] = [contributions(before), contributions(now)];
  const moved = topics.flatMap((_, topic): TopicMove[] => {
    const points = tenths(parts[topic] ?? 0) - tenths(partsBefore[topic] ?? 0);
    const [was, is] = [(before[topic] ?? null) !== null, (now[topic] ?? null) !== null];
    const data = was === is ? undefined : is ? 'began' : 'ended';
    return points === 0 && !data ? [] : [{ topic, change: points / 10, ...(data && { data }) }];
  });
  const sum = moved.reduce((total, each) => total + tenths(each.change), 0);
  return { change, topics: largestFirst(moved), other: (tenths(change) - sum) / 10 };
}

export function largestFirst(moved: readonly TopicMove[]): TopicMove[] {
  return moved.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.topic - b.topic);
}

function causesOf(move: Move, day: Day, from: Day, now: TopicScores, known: Known): Cause[] {
  const direction = Math.sign(move.change);
  const all = [...known.closed, ...signalsOfRun(known.open, day)];
  const norms = known.normsOn(day);
  const weights = effectiveWeights(now);
  return triedIn(move)
    .flatMap((moved) => causesIn(moved, { all, day, from, norms, direction, weight: weights[moved.topic] ?? 0 }))
    .filter(({ points }) => points * direction >= leastCause)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || b.day - a.day)
    .slice(0, mostCauses);
}

/** The topics whose signals are tried: those that moved most in the direction of the score, if it moved enough. */
export function triedIn({ change, topics: moved }: Move): TopicMove[] {
  if (Math.abs(change) < leastTold) return [];
  return moved
    .filter((each) => Math.sign(each.change) === Math.sign(change) && each.data !== 'ended')
    .slice(0, mostTopics);
}

interface Trial {
  readonly all: readonly Named[];
  readonly day: Day;
  readonly from: Day;
  readonly norms: Norms | undefined;
  /** 1 if the score rose, -1 if it fell. */
  readonly direction: number;
  readonly weight: number;
}

/**
 * The points by which each new signal of a topic changes the score, the oldest first: of four that say the same, each
 * one alone would change nothing. Without a new one, the last one, from which on the topic has moved.
 */
function causesIn({ topic, change }: TopicMove, { all, day, from, norms, direction, weight }: Trial): Cause[] {
  const isSilenceTopic = topic === topicIndex(relative.silenceTopic);
  const isCounted = ({ topic: of, measure, weight: heavy }: Named) =>
    heavy > 0 && (topicIndex(of) === topic || (isSilenceTopic && measure !== undefined));
  const counted = all.filter(isCounted);
  const scoreOf = (signals: readonly Named[]) => topicScoresOf(signals, day, norms)[topic] ?? 100;
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
    const { id, day: on, polarity, measure, value, isOpen } = signal;
    known = [...known, signal];
    const after = scoreOf(known);
    const points = (after - before) * weight;
    before = after;
    const measured = measure === undefined ? { polarity } : { measure, value: value ?? 0 };
    return { topic, day: on, points: rounded(points), id, ...measured, ...(isOpen && { isOpen }) };
  });
  const measured = counted.filter(({ measure }) => measure !== undefined);
  const evidence = norms && isSilenceTopic ? evidenceByTopic(measured, day, norms).get(topic) : undefined;
  const silences = evidence?.silences.map(({ measure, last, interval, ...silence }): Cause => {
    const without = { weight: evidence.weight - silence.weight, sum: evidence.sum - silence.sum };
    const points = ((relativeScore(evidence)?.score ?? 100) - (relativeScore(without)?.score ?? 100)) * weight;
    return { topic, day: last, points: rounded(points), measure, interval: Math.round(interval) };
  });
  if (silences?.length) return [...signals, ...silences];
  if (fresh.length > 0 || ofTopic.length === 0) return signals;
  return [{ topic, day: Math.max(...ofTopic.map((each) => each.day)), points: change }];
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10 + 0;
}
