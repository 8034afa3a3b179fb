import { expect, it } from 'vitest';
import { dateOf, dayOf } from '../../../shared/domain/dates.ts';
import type { Nights } from '../../../shared/domain/scoring/nights.ts';
import { firstsOfMonths } from '../../../shared/domain/track-record/levels.ts';
import { tracked, trackRecord } from '../../../shared/domain/track-record/record.ts';
import { randomOf } from '../../support/random.ts';

// Worlds in which it is known how the clients are: does the record show what is true? 40 clients leave.

const end = dayOf('2026-11-20');
const leavers = 40;
const seeds = Array.from({ length: 200 }, (_, at) => at + 1);
/** Days before notice on which the health of the leavers turns from 130 to 80. */
const turns = Array.from({ length: leavers }, (_, at) => 25 + at * 2);
const medianTurn = 64;

interface World {
  readonly clients: number;
  readonly days: number;
  readonly named: boolean;
  /** Of a client so many days before notice, or before today if it stays. */
  readonly scoreOf: (client: number, daysBefore: number, noise: () => number) => number;
}

function recordIn(seed: number, { clients: count, days, named, scoreOf }: World) {
  const random = randomOf(seed);
  const noise = () => 2 * random() - 1;
  const firsts = firstsOfMonths(end);
  const clients = Array.from({ length: count }, (_, at) => {
    const left = at < leavers ? end - Math.floor(random() * 360) : undefined;
    const last = left ?? end;
    const points = Uint16Array.from({ length: days }, (_, day) => 10 * scoreOf(at, days - 1 - day, noise));
    const nights: Nights = { last, points, models: new Uint8Array(days).fill(2) };
    const leaving = left === undefined ? {} : { leftAt: dateOf(left) };
    return tracked({ id: `c${at}`, name: '', archived: false, ...leaving, nights, reads: [] }, end, firsts);
  });
  const [ofModel] = trackRecord(clients, end, { named }).score;
  return ofModel ?? expect.unreachable();
}

const health = (client: number, daysBefore: number) => (daysBefore <= (turns[client] ?? 0) ? 80 : 130);

it.each([0, 7, 21])(
  'a score that follows with a lag of %i days and noise warns so much later, in 200 worlds',
  (lag) => {
    const scoreOf: World['scoreOf'] = (client, before, noise) => health(client, before + lag) + 15 * noise();
    for (const seed of seeds) {
      const { medianDays, missed } = recordIn(seed, { clients: leavers, days: 120, named: false, scoreOf });
      expect(Math.abs((medianDays ?? 0) - (medianTurn - lag))).toBeLessThanOrEqual(2);
      expect(missed).toBe(0);
    }
  },
);

it('a score that has nothing to do with leaving shows no lift: about 95 of 100 intervals contain 1, and the mean is 1', () => {
  const own = (client: number) => 60 + ((client * 37) % 100);
  const multiples = seeds.flatMap((seed) => {
    const { levels = [] } = recordIn(seed, { clients: 120, days: 365, named: true, scoreOf: own });
    return levels.find(({ level }) => level === 'mediumRisk')?.multiple ?? [];
  });

  expect(multiples).toHaveLength(200);
  const containing = multiples.filter(({ low, high }) => low <= 1 && high >= 1).length;
  expect(containing).toBeGreaterThanOrEqual(180);
  const mean = multiples.reduce((sum, { value }) => sum + value, 0) / 200;
  expect(mean).toBeGreaterThan(0.9);
  expect(mean).toBeLessThan(1.1);
});
