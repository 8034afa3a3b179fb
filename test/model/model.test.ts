import * as fc from 'fast-check';
import { it } from 'vitest';
import { useTable } from '../support/table.ts';
import { agreement } from './agree.ts';

const db = useTable();

it('the service answers what the model answers', { timeout: 60_000 }, async () => {
  await fc.assert(
    agreement(() => db.table),
    { numRuns: 30 },
  );
});
