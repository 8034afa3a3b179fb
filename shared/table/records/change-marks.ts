import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Account, clientKey, scoreKey } from '../store/item-keys.ts';
import { eachLimit, readBatch } from '../store/read.ts';
import { sendOptions, type Table } from '../store/table.ts';

// A client's mark (`touched`) is set anew whenever a fact of the client is written, and the score record repeats it
// (`followed`) once the views have followed: where the two differ, the views are behind. While facts are being written
// the mark is open, and is never repeated: who counts them then may have come too early.

const open = '+';
const clientsAtOnce = 8;

export function newMark(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(6)).toString('base64url');
}

export function openMark(mark: string): string {
  return mark + open;
}

/** What the score record says after its client's facts have been counted. */
export function projectedMark(touched: string): string {
  return touched.endsWith(open) ? '' : touched;
}

/** Opens the marks of clients, before anything about them is written. */
export function openMarks(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  return setMarks(table, account, clientIds, openMark(mark), 'attribute_exists(pk)', {});
}

/**
 * Closes those that nobody else holds open. Another writer may have closed one with a mark of its own, and views that
 * follow that one have not seen all: so this mark takes its place.
 */
export function closeMarks(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  const nobodyElse = 'attribute_exists(pk) AND (touched = :open OR NOT contains(touched, :plus))';
  return setMarks(table, account, clientIds, mark, nobodyElse, { ':open': openMark(mark), ':plus': open });
}

/** Sets those that a killed writer has left open, when all is written. */
export function renewMarks(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  return setMarks(table, account, clientIds, mark, 'attribute_exists(pk)', {});
}

export interface Behind {
  readonly id: string;
  /** Its mark will never be followed. */
  readonly isOpen: boolean;
}

/** Those of the clients whose views are behind: whoever wrote about them was killed before it could say so. */
export async function clientsBehind(table: Table, account: Account, clientIds: readonly string[]): Promise<Behind[]> {
  const consistent = { consistent: true };
  const [clients, scores] = await Promise.all([
    readBatch(
      table,
      clientIds.map((id) => clientKey(account, id)),
      consistent,
    ),
    readBatch(
      table,
      clientIds.map((id) => scoreKey(account, id)),
      consistent,
    ),
  ]);
  const followed = new Map(scores.map(({ pk, followed }) => [pk, followed]));
  return clients
    .map(({ id, touched }) => ({ id: String(id), touched }))
    .filter(({ id, touched }) => followed.get(scoreKey(account, id).pk) !== touched)
    .map(({ id, touched }) => ({ id, isOpen: String(touched).endsWith(open) }));
}

async function setMarks(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  mark: string,
  ConditionExpression: string,
  values: object,
): Promise<void> {
  await eachLimit(clientIds, clientsAtOnce, async (clientId) => {
    const command = new UpdateCommand({
      TableName: table.name,
      Key: clientKey(account, clientId),
      UpdateExpression: 'SET touched = :mark',
      ConditionExpression,
      ExpressionAttributeValues: { ':mark': mark, ...values },
    });
    try {
      await table.documents.send(command, sendOptions(table));
    } catch (error) {
      // records of a client that is not there show nowhere
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  });
}
