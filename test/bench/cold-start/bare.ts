import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';

// The reference: a handler over the SDK's client as one writes it first. It checks the key and counts, reads the list,
// cuts the page; no framework, no validation, no retries of its own. Its list is one of maps, as one stores objects
// first, or (`list=JSON`) one text, which is as cheap as it gets without keeping entries as text.

const { TABLE_NAME: TableName = '', DYNAMODB_ENDPOINT = '' } = process.env;
const client = new DynamoDBClient({ endpoint: DYNAMODB_ENDPOINT });

const headersOf = (used: string | undefined, etag: string) => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'private, no-cache',
  ETag: etag,
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': String(100 - Number(used)),
  'X-RateLimit-Reset': String(Math.ceil(Date.now() / 60_000) * 60),
  'X-Request-Id': 'local',
});

export async function handler(event: APIGatewayProxyEvent) {
  const hash = createHash('sha256')
    .update(event.headers['X-API-Key'] ?? '')
    .digest('base64url');
  const now = Date.now();
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName,
      Key: { pk: { S: `BARE#${hash}` }, sk: { S: 'KEY' } },
      UpdateExpression: 'SET #w.#m = if_not_exists(#w.#m, :0) + :1, #w.#h = if_not_exists(#w.#h, :0) + :1',
      ConditionExpression: '#st = :active AND (attribute_not_exists(#w.#m) OR #w.#m < :limit)',
      ExpressionAttributeNames: {
        '#w': 'w',
        '#st': 'st',
        '#m': `m${Math.floor(now / 60_000)}`,
        '#h': `h${Math.floor(now / 3_600_000)}`,
      },
      ExpressionAttributeValues: {
        ':0': { N: '0' },
        ':1': { N: '1' },
        ':active': { S: 'active' },
        ':limit': { N: '100' },
      },
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { list = 'MAPS', limit = '100', offset = '0' } = event.queryStringParameters ?? {};
  const { Item = {} } = await client.send(
    new GetItemCommand({ TableName, Key: { pk: { S: 'BARE' }, sk: { S: list } } }),
  );
  const { entries, version } = unmarshall(Item) as { entries: unknown[] | string; version: string };
  const all = typeof entries === 'string' ? (JSON.parse(entries) as unknown[]) : entries;
  const clients = all.slice(Number(offset), Number(offset) + Number(limit));
  const [used] = Object.values(Attributes?.w?.M ?? {});
  const customerId = Attributes?.customerId?.S;
  const body = JSON.stringify({ clients, total: all.length, customerId, portfolioId: null });
  return { statusCode: 200, headers: headersOf(used?.N, version), body };
}
