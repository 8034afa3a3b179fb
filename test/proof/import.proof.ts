import { it } from 'vitest';
import { roundTrips } from '../import/round-trip.ts';
import { importWithAndWithoutRoom } from '../import/without-room.ts';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const accountSizes = { slice: 10, sample: 150, full: 300 };
const accounts = sized(accountSizes);

it(`export, import and export again give the same files, for ${share(accounts, accountSizes)} random accounts`, async () => {
  await roundTrips(() => db.table, accounts);
});

it('a file is refused that has more bytes than the heap may have; its rows are kept outside of it', async () => {
  await importWithAndWithoutRoom(db);
});
