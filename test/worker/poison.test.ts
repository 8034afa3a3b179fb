import { expect, it } from 'vitest';
import { poisonedNight } from './poison.ts';

it('an account that fails three times is moved to the dead letters, blocks no other, and is scored after a redrive', async () => {
  const night = await poisonedNight(12);

  expect(night.shown).toBe(11);
  expect(night.dead.map(({ message }) => message)).toEqual([
    { kind: 'score', customerId: 'a3', runDate: '2026-11-20' },
  ]);
  expect(night.attempts.map(({ received, AccountsFailed }) => ({ received, AccountsFailed }))).toEqual(
    [1, 2, 3].map((received) => ({ received, AccountsFailed: 1 })),
  );
  expect(night.minutes).toBeLessThan(5);
  expect(night.repaired).toBe(12);
  expect(night.deadThen).toEqual([]);
});
