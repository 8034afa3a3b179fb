import { type AttributeValue, QueryCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { rowsPartition } from '../stored.ts';
import { bare, client, listBody, sliceOf, TableName } from './bare.ts';

// Stores an item for each client, in the order of the list, and leaves archived ones out with a filter.

export const handler = bare(async (event, counted) => {
  const { limit, offset } = sliceOf(event);
  const found: Record<string, AttributeValue>[] = [];
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const part = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'archived = :no',
        ExpressionAttributeValues: { ':pk': { S: rowsPartition }, ':no': { BOOL: false } },
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    );
    found.push(...(part.Items ?? []));
    ExclusiveStartKey = part.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  const clients = found.slice(offset, offset + limit).map((item) => unmarshall(item).entry as unknown);
  return { body: listBody(clients, found.length, counted), version: 'v1' };
});
