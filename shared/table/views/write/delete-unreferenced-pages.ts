import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Day } from '../../../domain/dates.ts';
import { type Account, idIn, type Key, pagesOf, type RosterName } from '../../store/item-keys.ts';
import { inTurns, partsOf } from '../../store/read.ts';
import { type Table, until } from '../../store/table.ts';
import { namedBy, readHead } from '../read/head.ts';

/** How long a page stays after the last run that put it: no reader still follows a head that names it. */
const lingerDays = 2;
const deletionsAtOnce = 8;

/**
 * Deletes pages that no version names any more. What was put again meanwhile has another `putOn` and stays: a page is
 * the same item in every version that names it.
 */
export async function sweep(table: Table, account: Account, roster: RosterName, today: Day): Promise<number> {
  const head = await readHead(table, account, roster, { consistent: true });
  const named = new Set(head ? namedBy(head) : []);
  const orphans: { key: Key; putOn: Day }[] = [];
  for await (const part of partsOf(table, pagesOf(account, roster), { only: ['pk', 'sk', 'putOn'] })) {
    for (const { pk, sk, putOn } of part) {
      if (!named.has(idIn(sk)) && Number(putOn) <= today - lingerDays) {
        orphans.push({ key: { pk, sk }, putOn: Number(putOn) });
      }
    }
  }
  await inTurns(orphans, deletionsAtOnce, ({ key, putOn }) => deleteUnchanged(table, key, putOn));
  return orphans.length;
}

async function deleteUnchanged(table: Table, { pk, sk }: Key, putOn: Day): Promise<void> {
  try {
    await table.documents.send(
      new DeleteCommand({
        TableName: table.name,
        Key: { pk, sk },
        ConditionExpression: 'putOn = :putOn',
        ExpressionAttributeValues: { ':putOn': putOn },
      }),
      until(table),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
