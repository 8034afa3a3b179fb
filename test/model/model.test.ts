import * as fc from 'fast-check';
import { it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { agreement } from './agree.ts';

const db = useMemoryTable();

it('the service answers what the model answers, before and after facts change', async () => {
  await holdsAsync(
    agreement(() => db.table, fc.integer({ min: 0, max: 14 })),
    // the second takes several pages
    {
      numRuns: 6,
      examples: [
        [1, 0],
        [2, 130],
      ],
    },
  );
});
