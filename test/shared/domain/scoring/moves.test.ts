import { describe, expect, it } from 'vitest';
import { causeText, largestMove, moveText } from '../../../../shared/domain/advice/causes.ts';
import type { History } from '../../../../shared/domain/scoring/history.ts';
import { type Known, movesOf } from '../../../../shared/domain/scoring/moves.ts';
import type { Norms } from '../../../../shared/domain/scoring/norms.ts';
import { type Signal, score } from '../../../../shared/domain/scoring/scoring.ts';
import { topicIndex, topics } from '../../../../shared/domain/scoring/topics.ts';

// How a move is said. test/model works its parts out again.

/** 26 November 2026 */
const today = 20_783;
type Named = Signal & { id: string };

const signal = (id: string, ago: number, topic: string, polarity: number, more: Partial<Signal> = {}): Named => ({
  id,
  day: today - ago,
  topic,
  polarity,
  weight: 1,
  ...more,
});
const known = (closed: readonly Named[], more: Partial<Known> = {}): Known => ({
  closed,
  open: [],
  normsOn: () => undefined,
  ...more,
});
/** The points that nights would have stored, had they known all signals. */
function historyOf({ closed, normsOn }: Known): History {
  const points = Array.from({ length: 40 }, (_, at) => score(closed, today - 39 + at, normsOn(today)).score ?? 100);
  return { last: today, points: Uint16Array.from(points, (point) => Math.round(point * 10)) };
}
const movesFor = (given: Known, history = historyOf(given)) =>
  movesOf(history, score(given.closed, today, given.normsOn(today)).topics, given);
const told = (given: Known) => {
  const moves = movesFor(given);
  const move = moves?.periods['30day'];
  return moves && move ? moveText(moves, move) : undefined;
};

describe('a move', () => {
  const fallen = known([
    ...[100, 80, 60, 40].map((ago) => signal(`g${ago}`, ago, 'trust', 0.5)),
    ...[signal('b1', 9, 'trust', -0.8), signal('b2', 3, 'trust', -0.4), signal('t', 35, 'timeliness', 0.5)],
  ]);

  it('names the topics and the signals behind it', () => {
    expect(told(fallen)).toMatch(/^Trust and Confidence -\d+(\.\d)? \(very bad on 17 Nov; bad on 23 Nov\)$/);
    expect(movesFor(fallen)?.causes.map(({ id, topic }) => [id, topics[topic]?.id])).toEqual([
      ['b1', 'trust'],
      ['b2', 'trust'],
    ]);
  });

  it('names signals of which each one alone would have said it', () => {
    const bad = [25, 20, 10, 5].map((ago) => signal(`b${ago}`, ago, 'trust', -1));

    expect(told(known([signal('g', 60, 'trust', 0.1), ...bad]))).toMatch(/ \(very bad on 1 Nov; very bad on 6 Nov\)$/);
  });

  it('says that the data of a topic has ended', () => {
    const ended = known([signal('e', 110, 'advocacy', 1), signal('t', 40, 'trust', 0.1), signal('u', 2, 'trust', 0.1)]);

    expect(told(ended)).toBe('Advocacy -50 (its data has ended)');
  });

  it('says since when a topic has no new signals', () => {
    const good = [44, 40, 35].map((ago) => signal(`g${ago}`, ago, 'advocacy', 0.9));
    const stopped = known([...good, signal('b', 85, 'advocacy', -1), signal('t', 2, 'trust', 0.1)]);

    expect(told(stopped)).toBe('Advocacy -35.1 (nothing new since 22 Oct)');
  });

  it('is none without an earlier score or without data', () => {
    expect(movesFor(fallen, { last: today, points: Uint16Array.of(900) })).toBeUndefined();
    expect(movesFor(known([]))).toBeUndefined();
  });

  it('finds a rhythm that broke off', () => {
    const usual = { count: 900, mean: 0.7, spread: 0.2, newest: today - 1 };
    const norms: Norms = { monday: today, norms: new Map([['meeting/communication_engagement', usual]]) };
    const meetings = [150, 136, 122, 108, 94, 80, 66].map((ago) =>
      signal(`held_${ago}`, ago, 'communication_engagement', 0, { measure: 'meeting', value: 0.75 }),
    );
    const silent = known(meetings, { normsOn: () => norms });

    expect(told(silent)).toMatch(/^Communication and Engagement -[\d.]+ \(no meeting for 66 days, usually every 19\)$/);
  });
});

it.each([
  [{ id: 'days-late_INV-88', measure: 'days-late', value: 45, isOpen: true }, 'INV-88: 45 days overdue'],
  [{ id: 'days-late_INV-88', measure: 'days-late', value: 12 }, 'INV-88: paid 12 days late'],
  [{ id: 'days-late_INV-88', measure: 'days-late', value: -3 }, 'INV-88: paid on time'],
  [{ id: 'reply_4711', measure: 'reply-hours', value: 30 }, '4711: first reply after 30 hours'],
  [{ id: 'reply_4711', measure: 'reply-hours', value: 72, isOpen: true }, '4711: no reply for 3 days'],
  [{ id: 'solved_4711', measure: 'resolve-hours', value: 1 }, '4711: solved after an hour'],
  [{ id: 'reopened_4711', measure: 'reopens', value: 2 }, '4711: reopened 2 times'],
  [{ id: 's-0123456789abcdef0123', measure: 'rating', value: 0.25 }, 'rated 25 of 100'],
  [{ id: 'nps_r-9', measure: 'recommend', value: 0.1 }, 'r-9: would not recommend us'],
  [{ id: 'held_m1', measure: 'meeting', value: 0 }, 'm1: meeting did not take place'],
  [{ measure: 'hours', value: 0.2 }, 'no work in the week of 25 Nov'],
  [{ measure: 'hours', value: 1 }, 'an hour of work in the week of 25 Nov'],
  [{ id: 'x', polarity: 0.3 }, 'good on 25 Nov'],
  [{ id: 'contract-end_1002', polarity: -0.4 }, 'contract end: bad on 25 Nov'],
  [{}, 'nothing new since 25 Nov'],
  [{ measure: 'reply-hours', interval: 1 }, 'no ticket for a day, usually every day'],
] as const)('%j is said as %s', (cause, text) => {
  expect(causeText({ topic: topicIndex('trust') ?? 0, day: today - 1, points: 1, ...cause }, today)).toBe(text);
});

it('a small move is not told in lists', () => {
  const topic = topicIndex('trust') ?? 0;
  const moves = (change: number) => ({
    day: today,
    periods: { '30day': { change, topics: [{ topic, change }], other: 0 } },
    causes: [],
  });

  expect([2.9, -3].map((change) => largestMove(moves(change)))).toEqual([
    undefined,
    'Trust and Confidence -3 (older signals count less)',
  ]);
  const began = { topic: topic + 1, change: -1, data: 'began' as const };
  expect(
    moveText({ day: today, periods: {}, causes: [] }, { change: -4, topics: [{ topic, change: -3 }, began], other: 0 }),
  ).toBe(
    `Trust and Confidence -3 (it counts less beside topics with their first data), ${topics[topic + 1]?.displayName} -1 (its first data)`,
  );
});
