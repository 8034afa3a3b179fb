import * as fc from 'fast-check';
import { it } from 'vitest';
import { evening } from './accounts.ts';
import { overtakenMessages, repeatedMessages } from './interleaved.ts';

// A short run of test/proof/night.proof.ts.

const small = { clients: 4, streams: 2, signals: 5 };

it('repeated, late and reordered messages leave the same table as each message once', async () => {
  await fc.assert(await repeatedMessages(await evening(small)), { numRuns: 6, endOnFailure: true });
});

it('a night that runs before the previous one removes no existing point', async () => {
  await fc.assert(await overtakenMessages(await evening(small, [16, 17, 18])), { numRuns: 6, endOnFailure: true });
});
