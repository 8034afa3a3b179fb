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

/** How many of those runs break a promise. */
async function broken(seeds: number, sabotage: Parameters<typeof rostersAtNight>[3]): Promise<number> {
  let count = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    await rostersAtNight(db.address, db.table, seed, sabotage).catch(() => (count += 1));
  }
  return count;
}

describe('nights that sweep while facts change, a writer is killed and readers read', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keep every promise (seed %i)', async (seed) => {
    await rostersAtNight(db.address, db.table, seed);
  });

  it('would break one if a page were deleted although it was put again', async () => {
    expect(await broken(6, { night: unconditional })).toBeGreaterThan(0);
  });

  it('would break one if pages went by their age alone', async () => {
    expect(await broken(2, { expiry: true })).toBeGreaterThan(0);
  });
});
