import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { differences } from '../support/sim/differential.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

it('the table in memory behaves like the embedded database, for 5,000 random items and every expression of the project', async () => {
  await fc.assert(differences(db.table, randomUUID), { numRuns: 5_000 });
});
