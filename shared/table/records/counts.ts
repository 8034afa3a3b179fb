import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { latestRead } from '../../domain/alignment.ts';
import { type Account, clientKey } from '../store/item-keys.ts';
import { sendOptions, type Table } from '../store/table.ts';
import { ifConditionHolds } from '../store/write.ts';
import { alignmentYears } from './alignment.ts';
import { type Client, clientById } from './clients.ts';
import { countNotes } from './notes.ts';

// A client item repeats the number of the client's notes and its latest read, so that lists need no read of them.

/** Counts the notes of a client again and finds its latest read. Returns the client with them. */
export async function recount(table: Table, account: Account, id: string): Promise<Client | undefined> {
  for (;;) {
    const client = await clientById(table, account, id, { consistent: true });
    if (!client) return undefined;
    const [notes, years] = await Promise.all([countNotes(table, account, id), alignmentYears(table, account, id)]);
    const counted = { ...client, notes, latestRead: latestRead(years) };
    if (isDeepStrictEqual(counted, client) || (await replaceCounts(table, account, client, counted))) return counted;
  }
}

/** Replaces the counts that were read, since another may have counted in the meantime. */
function replaceCounts(table: Table, account: Account, before: Client, after: Client): Promise<boolean> {
  return ifConditionHolds(() =>
    table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: clientKey(account, after.id),
        UpdateExpression: 'SET notes = :notes, latestRead = :read',
        ConditionExpression: 'attribute_exists(pk) AND notes = :notesBefore AND latestRead = :readBefore',
        ExpressionAttributeValues: {
          ...{ ':notes': after.notes, ':read': after.latestRead },
          ...{ ':notesBefore': before.notes, ':readBefore': before.latestRead },
        },
      }),
      sendOptions(table),
    ),
  );
}
