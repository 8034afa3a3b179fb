import { it } from 'vitest';
import { killedImports } from '../import/killed-imports.ts';
import { roundTrips } from '../import/round-trip.ts';
import { importWithAndWithoutRoom } from '../import/without-room.ts';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const step = sized({ slice: 20, sample: 1, full: 1 });
const accountSizes = { slice: 10, sample: 150, full: 300 };
const accounts = sized(accountSizes);

it(`an import killed at every ${step === 1 ? '' : `${step}th `}call and repeated leaves the same table as one that was not killed`, async () => {
  await killedImports(db, step);
});

it(`export, import and export again give the same files, for ${share(accounts, accountSizes)} random accounts`, async () => {
  await roundTrips(() => db.table, accounts);
});

it('a file is refused that has more bytes than the heap may have; its rows are kept outside of it', async () => {
  await importWithAndWithoutRoom(db);
});
