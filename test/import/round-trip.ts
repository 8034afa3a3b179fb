import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Fact } from '../../shared/table/facts/facts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { cliOn } from '../support/cli/cli.ts';
import { holdsAsync } from '../support/holds.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { randomFacts } from '../support/rosters/random-facts.ts';
import { dumpOf } from '../support/store/dump.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { writeFacts } from '../support/store/writer.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

/** Exports random accounts, imports them as another account and exports them again: both exports must be equal. */
export async function roundTrips(table: () => Table, runs: number): Promise<void> {
  let made = 0;
  await holdsAsync(
    fc.asyncProperty(randomFacts, async (facts) => {
      made += 1;
      await one(table, made, facts);
    }),
    // shrinking a failure would take minutes
    { numRuns: runs, endOnFailure: true },
  );
}

async function one(table: () => Table, made: number, facts: readonly Fact[]): Promise<void> {
  const admin = cliOn(table);
  const [first, second] = [`first-${made}`, `second-${made}`];
  const [out, back] = [temporaryFolder(), temporaryFolder()];
  for (const account of [first, second]) await admin(`accounts create --account ${account} --name X`);
  const writer = { table: table(), randomBytes: bytesOf(randomOf(made)), changed: async () => undefined };
  await writeFacts(writer, asAccount(first), facts);

  await admin(`export ${out} --account ${first}`);
  const files = filesIn(out);
  if (Object.keys(files).length === 0) return;
  expect(await admin(`import ${out} --account ${second}`)).toMatchObject({ err: [], exitCode: 0 });
  expect(await factsIn(table(), second)).toEqual(await factsIn(table(), first));
  await admin(`export ${back} --account ${second}`);
  expect(filesIn(back)).toEqual(files);

  const again = await admin(`import ${out} --account ${second} --prune --json`);
  const { kinds, removed } = JSON.parse(again.out[0] ?? '{}');
  expect(removed).toEqual({});
  for (const counts of Object.values(kinds)) expect(counts).toMatchObject({ added: 0, changed: 0 });
  // every check of an account scans the whole table
  for (const account of [first, second]) await deleteAll(table(), await dumpOf(table(), account));
}
