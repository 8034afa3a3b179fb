import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { holds, holdsAsync } from './holds.ts';

const numbers = fc.array(fc.nat(), { minLength: 20, maxLength: 200, size: 'max' });

it('a property that fails says what differs, and ends although its input could shrink for hours', async () => {
  let tried = 0;
  const slow = fc.asyncProperty(numbers, async (all) => {
    tried += 1;
    await setTimeout(10);
    expect(all.filter((each) => each > 10)).toEqual([]);
  });
  const began = Date.now();
  const failed = await holdsAsync(slow, { seed: 1 }, 200).catch((error: unknown) => error);

  expect(failed).toMatchObject({
    message: expect.stringContaining('Counterexample: [['),
    cause: { message: expect.stringContaining('to deeply equal []') },
  });
  expect(tried).toBeGreaterThan(3);
  // without an end, it tries thousands
  expect(tried).toBeLessThan(100);
  expect(Date.now() - began).toBeLessThan(30_000);
});

it('a property that is not asynchronous fails at once, and one that holds tries all inputs', () => {
  let tried = 0;
  const counted = fc.property(numbers, () => {
    tried += 1;
  });
  holds(counted, { numRuns: 70 });

  expect(tried).toBe(70);
  expect(() => holds(fc.property(numbers, (all) => expect(all).toEqual([])))).toThrow('Property failed after 1 tests');
});
