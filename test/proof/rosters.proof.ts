import { describe, it } from 'vitest';
import { rostersAtNight } from '../support/rosters/at-night.ts';
import { rostersFollow } from '../support/rosters/follow.ts';
import { sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();
const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].slice(0, sized({ slice: 1, sample: 4, full: 10 }));
const runs = sized({ slice: 1, sample: 5, full: 5 });
const nights = sized({ slice: 3, sample: 50, full: 100 });

describe('the views of an account', () => {
  it.each(parts)(
    `equal a fresh build from its facts after every one of ${runs * 40} changes (part %i of ${parts.length})`,
    async () => {
      await rostersFollow(db.address, { runs, changes: 40 });
    },
  );

  it.each(parts)(
    `never lose, mix or leave over a page in ${nights} interleavings of nights (part %i of ${parts.length})`,
    async (part) => {
      for (let seed = 0; seed < nights; seed += 1) await rostersAtNight(db.address, db.table, 10_000 * part + seed);
    },
  );
});
