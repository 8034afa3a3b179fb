import { expect, it } from 'vitest';
import { consumedBetween } from '../../../shared/table/store/meter.ts';

it('what was consumed between two moments is the difference of each count', () => {
  const [before, after] = [
    { calls: 10, readUnits: 2.5, writeUnits: 3 },
    { calls: 12, readUnits: 4, writeUnits: 10 },
  ];

  expect(consumedBetween(after, before)).toEqual({ calls: 2, readUnits: 1.5, writeUnits: 7 });
});
