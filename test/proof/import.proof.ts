import { it } from 'vitest';
import { killedImports } from '../admin/import/killed-imports.ts';
import { roundTrips } from '../admin/import/round-trip.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

it('an import that is killed at any of its calls and run again leaves what one leaves that was not', async () => {
  await killedImports(db.address, 1);
});

it('export, import and export again are the same files, over many random accounts', async () => {
  await roundTrips(() => db.table, 300);
});
