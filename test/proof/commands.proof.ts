import * as fc from 'fast-check';
import { it } from 'vitest';
import { raceOfCommands } from '../support/sim/commands.ts';

it('5,000 races of suspend, resume, issue and revoke, killed at any call, never leave an active key of a suspended account or revive a revoked key', async () => {
  await fc.assert(raceOfCommands, { numRuns: 5_000 });
});
