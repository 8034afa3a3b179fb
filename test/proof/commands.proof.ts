import * as fc from 'fast-check';
import { it } from 'vitest';
import { raceOfCommands } from '../support/sim/commands.ts';

it('5,000 races of suspension, resumption, issue and revocation, killed at any call, keep every promise', async () => {
  await fc.assert(raceOfCommands, { numRuns: 5_000 });
});
