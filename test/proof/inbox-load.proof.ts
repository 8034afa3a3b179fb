import { expect, it } from 'vitest';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';
import { loadInbox } from './inbox-load/load.ts';

const db = useTable();

const accountSizes = { slice: 10, sample: 100, full: 1_000 };
const accounts = sized(accountSizes);
// each of three files
const megabyteSizes = { slice: 1, sample: 7, full: 70 };
const megabytes = sized(megabyteSizes);

it(`files of ${share(accounts, accountSizes)} accounts are imported before three files of ${share(megabytes, megabyteSizes)} MB of others`, async () => {
  const load = await loadInbox(db, accounts, megabytes * 1e6, 3);

  console.log(load);
  expect({ late: load.late, results: load.results }).toEqual({ late: [], results: { done: accounts + 3 } });
  // outside of the heap: the cells, and some 100 bytes a row
  expect(load.peak).toBeLessThan(300 + load.megabytesOfFile + (load.rows * 100) / 1e6);
});
