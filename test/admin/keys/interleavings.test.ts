import { expect, it } from 'vitest';
import { holdsAsync } from '../../support/holds.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { issueKey, raceOfCommands, statesOf, storeWith } from '../../support/sim/commands.ts';

// A short run of test/proof/commands.proof.ts.

it('concurrent, killed commands leave no active key in a suspended account and reactivate no revoked key', async () => {
  await holdsAsync(raceOfCommands, { numRuns: 25 });
});

it('concurrent issues never exceed the maximum number of keys', async () => {
  const store = storeWith(7);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => issueKey(memTable(store, 'job'), 200 + at)),
  );

  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  expect(statesOf(store)).toEqual(Array(10).fill('active'));
});
