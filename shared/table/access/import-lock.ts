import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Account, importLockKey } from '../store/item-keys.ts';
import { readItem } from '../store/read.ts';
import { sendOptions, type Table } from '../store/table.ts';

// Keeps two imports of one account from running at once. A lock that is not renewed expires.

export const lockSeconds = 60;

export interface LockOwner {
  readonly host: string;
  readonly process: number;
}

/** Takes or renews the lock. Returns the owner of another lock that is in force, unless it is `abandoned`. */
export async function takeImportLock(
  table: Table,
  account: Account,
  owner: LockOwner,
  now: number,
  isAbandoned: (other: LockOwner) => boolean,
): Promise<LockOwner | undefined> {
  const key = importLockKey(account);
  const seconds = Math.floor(now / 1000);
  const stored = await readItem(table, key, { consistent: true });
  const other = stored && { host: String(stored.host), process: Number(stored.process) };
  const isFree = !other || Number(stored.ttl) <= seconds || isSame(other, owner) || isAbandoned(other);
  if (!isFree) return other;
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, ...owner, ttl: seconds + lockSeconds },
        // only if nobody has taken it since it was read
        ...(stored
          ? {
              ConditionExpression: '#host = :host AND #process = :process AND #ttl = :ttl',
              ExpressionAttributeNames: { '#host': 'host', '#process': 'process', '#ttl': 'ttl' },
              ExpressionAttributeValues: { ':host': stored.host, ':process': stored.process, ':ttl': stored.ttl },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      }),
      sendOptions(table),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const winner = await readItem(table, key, { consistent: true });
    const taken = winner && { host: String(winner.host), process: Number(winner.process) };
    // the SDK repeats a request whose response was lost
    return taken && isSame(taken, owner) ? undefined : (taken ?? owner);
  }
}

export async function releaseImportLock(table: Table, account: Account): Promise<void> {
  await table.documents.send(
    new DeleteCommand({ TableName: table.name, Key: importLockKey(account) }),
    sendOptions(table),
  );
}

function isSame(a: LockOwner, b: LockOwner): boolean {
  return a.host === b.host && a.process === b.process;
}
