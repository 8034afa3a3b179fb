import { expect, it } from 'vitest';
import { restlessAccount } from './restless.ts';

// A short run of test/proof/night.proof.ts.

const seed = 20_261_120;

it('no response mixes two versions while facts change, nights run and workers are killed', async () => {
  const { versions, reads } = await restlessAccount(seed, { clients: 20, changes: 30, nightEvery: 8, killed: 0.1 });

  expect(versions).toBeGreaterThan(10);
  expect(reads).toBeGreaterThan(30);
});
