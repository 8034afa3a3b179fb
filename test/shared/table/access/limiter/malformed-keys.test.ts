import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdsAsync } from '../../../../support/holds.ts';
import { keyCheckerOn } from '../../../../support/sim/key-checker.ts';
import { numeral, tried } from '../../../../support/size.ts';
import { countCapacity } from '../../../../support/store/capacity.ts';
import { memoryTable } from '../../../../support/store/table.ts';

const numRuns = tried(2_000, 300_000, 1_000_000);

it.each([
  ['of the right shape', fc.stringMatching(/^svc(live|test)[0-9A-Za-z]{36}$/)],
  ['of any shape', fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant(undefined))],
])(`${numeral(numRuns)} keys %s that nobody issued cost no call`, async (_, keys) => {
  const table = memoryTable();
  const spent = countCapacity(table);
  const { ask } = keyCheckerOn(table);

  await holdsAsync(
    fc.asyncProperty(keys, async (apiKey) => {
      expect(await ask(apiKey)).toEqual({ refused: 'Unauthorized' });
    }),
    { numRuns },
  );
  expect(spent.calls).toBe(0);
});
