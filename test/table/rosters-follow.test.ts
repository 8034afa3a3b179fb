import { describe, it } from 'vitest';
import { rostersFollow } from '../support/rosters-follow.ts';
import { useTable } from '../support/table.ts';

const db = useTable();

describe('the rosters of an account', () => {
  it('are a fresh build of its facts after every change, and only new pages are written', async () => {
    await rostersFollow(db.address, { runs: 6, changes: 14 });
  }, 60_000);
});
