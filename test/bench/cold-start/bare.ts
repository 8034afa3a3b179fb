import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';

// The reference: a straightforward handler on the SDK's client. It checks the key, counts the request, reads the list
// and cuts the page, without a framework, validation or its own retries. It stores the list as a list of maps, the
// obvious way, or (`list=JSON`) as one JSON text, the cheapest way that still parses the entries.

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
