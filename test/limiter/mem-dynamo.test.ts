import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { differences } from '../support/sim/differential.ts';
import { tried } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const items = tried(300, 2_000, 5_000);

it(`the table in memory behaves like the embedded database, for ${items} random items and every expression of the project`, async () => {
  await holdsAsync(differences(db.table, randomUUID), { numRuns: items });
});
