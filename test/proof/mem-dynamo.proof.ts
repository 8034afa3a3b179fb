import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { differences } from '../support/sim/differential.ts';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const sizes = { slice: 100, sample: 2_000, full: 5_000 };
const items = sized(sizes);

it(`the table in memory behaves like the embedded database, for ${share(items, sizes)} random items and every expression of the project`, async () => {
  await holdsAsync(differences(db.table, randomUUID), { numRuns: items });
});
