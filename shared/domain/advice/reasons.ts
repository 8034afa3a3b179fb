import type { Period } from '../scoring/changes.ts';
import { type Cause, comparableChange, leastTold, type Move, type Moves, triedIn } from '../scoring/moves.ts';
import { contributions, type TopicScores } from '../scoring/topic-scores.ts';
import { type TopicId, topicIndex, topics } from '../scoring/topics.ts';
import { causeText, wordsOf } from './causes.ts';

// Why to act on a client, and what to do next. The one rule for board, account page, morning, assistants and the export.

/** A topic that fell, or that pulls the client down, with the rows and silences behind it. */
interface Reason {
  /** The index of the topic. */
  readonly topic: number;
  /** Below 0. */
  readonly points: number;
  /** So many days ago it stood higher; undefined if it pulls down without having fallen. */
  readonly days?: number;
  readonly causes: readonly Cause[];
}

const mostNamed = 2;

/**
 * At most two, the largest first: what fell in 30 days, else in 7, if the client fell; else what pulls it down. Those with
 * rows behind them come first. Never a rise, and nothing that only grew old.
 */
function reasonsOf(moves: Moves | undefined): Reason[] {
  if (!moves) return [];
  const fell = fallOf(moves);
  const all = fell.some(({ causes }) => causes.length > 0) ? fell : pulls(moves);
  const withRows = all.filter(({ causes }) => causes.length > 0);
  return (withRows.length > 0 ? withRows : fell).slice(0, mostNamed);
}

function fallOf({ day, periods, causes, pulls: bad }: Moves): Reason[] {
  const told = (['30day', '7day'] as const).find((period) => isFall(periods[period]));
  const move = told && periods[told];
  if (!told || !move) return [];
  // an older signal pulls down, but the fall is not its doing
  const isNew = (cause: Cause) => cause.day >= day - daysIn(told) || cause.interval !== undefined;
  const behind = [...causes, ...bad.filter(({ id }) => !causes.some((cause) => cause.id === id))].filter(isNew);
  return triedIn(move).map(({ topic, change }) => ({
    topic,
    points: change,
    days: daysIn(told),
    causes: behind.filter((cause) => cause.topic === topic && isNamed(cause)).slice(0, mostNamed),
  }));
}

const isFall = (move: Move | undefined) => move !== undefined && comparableChange(move) <= -leastTold;
const isNamed = ({ id, interval, points }: Cause) => points < 0 && (id !== undefined || interval !== undefined);
const daysIn = (period: Period) => (period === '7day' ? 7 : 30);

function pulls({ pulls: bad }: Moves): Reason[] {
  return [...Map.groupBy(bad, ({ topic }) => topic)].map(([topic, causes]) => ({
    topic,
    points: causes.reduce((sum, { points }) => sum + Math.round(points * 10), 0) / 10,
    causes: causes.slice(0, mostNamed),
  }));
}

/** `Executive Sponsorship -18.2 in 30 days (no meeting for 31 days, usually every 14); Billing and Payment -9 (…)`; empty without any. */
export function reasonText(moves: Moves | undefined, scores: TopicScores): string {
  const reasons = reasonsOf(moves);
  if (reasons.length === 0) return worstText(scores);
  return reasons
    .map(({ topic, points, days, causes }) => {
      const rows = causes.map((cause) => causeText(cause, moves?.day ?? 0)).join('; ');
      return `${nameOf(topic)} ${points}${days === undefined ? '' : ` in ${days} days`}${rows === '' ? '' : ` (${rows})`}`;
    })
    .join(', ');
}

/** Where no row explains it: the topics that take most from the score. */
function worstText(scores: TopicScores): string {
  const parts = contributions(scores);
  return topics
    .flatMap((_, topic) => ((parts[topic] ?? 0) < 0 ? [{ topic, part: parts[topic] ?? 0 }] : []))
    .sort((a, b) => a.part - b.part)
    .slice(0, mostNamed)
    .map(({ topic, part }) => `${nameOf(topic)} ${part}`)
    .join(', ');
}

const mostSteps = 3;

/** What to do, the most urgent first: each follows from a row or a silence of the reasons, or there is none. */
export function nextSteps(moves: Moves | undefined): string[] {
  const behind = [...reasonsOf(moves).flatMap(({ causes }) => causes), ...(moves?.pulls ?? [])];
  return stepsOf(behind, moves).slice(0, mostSteps);
}

/** The steps for what is bad in one topic. */
export function stepsFor(moves: Moves | undefined, topic: TopicId): string[] {
  const index = topicIndex(topic);
  const behind = [...(moves?.pulls ?? []), ...(moves?.causes ?? [])];
  return stepsOf(
    behind.filter((cause) => cause.topic === index && isNamed(cause)),
    moves,
  ).slice(0, mostSteps);
}

function stepsOf(causes: readonly Cause[], moves: Moves | undefined): string[] {
  return [...new Set(causes.flatMap((cause) => wordsOf(cause, moves?.day ?? 0).step ?? []))];
}

/** What the first reason is, if it happens to many clients at once. */
export function reasonKind(moves: Moves | undefined): string | undefined {
  const [cause] = reasonsOf(moves).flatMap(({ causes }) => causes);
  return cause && (wordsOf(cause, moves?.day ?? 0).many || undefined);
}

/** The topic that moved a score most, and why; undefined if the score hardly moved. */
export function largestMove({ periods, causes, day }: Moves): string | undefined {
  const move = periods['30day'] ?? periods['7day'];
  const [largest] = move ? triedIn(move) : [];
  if (!largest) return undefined;
  const rows = causes.filter(({ topic }) => topic === largest.topic).slice(0, mostNamed);
  const why = rows.map((cause) => causeText(cause, day)).join('; ');
  return `${nameOf(largest.topic)} ${signed(largest.change)}${why === '' ? '' : ` (${why})`}`;
}

/** `Advocacy +12.3, Trust and Confidence -4`: what data that began or ended contributes to a move; empty without any. */
export function sourcesText(move: Move): string {
  return move.topics
    .flatMap(({ topic, change, data }) => (data ? `${nameOf(topic)} ${signed(change)}, whose data ${data}` : []))
    .join('; ');
}

const nameOf = (topic: number) => topics[topic]?.displayName ?? '';
const signed = (change: number) => `${change > 0 ? '+' : ''}${change}`;
