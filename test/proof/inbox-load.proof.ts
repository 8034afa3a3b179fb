import { expect, it } from 'vitest';
import { loadInbox } from '../import/inbox-load/load.ts';
import { share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const accountSizes = { slice: 10, sample: 100, full: 1_000 };
const accounts = sized(accountSizes);
const megabyteSizes = { slice: 2, sample: 20, full: 200 };
const megabytes = sized(megabyteSizes);

it(`files of ${share(accounts, accountSizes)} accounts are imported before a file of ${share(megabytes, megabyteSizes)} MB of another`, async () => {
  const load = await loadInbox(db, accounts, megabytes * 1e6);

  console.log(load);
  expect({ late: load.late, results: load.results }).toEqual({ late: [], results: { done: accounts + 1 } });
  // outside of the heap: the cells, and some 100 bytes a row
  expect(load.peak.large).toBeLessThan(300 + load.megabytesOfFile + (load.rows * 100) / 1e6);
});
