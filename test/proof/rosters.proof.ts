import { describe, it } from 'vitest';
import { rostersAtNight } from '../support/rosters/at-night.ts';
import { rostersFollow } from '../support/rosters/follow.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();
const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('the views of an account', () => {
  it.each(parts)('equal a fresh build from its facts after every one of 200 changes (%i of 10)', async () => {
    await rostersFollow(db.address, { runs: 5, changes: 40 });
  });

  it.each(parts)('never lose, mix or leave over a page in 100 interleavings of nights (%i of 10)', async (part) => {
    for (let seed = 0; seed < 100; seed += 1) await rostersAtNight(db.address, db.table, 10_000 * part + seed);
  });
});
