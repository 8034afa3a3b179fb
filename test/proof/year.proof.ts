import { it } from 'vitest';
import { seed, share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';
import { liveThrough } from './year/year.ts';

const db = useTable();

const sizes = { slice: 8, sample: 13, full: 52 };
const weeks = sized(sizes);

it(`${share(weeks, sizes)} weeks of unattended imports: scores, rejects and faults of feeds are those of an independent computation`, async () => {
  await liveThrough(db.table, weeks, seed);
});
