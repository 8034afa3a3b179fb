import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { mostBytes, nightDetail } from '../../../shared/domain/morning/night.ts';
import { holds } from '../../support/holds.ts';

const day = dayOf('2026-11-20');
const client = (id: string, score: number, more: object = {}) => ({
  ...{ id, name: `Client ${id}`, score, before: score, change: 0, hasLittleData: false },
  ...more,
});

it('says who changed level, worst first, who fell and who has little data, as lists and as text', () => {
  const clients = [
    client('a', 69.9, { before: 70, change: -3 }),
    client('b', 140, { before: 99 }),
    client('c', 50, { before: 141, change: -91 }),
    client('d', 120, { before: undefined, change: undefined, hasLittleData: true }),
  ];
  const { text, ...detail } = JSON.parse(nightDetail({ customerId: 'acme', day, clients }, { withNames: true }));

  expect(detail).toEqual({
    ...{ id: 'acme-2026-11-20', customerId: 'acme', day: '2026-11-20', score: 95, total: 4 },
    counts: { highRisk: 2, mediumRisk: 0, lowRisk: 1, onTrack: 1 },
    changedLevel: {
      total: 3,
      clients: [
        { id: 'c', name: 'Client c', score: 50, from: 'onTrack', to: 'highRisk' },
        { id: 'a', name: 'Client a', score: 69.9, from: 'mediumRisk', to: 'highRisk' },
        { id: 'b', name: 'Client b', score: 140, from: 'mediumRisk', to: 'onTrack' },
      ],
    },
    fell: {
      total: 2,
      clients: [
        { id: 'c', name: 'Client c', score: 50, change: -91 },
        { id: 'a', name: 'Client a', score: 69.9, change: -3 },
      ],
    },
    littleData: { total: 1, clients: [{ id: 'd', name: 'Client d', score: 120 }] },
  });
  expect(text.split('\n')).toEqual([
    'acme, 2026-11-20',
    'Portfolio score 95.0 (medium risk). 4 clients: 2 high risk, 0 medium risk, 1 low risk, 1 on track.',
    '',
    'Changed level since the day before: 3',
    '  Client c: on track to high risk, now 50.0',
    '  Client a: medium risk to high risk, now 69.9',
    '  Client b: medium risk to on track, now 140.0',
    '',
    'Fell in 7 days: 2',
    '  Client c: -91.0 to 50.0',
    '  Client a: -3.0 to 69.9',
    '',
    'With little data: 1',
    '  Client d: 120.0',
    '',
  ]);
});

it('has at most 50 clients a list and 64 KB with any names, and ids only unless names are asked for', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', minLength: 200, maxLength: 200 }),
    fc.constant('\u0000'.repeat(200)),
  );
  holds(
    fc.property(name, fc.integer({ min: 0, max: 300 }), (text, count) => {
      const clients = Array.from({ length: count }, (_, at) =>
        client(`${at}`.padStart(64, 'c'), 60, { name: text, before: 160, change: -5, hasLittleData: at % 2 === 0 }),
      );
      const night = { customerId: 'acme', day, clients };
      const [named, plain] = [true, false].map((withNames) => nightDetail(night, { withNames }));

      for (const detail of [named, plain]) expect(Buffer.byteLength(detail ?? '')).toBeLessThanOrEqual(mostBytes);
      expect(JSON.parse(named ?? '').changedLevel.total).toBe(count);
      expect(JSON.parse(plain ?? '').changedLevel.clients).toHaveLength(Math.min(count, 50));
      expect(plain).not.toContain('"name"');
    }),
    { numRuns: 30 },
  );
});
