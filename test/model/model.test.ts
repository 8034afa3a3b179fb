import * as fc from 'fast-check';
import { it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { isFullSize, tried } from '../support/size.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { agreement } from './agree.ts';

const db = useMemoryTable();

/** Most accounts are small; some take several pages. */
const sizes = isFullSize
  ? fc.oneof(
      { weight: 18, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: 101, max: 260 }) },
    )
  : fc.integer({ min: 0, max: 14 });
const accounts = tried(6, 60, 2_000);

it(`the service answers what the model answers, before and after facts change, for ${accounts} random accounts`, async () => {
  await holdsAsync(
    agreement(() => db.table, sizes),
    // the second takes several pages
    {
      numRuns: accounts,
      examples: [
        [1, 0],
        [2, 130],
      ],
    },
  );
});
