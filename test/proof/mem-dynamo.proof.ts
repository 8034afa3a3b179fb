import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { differences } from '../support/sim/differential.ts';
import { numeral, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const items = sized({ slice: 100, sample: 2_000, full: 5_000 });

it(`the table in memory behaves like the embedded database, for ${numeral(items)} random items and every expression of the project`, async () => {
  await fc.assert(differences(db.table, randomUUID), { numRuns: items });
});
