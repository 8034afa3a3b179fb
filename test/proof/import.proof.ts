import { it } from 'vitest';
import { killedImports } from '../admin/import/killed-imports.ts';
import { roundTrips } from '../admin/import/round-trip.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

it('an import killed at any of its calls and repeated leaves the same table as one that was not killed', async () => {
  await killedImports(db.address, 1);
});

it('export, import and export again give the same files, for 300 random accounts', async () => {
  await roundTrips(() => db.table, 300);
});
