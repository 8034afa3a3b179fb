import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { eachLimit } from '../store/batches.ts';
import { type Account, clientKey, scoreKey } from '../store/item-keys.ts';
import { readBatch } from '../store/read.ts';
import { sendOptions, type Table } from '../store/table.ts';
import { ifConditionHolds } from '../store/write.ts';
import { fromClientItem } from './clients.ts';
import { fromScoreItem } from './scores.ts';

// The change mark of a client (attribute `touched`) gets a new value whenever a fact of the client is written. After a
// rebuild the client's score record holds the same value (attribute `followed`); if the two differ, the views are
// behind. While facts are being written the mark is open (it ends with `+`). A rebuild that reads an open mark does
// not store it, because it may have counted too early.

const openSuffix = '+';
const clientsAtOnce = 8;

export function newMark(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(6)).toString('base64url');
}

export function openMark(mark: string): string {
  return mark + openSuffix;
}

export const hasOpenMark = ({ changeMark }: { readonly changeMark: string }) => changeMark.endsWith(openSuffix);

/** What a rebuild stores as the mark that it has seen: nothing if the mark is still open. */
export function markAfterRebuild(changeMark: string): string {
  return changeMark.endsWith(openSuffix) ? '' : changeMark;
}

/** Opens the marks of clients. Call it before writing any of their facts. */
export function openMarks(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  return setMarks(table, account, clientIds, openMark(mark), 'attribute_exists(pk)', {});
}

/**
 * Closes the marks that no other writer holds open. A mark that another writer has closed is replaced too, because a
 * rebuild with that mark may have missed this writer's facts.
 */
export function closeMarks(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  const notHeldByOthers = 'attribute_exists(pk) AND (touched = :open OR NOT contains(touched, :plus))';
  return setMarks(table, account, clientIds, mark, notHeldByOthers, { ':open': openMark(mark), ':plus': openSuffix });
}

/** Sets new closed marks, for clients whose mark a killed writer has left open. */
export function renewMarks(table: Table, account: Account, clientIds: readonly string[], mark: string): Promise<void> {
  return setMarks(table, account, clientIds, mark, 'attribute_exists(pk)', {});
}

export interface ClientBehind {
  readonly id: string;
  /** The mark is open, so no rebuild will store it. */
  readonly isOpen: boolean;
}

/** The clients whose views are behind because their writer was killed before it asked for a rebuild. */
export async function clientsBehind(
  table: Table,
  account: Account,
  clientIds: readonly string[],
): Promise<ClientBehind[]> {
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
  const projectedMarks = new Map(scores.map((item) => [item.pk, fromScoreItem(item).projectedMark]));
  return clients
    .map(fromClientItem)
    .filter(({ id, changeMark }) => projectedMarks.get(scoreKey(account, id).pk) !== changeMark)
    .map(({ id, changeMark }) => ({ id, isOpen: changeMark.endsWith(openSuffix) }));
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
    // if there is no such client, no view shows its records
    await ifConditionHolds(() => table.documents.send(command, sendOptions(table)));
  });
}
