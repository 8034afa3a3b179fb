import { describe, it } from 'vitest';
import { rostersFollow } from '../../support/rosters/follow.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

describe('the views of an account', () => {
  it('equal a fresh build from all facts after every change, and only new pages are written', async () => {
    await rostersFollow(db.address, { runs: 3, changes: 8 });
  });
});
