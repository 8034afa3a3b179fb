import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../shared/domain/advice/causes.ts';
import { largestMove, nextSteps, reasonText } from '../../../../shared/domain/advice/reasons.ts';
import type { History } from '../../../../shared/domain/scoring/history.ts';
import { comparableChange, type Known, movesOf } from '../../../../shared/domain/scoring/moves.ts';
import type { Norms } from '../../../../shared/domain/scoring/norms.ts';
import { type Signal, score } from '../../../../shared/domain/scoring/scoring.ts';
import { noTopics } from '../../../../shared/domain/scoring/topic-scores.ts';
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
const month = (given: Known) => movesFor(given)?.periods['30day'];

describe('a move', () => {
  const fallen = known([
    ...[100, 80, 60, 40].map((ago) => signal(`g${ago}`, ago, 'trust', 0.5)),
    ...[signal('b1', 9, 'trust', -0.8), signal('b2', 3, 'trust', -0.4), signal('t', 35, 'timeliness', 0.5)],
  ]);

  it('names the topics and the signals behind it', () => {
    expect(reasonText(movesFor(fallen), noTopics)).toMatch(
      /^Trust and Confidence -\d+(\.\d)? in 30 days \(b1: very bad on 17 Nov; b2: bad on 23 Nov\)$/,
    );
    expect(movesFor(fallen)?.causes.map(({ id, topic }) => [id, topics[topic]?.id])).toEqual([
      ['b1', 'trust'],
      ['b2', 'trust'],
    ]);
  });

  it('names what is open in any topic below 100, and of others only the three that pull most', () => {
    const worse = ['trust', 'timeliness', 'advocacy', 'team_expertise'].map((topic, at) =>
      signal(topic, 5, topic, -1 + at / 10),
    );
    const invoice = { id: 'invoice-late_INV-7', feed: 'x', since: today - 41, topic: 'billing_payment', weight: 1 };
    const given = known(worse, { open: [{ ...invoice, steps: [{ polarity: -0.3 }], seen: today }] });
    const { topics: scores } = score([...worse, signal('INV-7', 1, 'billing_payment', -0.3)], today);

    expect(movesOf(historyOf(given), scores, given)?.pulls.map(({ id }) => id)).toEqual([
      'trust',
      'timeliness',
      'advocacy',
      'invoice-late_INV-7',
    ]);
  });

  it('names signals of which each one alone would have said it', () => {
    const bad = [25, 20, 10, 5].map((ago) => signal(`b${ago}`, ago, 'trust', -1));

    expect(reasonText(movesFor(known([signal('g', 60, 'trust', 0.1), ...bad])), noTopics)).toMatch(
      / \(b25: very bad on 1 Nov; b20: very bad on 6 Nov\)$/,
    );
  });

  it('is none without data; without an earlier score it still says what pulls the client down', () => {
    expect(movesFor(known([]))).toBeUndefined();
    const first = movesFor(fallen, { last: today, points: Uint16Array.of(900) });

    expect(first?.periods).toEqual({});
    expect(reasonText(first, noTopics)).toMatch(
      /^Trust and Confidence -[\d.]+ \(b1: very bad on 17 Nov; b2: bad on 23 Nov\)$/,
    );
  });

  it('finds a rhythm that broke off', () => {
    const usual = { count: 900, mean: 0.7, spread: 0.2, newest: today - 1 };
    const norms: Norms = { monday: today, norms: new Map([['meeting/communication_engagement', usual]]) };
    const meetings = [150, 136, 122, 108, 94, 80, 66].map((ago) =>
      signal(`meeting-held_${ago}`, ago, 'communication_engagement', 0, { measure: 'meeting', value: 0.75 }),
    );
    const silent = movesFor(known(meetings, { normsOn: () => norms }));

    expect(reasonText(silent, noTopics)).toMatch(
      /^Communication and Engagement -[\d.]+ in 30 days \(no ticket, meeting or work for 65 days, usually every 14\)/,
    );
    expect(nextSteps(silent)).toEqual(['Call and ask how things are.']);

    const ticket = signal('ticket-reply_7', 45, 'responsiveness', 0, { measure: 'reply-hours', value: 2 });
    const withTickets = { ...norms, norms: new Map([...norms.norms, ['reply-hours/responsiveness', usual] as const]) };
    const normsOn = (day: number) => (day > today - 20 ? withTickets : norms);
    expect(reasonText(movesFor(known([...meetings, ticket], { normsOn })), noTopics)).toContain('for 44 days');
  });

  it('is worth the same, whatever rhythm a client that meets every week had before', () => {
    const usual = { count: 900, mean: 0.7, spread: 0.2, newest: today - 1 };
    const names = ['meeting/communication_engagement', 'rating/trust'];
    const norms: Norms = { monday: today, norms: new Map(names.map((name) => [name, usual])) };
    const signals = Array.from({ length: 25 }, (_, week) => [
      signal(`m${week}`, 7 * week + 1, 'communication_engagement', 0, { measure: 'meeting', value: 0.75 }),
      signal(`r${week}`, 7 * week + 2, 'trust', 0, { measure: 'rating', value: week < 3 ? 0 : 1 }),
    ]).flat();
    const causes = (earlier: readonly number[]) => movesFor(known(signals, { normsOn: () => norms, earlier }))?.causes;

    expect(causes([])).toHaveLength(3);
    expect(causes([30, 31, 32, 33].map((weeks) => today - 2 - 7 * weeks))).toEqual(causes([]));
  });
});

describe('data that begins or ends is a part of its own, and no rise or fall', () => {
  const steady = [80, 60, 40, 20, 5].map((ago) => signal(`t${ago}`, ago, 'trust', -0.2));

  it.each([
    ['begins', [signal('s', 3, 'advocacy', -1)], 'began'],
    ['ends', [signal('s', 110, 'advocacy', 1)], 'ended'],
  ])('a topic that %s', (_, source, data) => {
    const move = month(known([...steady, ...source]));

    expect(move?.topics.map((each) => [topics[each.topic]?.id, each.data])).toEqual([['advocacy', data]]);
    expect(move?.change).toBeLessThan(-20);
    expect(move?.topics[0]?.change).toBe(move?.change);
    expect(move && comparableChange(move)).toBe(0);
    expect(reasonText(movesFor(known([...steady, ...source])), noTopics)).not.toContain('30 days');
  });

  it('what arrives late, and what the account measures for the first time, moves nothing', () => {
    const late = [50, 35, 20].map((ago) => signal(`l${ago}`, ago, 'trust', -1));
    const before = historyOf(known(steady));
    const now = score([...steady, ...late], today).score ?? 0;
    before.points[39] = now * 10;
    const move = movesFor(known([...steady, ...late]), before)?.periods['30day'];
    expect(move && [move.change < -20, Math.abs(comparableChange(move)) < 10]).toEqual([true, true]);

    const usual = { count: 900, mean: 0.8, spread: 0.2, newest: today - 1 };
    const norms = (names: readonly string[]) => ({
      monday: today,
      norms: new Map(names.map((name) => [`${name}/trust`, usual])),
    });
    const surveys = [15, 9, 4].map((ago) => signal(`survey_${ago}`, ago, 'trust', -1, { measure: 'rating', value: 0 }));
    const normsOn = (day: number) => norms(day > today - 20 ? ['rating'] : []);
    const begun = movesFor(known([...steady, ...surveys], { normsOn }))?.periods['30day'];
    expect(begun && [begun.change < -10, comparableChange(begun)]).toEqual([true, 0]);
  });
});

it('what only grew old is no reason, and a rise is none', () => {
  const good = [110, 100, 95].map((ago) => signal(`g${ago}`, ago, 'advocacy', 0.9));
  const trust = [50, 40, 3].map((ago) => signal(`t${ago}`, ago, 'trust', 0.1));
  const stopped = movesFor(known([...good, signal('b', 50, 'advocacy', -1), ...trust]));
  expect(stopped?.causes.map(({ id }) => id)).toEqual([undefined]);
  expect(reasonText(stopped, noTopics)).toMatch(/^Advocacy -[\d.]+ \(b: very bad on 7 Oct\)$/);
  const expired = movesFor(known([...good, signal('b', 50, 'advocacy', 0.1), ...trust]));
  expect(reasonText(expired, noTopics)).toMatch(/^Advocacy -[\d.]+ in 30 days$/);

  const risen = known([
    signal('b', 60, 'advocacy', -0.5),
    signal('g', 2, 'advocacy', 0.8),
    signal('t', 40, 'trust', 0),
  ]);
  expect(largestMove(movesFor(risen) ?? { day: today, periods: {}, causes: [], pulls: [] })).toMatch(/^Advocacy \+/);
  expect(reasonText(movesFor(risen), noTopics)).toBe('');
});

const open = { isOpen: true, day: today - 1 };
it.each([
  [
    'invoice-late_INV-88',
    { measure: 'days-late', value: 45, ...open },
    'INV-88: 45 days overdue',
    'Ask when INV-88 will be paid.',
  ],
  [
    'invoice-due_88',
    { measure: 'days-late', value: 45, ...open, day: today - 9 },
    'invoice 88: 45 days overdue by 17 Nov',
    'Look what became of invoice 88 since 17 Nov: 45 days overdue.',
  ],
  [
    'invoice-late_INV-88',
    { measure: 'days-late', value: 12 },
    'INV-88: paid 12 days late',
    'Ask why INV-88 was paid late.',
  ],
  ['invoice-late_INV-88', { measure: 'days-late', value: -3 }, 'INV-88: paid on time', undefined],
  [
    'invoice-due_INV-88',
    { measure: 'days-late', value: 4 },
    'INV-88: paid about 4 days late',
    'Ask why INV-88 was paid late.',
  ],
  ['invoice-due_INV-88', { measure: 'days-late', value: -4 }, 'INV-88: paid by 24 Nov', undefined],
  ['invoice-dispute_INV-88', { polarity: -0.7 }, 'INV-88: disputed', 'Settle the dispute about INV-88.'],
  [
    'issue-late_AC-7',
    { measure: 'days-late', value: 4 },
    'AC-7: resolved 4 days after its due date',
    'Talk about AC-7, which came late.',
  ],
  [
    'issue-late_AC-7',
    { measure: 'days-late', value: 4, ...open },
    'AC-7: 4 days past its due date',
    'Agree on a new date for AC-7.',
  ],
  [
    'ticket-reply_4711',
    { measure: 'reply-hours', value: 30 },
    'ticket 4711: first reply after 30 hours',
    'Ask whether the first reply to ticket 4711 came too late.',
  ],
  [
    'ticket-reply_4711',
    { measure: 'reply-hours', value: 72, ...open },
    'ticket 4711: no reply for 3 days',
    'Reply to ticket 4711.',
  ],
  [
    'ticket-solve_4711',
    { measure: 'resolve-hours', value: 1 },
    'ticket 4711: solved after an hour',
    'Ask whether ticket 4711 took too long.',
  ],
  [
    'ticket-reopens_4711',
    { measure: 'reopens', value: 2 },
    'ticket 4711: reopened 2 times',
    'Ask whether ticket 4711 is solved now.',
  ],
  [
    'ticket-sla_4711',
    { measure: 'sla', value: 0 },
    'ticket 4711: missed its SLA',
    'Explain why ticket 4711 missed its SLA.',
  ],
  ['ticket-complaint_4711', { polarity: -1 }, 'ticket 4711: a complaint', 'Call about the complaint in ticket 4711.'],
  [
    's-0123456789abcdef0123',
    { measure: 'rating', value: 0.25 },
    'rated 25 of 100',
    'Ask what was behind the rating of the row.',
  ],
  [
    'nps_17',
    { measure: 'recommend', value: 0.1 },
    'nps 17: would not recommend us',
    'Call about nps 17: what would it take to recommend us?',
  ],
  [
    'meeting-held_m1',
    { measure: 'meeting', value: 0 },
    'meeting did not take place on 24 Nov',
    'Propose a new date for the meeting of 24 Nov.',
  ],
  ['hours_2026', { measure: 'hours', value: 0.2 }, 'no work in the week of 24 Nov', 'Ask what work is planned.'],
  [
    'contract-end_1002',
    { polarity: -0.4, isOpen: true, value: -20, day: today - 1 },
    'the contract ends on 15 Dec',
    'Talk about the renewal of the contract.',
  ],
  [
    'last-activity_1002',
    { polarity: -0.1, isOpen: true, value: 40, day: today - 1 },
    'no activity since 16 Oct',
    'Get in touch: the CRM has no recent activity.',
  ],
  [
    'contract-end_1002',
    { polarity: -0.6, isOpen: true, value: 40, day: today - 9 },
    'the contract ended on 8 Oct',
    'Talk about the renewal of the contract.',
  ],
  ['q3', { polarity: 0.3 }, 'q3: good on 24 Nov', undefined],
  ['', {}, 'nothing new since 24 Nov', undefined],
  [
    '',
    { measure: 'reply-hours', interval: 1, value: 2 },
    'no ticket for 2 days, usually every day',
    'Call and ask how things are: no ticket has come.',
  ],
] as const)('%s with %j is said as %s, and the step is %s', (id, cause, text, step) => {
  const said = { topic: 0, day: today - 2, points: -1, id, ...cause } as Parameters<typeof wordsOf>[0];

  expect(wordsOf(said, today)).toMatchObject({ text, ...(step && { step }) });
  expect(wordsOf(said, today).step).toBe(step);
});

it('a small move is not told in lists', () => {
  const topic = topicIndex('trust') ?? 0;
  const moves = (change: number) => ({
    day: today,
    periods: { '30day': { change, topics: [{ topic, change }], other: 0 } },
    causes: [],
    pulls: [],
  });

  expect([2.9, -3].map((change) => largestMove(moves(change)))).toEqual([undefined, 'Trust and Confidence -3']);
});
