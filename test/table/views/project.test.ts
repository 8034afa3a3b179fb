import { describe, it } from 'vitest';
import { rostersFollow } from '../../support/rosters/follow.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();

describe('the views of an account', () => {
  it('equal a fresh build from all facts after every change, and only new pages are written', async () => {
    await rostersFollow(db, { runs: 3, changes: 8 });
  });
});
