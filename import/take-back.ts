import { rebuilding, rescoring } from '../shared/jobs/requests.ts';
import { readAccount } from '../shared/table/access/accounts.ts';
import { writingFacts } from '../shared/table/facts/writer.ts';
import { withWriterLock } from '../shared/table/facts/writer-lock.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import type { Effects } from './effects.ts';
import type { ViewUpdate } from './imported.ts';
import { type Added, findAdded } from './plan/find-added.ts';
import { removeUnnamed } from './plan/prune.ts';
import type { AddedRecord } from './plan/written-records.ts';
import { noUpdate } from './write.ts';

/** Removes what an import has added, as far as it is still as that left it. Running it again completes it. */
export async function takeBack(
  { table, importer, clock, randomBytes }: Pick<Effects, 'table' | 'importer' | 'clock' | 'randomBytes'>,
  {
    account,
    added,
    score,
  }: { readonly account: Account; readonly added: readonly AddedRecord[]; readonly score: boolean },
  /** Called before the first record is removed. */
  onFound: (found: Added) => Promise<void>,
): Promise<ViewUpdate> {
  return withWriterLock(table, account, { ...importer, work: 'import', clock, randomBytes }, async (lock) => {
    await readAccount(lock.table, account);
    const found = await findAdded(lock.table, account, added);
    await onFound(found);
    const writing = { table: lock.table, clock, randomBytes, confirm: lock.confirm };
    const { isBehind } = await writingFacts(writing, account, (writer) =>
      removeUnnamed(writer, account, found.removals, found.isAdded, () => undefined),
    );
    const clients = found.removals.clients.length + found.removals.reduced.length;
    if (score)
      return { requests: [rescoring(account, new Date(clock()).toISOString().slice(0, 10), randomBytes)], clients };
    return isBehind ? { requests: [rebuilding(account, randomBytes)], clients } : noUpdate;
  });
}
