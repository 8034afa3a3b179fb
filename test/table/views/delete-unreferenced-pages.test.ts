import { describe, expect, it } from 'vitest';
import { writeFacts } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { deleteUnreferencedPages } from '../../../shared/table/views/write/delete-unreferenced-pages.ts';
import type { Tamper } from '../../support/faults/interleave.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { rostersAtNight } from '../../support/rosters/at-night.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient } from '../../support/store/facts.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

const unconditional: Tamper = (command, input) => {
  if (!command.startsWith('Delete')) return input;
  const { ConditionExpression: _, ExpressionAttributeValues: __, ...rest } = input as Record<string, unknown>;
  return rest;
};

/** True if at least one of the given number of runs fails. */
async function fails(seeds: number, sabotage: Parameters<typeof rostersAtNight>[3]): Promise<boolean> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const failed = rostersAtNight(db.address, db.table, seed, sabotage).then(
      () => false,
      () => true,
    );
    if (await failed) return true;
  }
  return false;
}

it('an unreferenced page is deleted two days after it was written, not earlier', async () => {
  const acme = asAccount('acme');
  const today = 20_777;
  const show = (name: string) => writeFacts(accountWriter(db.table, today), acme, [aClient('c1', { name })]);
  await show('Old');
  await show('New');
  const pages = async () =>
    (await dumpOf(db.table, acme)).filter(({ pk, sk }) => pk === 'CUST#acme#ROSTER#clients' && /^PAGE#/.test(sk))
      .length;
  const seen = [await pages()];
  for (const day of [today + 1, today + 2]) {
    await deleteUnreferencedPages(db.table, acme, 'clients', day);
    seen.push(await pages());
  }

  // the pages of both versions stay until the old ones are two days old
  expect(seen).toEqual([4, 4, 2]);
});

describe('nights that delete old pages while facts change, a writer is killed and readers read', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'keep live pages, delete unreferenced ones and show readers published versions only (seed %i)',
    async (seed) => {
      await rostersAtNight(db.address, db.table, seed);
    },
  );

  it('would lose a live page if deletions were unconditional', async () => {
    expect(await fails(20, { night: unconditional })).toBe(true);
  });

  it('would lose a live page if pages were deleted by age alone', async () => {
    expect(await fails(2, { expiry: true })).toBe(true);
  });
});
