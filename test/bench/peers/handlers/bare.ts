import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Counted, countingUpdate, headersOf, keyOf } from '../stored.ts';

// A straightforward handler on the SDK's client: it checks the key, counts the request, reads and answers, one after
// the other, without a framework, validation or settings of its own.

export const { TABLE_NAME: TableName = '', DYNAMODB_ENDPOINT = '' } = process.env;
export const client = new DynamoDBClient({ endpoint: DYNAMODB_ENDPOINT });

export interface Read {
  readonly body: string;
  readonly version: string;
}

export async function getItem(key: object): Promise<Record<string, unknown>> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: marshall(key) }));
  return Item ? unmarshall(Item) : {};
}

async function count(apiKey: string, now: number): Promise<Counted> {
  const { values, ...update } = countingUpdate(now);
  const { Attributes = {} } = await client.send(
    new UpdateItemCommand({
      TableName,
      Key: marshall(keyOf(apiKey)),
      ...update,
      ExpressionAttributeValues: marshall(values) as Record<string, AttributeValue>,
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { customerId, w } = unmarshall(Attributes) as { customerId: string; w: Record<string, number> };
  return { customerId, counts: w };
}

/** A handler that reads and answers this way. */
export function bare(read: (event: APIGatewayProxyEvent, counted: Counted) => Promise<Read>) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const now = Date.now();
    try {
      const counted = await count(event.headers['X-API-Key'] ?? '', now);
      const { body, version } = await read(event, counted);
      return { statusCode: 200, headers: headersOf(counted, version, now), body };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { statusCode: 401, headers: {}, body: '{"error":"unauthorized"}' };
    }
  };
}

export function sliceOf({ queryStringParameters }: APIGatewayProxyEvent) {
  const { limit = '100', offset = '0' } = queryStringParameters ?? {};
  return { limit: Number(limit), offset: Number(offset) };
}

export function listBody(clients: readonly unknown[], total: number, { customerId }: Counted, more: object = {}) {
  return JSON.stringify({ clients, total, ...more, customerId, portfolioId: null });
}
