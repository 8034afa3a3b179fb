import { describe, it } from 'vitest';
import { rostersAtNight } from '../support/rosters/at-night.ts';
import { rostersFollow } from '../support/rosters/follow.ts';
import { seedsOf, share, sized } from '../support/size.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();
const partSizes = { slice: 1, sample: 4, full: 10 };
const parts = seedsOf(sized(partSizes));
const some = share(parts.length, partSizes);
const runs = sized({ slice: 1, sample: 5, full: 5 });
const nightSizes = { slice: 3, sample: 25, full: 100 };
const nights = sized(nightSizes);

describe('the views of an account', () => {
  it.each(parts)(
    `equal a fresh build from its facts after every one of ${runs * 40} changes, ${some} parts: seed %i`,
    async (part) => {
      await rostersFollow(db, { runs, changes: 40, seed: part });
    },
  );

  it.each(parts)(
    `never lose, mix or leave over a page in ${share(nights, nightSizes)} interleavings of nights, ${some} parts: seed %i`,
    async (part) => {
      for (let at = 0; at < nights; at += 1) await rostersAtNight(db, 10_000 * part + at);
    },
  );
});
