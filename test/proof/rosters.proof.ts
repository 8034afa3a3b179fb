import { describe, it } from 'vitest';
import { rostersAtNight } from '../support/rosters-at-night.ts';
import { rostersFollow } from '../support/rosters-follow.ts';
import { useTable } from '../support/table.ts';

const db = useTable();

describe('the rosters of an account, for long', () => {
  it('are a fresh build of its facts after every one of 3,000 changes of 60 accounts', async () => {
    await rostersFollow(db.address, { runs: 60, changes: 50 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'keep every promise in 100 interleavings of nights (%i of 10)',
    async (part) => {
      for (let seed = 0; seed < 100; seed += 1) await rostersAtNight(db.address, db.table, 10_000 * part + seed);
    },
  );
});
