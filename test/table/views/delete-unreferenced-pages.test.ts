import { describe, expect, it } from 'vitest';
import type { Tamper } from '../../support/faults/interleave.ts';
import { rostersAtNight } from '../../support/rosters/at-night.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

const unconditional: Tamper = (command, input) => {
  if (!command.startsWith('Delete')) return input;
  const { ConditionExpression: _, ExpressionAttributeValues: __, ...rest } = input as Record<string, unknown>;
  return rest;
};

/** The number of runs that fail. */
async function broken(seeds: number, sabotage: Parameters<typeof rostersAtNight>[3]): Promise<number> {
  let count = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    await rostersAtNight(db.address, db.table, seed, sabotage).catch(() => (count += 1));
  }
  return count;
}

describe('nights that delete old pages while facts change, a writer is killed and readers read', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'keep live pages, delete unreferenced ones and show readers published versions only (seed %i)',
    async (seed) => {
      await rostersAtNight(db.address, db.table, seed);
    },
  );

  it('would lose a live page if deletions were unconditional', async () => {
    expect(await broken(6, { night: unconditional })).toBeGreaterThan(0);
  });

  it('would lose a live page if pages were deleted by age alone', async () => {
    expect(await broken(2, { expiry: true })).toBeGreaterThan(0);
  });
});
