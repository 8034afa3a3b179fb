import * as fc from 'fast-check';
import { it } from 'vitest';
import { raceOfCommands } from '../support/sim/commands.ts';
import { numeral, sized } from '../support/size.ts';

const races = sized({ slice: 100, sample: 1_500, full: 5_000 });

it(`${numeral(races)} races of suspend, resume, issue and revoke, killed at any call, never leave an active key of a suspended account or revive a revoked key`, async () => {
  await fc.assert(raceOfCommands, { numRuns: races });
});
