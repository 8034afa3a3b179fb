import * as fc from 'fast-check';
import { it } from 'vitest';
import { evening } from './accounts.ts';
import { overtakenMessages, repeatedMessages } from './interleaved.ts';

// A slice of test/proof/night.proof.ts.

const small = { clients: 4, streams: 2, signals: 5 };

it('messages that come often, late and in any order leave the table that one of each would leave', {
  timeout: 60_000,
}, async () => {
  await fc.assert(await repeatedMessages(await evening(small)), { numRuns: 12, endOnFailure: true });
});

it('a night that overtakes the one before takes no point away that was there', {
  timeout: 60_000,
}, async () => {
  await fc.assert(await overtakenMessages(await evening(small, [16, 17, 18])), { numRuns: 12, endOnFailure: true });
});
