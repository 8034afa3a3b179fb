import { hasOpenMark } from '../../records/change-marks.ts';
import { fromClientItem } from '../../records/clients.ts';
import { eachLimit } from '../../store/batches.ts';
import {
  type Account,
  clientKey,
  factKindOf,
  idIn,
  pendingDeletionsRange,
  scoresRange,
} from '../../store/item-keys.ts';
import { readItem, readRange } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { deleteAll } from '../../store/write.ts';

const clientsAtOnce = 8;
const consistent = { consistent: true };

/**
 * Deletes scores of clients that were removed while a worker was scoring them. Only one worker at a time is at work on an
 * account, so none can store them again after this one.
 */
export async function deleteLeftScores(table: Table, account: Account): Promise<void> {
  // those without this are of a deletion of the account, which needs them longer
  const pending = (await readRange(table, pendingDeletionsRange(account), consistent)).filter(
    ({ ofScores }) => ofScores,
  );
  await eachLimit(pending, clientsAtOnce, async (item) => {
    const id = idIn(item.sk);
    const client = await readItem(table, clientKey(account, id), consistent);
    // its removal goes on, or is repeated
    if (client && hasOpenMark(fromClientItem(client))) return;
    const records = await readRange(table, scoresRange(account, id), { ...consistent, attributes: ['pk', 'sk'] });
    const left = client ? [] : records.filter((key) => factKindOf(key) === undefined);
    await deleteAll(table, [...left, item]);
  });
}
