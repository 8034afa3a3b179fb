import { expect, it } from 'vitest';
import { asLongAs, saidOn, withNight } from '../../../shared/domain/scoring/nights.ts';

it('of a history whose nights are not known, every point counts as computed afterwards', () => {
  const nights = withNight(asLongAs(undefined, 100, 3), 101, 1200, 2);
  expect([97, 98, 100, 101].map((day) => saidOn(nights, day))).toEqual([
    undefined,
    'afterwards',
    'afterwards',
    { score: 120, model: 2 },
  ]);
});
