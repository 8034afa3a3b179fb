import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { issueKey, raceOfCommands, statesOf, storeWith } from '../../support/sim/commands.ts';

// A slice of test/proof/commands.proof.ts.

it('commands that race and are killed leave no active key in a suspended account and revive no revoked key', {
  timeout: 60_000,
}, async () => {
  await fc.assert(raceOfCommands, { numRuns: 60 });
});

it('of many issues at once no more succeed than the cap allows', async () => {
  const store = storeWith(7);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => issueKey(memTable(store, 'job'), 200 + at)),
  );

  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  expect(statesOf(store)).toEqual(Array(10).fill('active'));
});
