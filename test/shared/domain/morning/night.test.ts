import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf } from '../../../../shared/domain/dates.ts';
import { mostBytes, nightDetail } from '../../../../shared/domain/morning/night.ts';
import { holds } from '../../../support/holds.ts';

const day = dayOf('2026-11-20');
const client = (id: string, score: number, more: object = {}) => ({
  id,
  name: `Client ${id}`,
  score,
  before: score,
  moved7: 0,
  scoredTopics: 9,
  ...more,
});

it('says who changed level, worst first, who fell and who has little data, as lists and as text', () => {
  const clients = [
    client('b', 140, { before: 99 }),
    client('a', 69.9, { before: 70, moved7: -3, change7: -3, reason: 'Trust -3 in 30 days' }),
    client('c', 50, { before: 141, moved7: -91 }),
    client('d', 100, { before: undefined, moved7: undefined, scoredTopics: 0 }),
    client('g', 90, { moved7: -1 }),
    client('f', 20, { before: 75, moved7: -1, reason: 'Trust -4', nextStep: 'Ask why.' }),
    client('e', 20, { name: 'Last', before: 75, moved7: -1 }),
    client('h', 30, { moved7: -70, scoredTopics: 1 }),
  ];
  const left = [{ id: 'x', name: 'Gone & Co', leftAt: '2026-11-18', leftBecause: 'Sold' }] as never;
  const night = { customerId: 'acme', day, clients, leavers: left, feedFaults: ['tickets: no new file'] };
  const { text, ...detail } = JSON.parse(nightDetail(night, { withNames: true }));

  expect(detail).toEqual({
    id: 'acme-2026-11-20',
    customerId: 'acme',
    day: '2026-11-20',
    score: 65,
    total: 8,
    counts: { highRisk: 5, mediumRisk: 1, lowRisk: 1, onTrack: 1 },
    sinceAWeek: [
      {
        id: 'a',
        about: 'Client a',
        facts: 'medium risk to high risk, now 69.9. Trust -3 in 30 days.',
      },
      { about: 'New', facts: 'Client b, Client c, Client g, Client f, Last and 1 more' },
      { about: 'Left', facts: 'Gone & Co (2026-11-18: Sold)' },
      { about: 'Files', facts: 'tickets: no new file.' },
    ],
    changedLevel: {
      total: 5,
      clients: [
        { id: 'c', name: 'Client c', score: 50, from: 'onTrack', to: 'highRisk' },
        { id: 'e', name: 'Last', score: 20, from: 'mediumRisk', to: 'highRisk' },
        { id: 'f', name: 'Client f', score: 20, from: 'mediumRisk', to: 'highRisk' },
        { id: 'a', name: 'Client a', score: 69.9, from: 'mediumRisk', to: 'highRisk' },
        { id: 'b', name: 'Client b', score: 140, from: 'mediumRisk', to: 'onTrack' },
      ],
    },
    toDoFirst: {
      total: 5,
      clients: [
        { id: 'e', name: 'Last', score: 20 },
        { id: 'f', name: 'Client f', score: 20, reason: 'Trust -4', nextStep: 'Ask why.' },
        { id: 'c', name: 'Client c', score: 50 },
        { id: 'a', name: 'Client a', score: 69.9, reason: 'Trust -3 in 30 days' },
        { id: 'g', name: 'Client g', score: 90 },
      ],
    },
    fell: {
      total: 5,
      clients: [
        { id: 'c', name: 'Client c', score: 50, change: -91 },
        { id: 'a', name: 'Client a', score: 69.9, change: -3 },
        { id: 'e', name: 'Last', score: 20, change: -1 },
        { id: 'f', name: 'Client f', score: 20, change: -1 },
        { id: 'g', name: 'Client g', score: 90, change: -1 },
      ],
    },
    littleData: { total: 1, clients: [{ id: 'h', name: 'Client h', score: 30 }] },
    noData: 1,
  });
  expect(text.split('\n')).toEqual([
    'acme, 2026-11-20',
    'Portfolio score 65.0 (high risk). 8 clients: 5 high risk, 1 medium risk, 1 low risk, 1 on track.',
    '1 client without data counts as 100.',
    '',
    'Since a week ago: 4',
    '  Client a: medium risk to high risk, now 69.9. Trust -3 in 30 days.',
    '  New: Client b, Client c, Client g, Client f, Last and 1 more',
    '  Left: Gone & Co (2026-11-18: Sold)',
    '  Files: tickets: no new file.',
    '',
    'Changed level since the day before: 5',
    '  Client c: on track to high risk, now 50.0',
    '  Last: medium risk to high risk, now 20.0',
    '  Client f: medium risk to high risk, now 20.0',
    '  Client a: medium risk to high risk, now 69.9',
    '  Client b: medium risk to on track, now 140.0',
    '',
    'What to do first: 5',
    '  Last: 20.0',
    '  Client f: 20.0. Trust -4. Next: Ask why',
    '  Client c: 50.0',
    '  Client a: 69.9. Trust -3 in 30 days',
    '  Client g: 90.0',
    '',
    'Fell in 7 days: 5',
    '  Client c: -91.0 to 50.0',
    '  Client a: -3.0 to 69.9',
    '  Last: -1.0 to 20.0',
    '  Client f: -1.0 to 20.0',
    '  Client g: -1.0 to 90.0',
    '',
    'With little data: 1',
    '  Client h: 30.0',
    '',
  ]);
});

it.each([
  [[], 'There are no clients.'],
  [[60], 'Portfolio score 60.0 (high risk). 1 client: 1 high risk, 0 medium risk, 0 low risk, 0 on track.'],
  [[69.9], 'Portfolio score 69.9 (high risk). 1 client: 1 high risk, 0 medium risk, 0 low risk, 0 on track.'],
])('sums up the scores %j in a sentence', (scores, sentence) => {
  const clients = scores.map((score) => client('a', score));
  const { text } = JSON.parse(nightDetail({ customerId: 'acme', day, clients }, { withNames: true }));
  const toDo = [`What to do first: ${scores.length}`, ...scores.map((score) => `  Client a: ${score.toFixed(1)}`)].join(
    '\n',
  );

  expect(text).toBe(
    `acme, 2026-11-20\n${sentence}\n\nSince a week ago: 0\n\nChanged level since the day before: 0\n\n${toDo}\n\nFell in 7 days: 0\n\nWith little data: 0\n`,
  );
});

it('gives ids for names in the text too unless names are asked for, and 0 is a score like any other', () => {
  const clients = [client('a', 75, { before: 0 }), client('b', 0, { before: 75, moved7: -75 })];
  const files = { feedFaults: ['Client b.csv: no new file'] };
  const { text } = JSON.parse(nightDetail({ customerId: 'acme', day, clients, ...files }, { withNames: false }));

  for (const line of [
    'Portfolio score 37.5 (high risk). 2 clients: 1 high risk, 1 medium risk, 0 low risk, 0 on track.',
    '  b: medium risk to high risk, now 0.0',
    '  a: high risk to medium risk, now 75.0',
    '  b: -75.0 to 0.0',
    '  Files: 1 thing is wrong with them.',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toContain('Client');
});

it('has at most 50 clients a list and 64 KB with any names, and ids only unless names are asked for', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', minLength: 200, maxLength: 200 }),
    fc.constant('\u0000'.repeat(200)),
  );
  holds(
    fc.property(name, fc.integer({ min: 0, max: 300 }), (text, count) => {
      const clients = Array.from({ length: count }, (_, at) =>
        client(`${at}`.padStart(64, 'c'), 60, { name: text, before: 160, moved7: -5, scoredTopics: 1 + (at % 2) }),
      );
      const night = { customerId: 'acme', day, clients, feedFaults: [text.repeat(20)] };
      const [named, plain] = [true, false].map((withNames) => nightDetail(night, { withNames }));

      for (const detail of [named, plain]) expect(Buffer.byteLength(detail ?? '')).toBeLessThanOrEqual(mostBytes);
      expect(JSON.parse(named ?? '').changedLevel.total).toBe(count);
      expect(JSON.parse(plain ?? '').changedLevel.clients).toHaveLength(Math.min(count, 50));
      expect(plain).not.toContain('"name"');
    }),
    { numRuns: 30 },
  );
});
