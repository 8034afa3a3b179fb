import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { latestRead } from '../../domain/alignment.ts';
import { paymentsOf } from '../../domain/lists/revenue.ts';
import { type Account, clientKey } from '../store/item-keys.ts';
import { sendOptions, type Table } from '../store/table.ts';
import { ifConditionHolds } from '../store/write.ts';
import { alignmentYears } from './alignment.ts';
import { type Client, clientById } from './clients.ts';
import { countNotes } from './notes.ts';
import { paymentsOfClient } from './signals.ts';

// A client item repeats the number of the client's notes, its latest read and what it paid by month, so that lists need no
// read of them.

/** Counts them again, payments if asked. Returns the client with them. */
export async function recount(
  table: Table,
  account: Account,
  id: string,
  counting: { readonly payments: boolean },
): Promise<Client | undefined> {
  for (;;) {
    const client = await clientById(table, account, id, { consistent: true });
    if (!client) return undefined;
    const [notes, years] = await Promise.all([countNotes(table, account, id), alignmentYears(table, account, id)]);
    const payments = counting.payments
      ? paymentsOf(await paymentsOfClient(table, account, id), client.payments)
      : client.payments;
    const { payments: _, ...others } = client;
    const counted = { ...others, notes, latestRead: latestRead(years), ...(payments && { payments }) };
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
        UpdateExpression: `SET notes = :notes, latestRead = :read ${after.payments ? ', payments = :payments' : 'REMOVE payments'}`,
        ConditionExpression: `attribute_exists(pk) AND notes = :notesBefore AND latestRead = :readBefore AND ${before.payments ? 'payments = :paymentsBefore' : 'attribute_not_exists(payments)'}`,
        ExpressionAttributeValues: {
          ...{ ':notes': after.notes, ':read': after.latestRead },
          ...{ ':notesBefore': before.notes, ':readBefore': before.latestRead },
          ...(after.payments && { ':payments': after.payments }),
          ...(before.payments && { ':paymentsBefore': before.payments }),
        },
      }),
      sendOptions(table),
    ),
  );
}
