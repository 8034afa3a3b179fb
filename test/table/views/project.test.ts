import { describe, it } from 'vitest';
import { rostersFollow } from '../../support/rosters/follow.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

describe('the rosters of an account', () => {
  it('are a fresh build of its facts after every change, and only new pages are written', async () => {
    await rostersFollow(db.address, { runs: 4, changes: 12 });
  }, 60_000);
});
