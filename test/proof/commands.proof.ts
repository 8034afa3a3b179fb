import { it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { raceOfCommands } from '../support/sim/commands.ts';
import { share, sized } from '../support/size.ts';

const sizes = { slice: 100, sample: 1_500, full: 5_000 };
const races = sized(sizes);

it(`${share(races, sizes)} races of suspend, resume, issue and revoke, killed at any call, never leave an active key of a suspended account or revive a revoked key`, async () => {
  await holdsAsync(raceOfCommands, { numRuns: races });
});
