import { it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { evening } from './accounts.ts';
import { overtakenMessages, repeatedMessages } from './interleaved.ts';

// A short run of test/proof/night.proof.ts.

const small = { clients: 4, streams: 2, signals: 5 };

it('repeated, late and reordered messages leave the same table as each message once', async () => {
  await holdsAsync(await repeatedMessages(await evening(small)), { numRuns: 6, endOnFailure: true });
});

it('a night that runs before the previous one removes no existing point', async () => {
  await holdsAsync(await overtakenMessages(await evening(small, [16, 17, 18])), { numRuns: 6, endOnFailure: true });
});
