import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import {
  type Counted,
  clientKey,
  countingUpdate,
  headersOf,
  keyOf,
  overviewKey,
  pageKey,
  pagesOf,
  perPage,
  wholeListKey,
} from '../stored.ts';

// A straightforward handler on the SDK's client: it checks the key, counts the request, reads and answers, one after
// the other, without a framework, validation or settings of its own. It stores its answers as texts: a client's detail
// and the overview are sent as they are, a list is cut from pages of 100 entries, and a search looks through the text of
// the whole list.

const { TABLE_NAME: TableName = '', DYNAMODB_ENDPOINT = '' } = process.env;
const client = new DynamoDBClient({ endpoint: DYNAMODB_ENDPOINT });

interface Stored {
  readonly text: string;
  readonly version: string;
  readonly total: number;
}

async function getItem(key: object): Promise<Stored> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: marshall(key) }));
  return { text: '[]', version: '', total: 0, ...(Item && unmarshall(Item)) };
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

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const now = Date.now();
  try {
    const counted = await count(event.headers['X-API-Key'] ?? '', now);
    const { text, version } = await read(event, counted);
    return { statusCode: 200, headers: headersOf(counted, version, now), body: text };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { statusCode: 401, headers: {}, body: '{"error":"unauthorized"}' };
  }
}

/** The text of the answer. */
async function read(event: APIGatewayProxyEvent, counted: Counted): Promise<Pick<Stored, 'text' | 'version'>> {
  const { limit: most = '100', offset: from = '0', query = '' } = event.queryStringParameters ?? {};
  const [limit, offset] = [Number(most), Number(from)];
  switch (event.resource) {
    case '/clients/{client_id}':
      return getItem(clientKey(event.pathParameters?.client_id ?? ''));
    case '/clients/statistics/overview':
      return getItem(overviewKey);
    case '/clients/search': {
      const { text, version } = await getItem(wholeListKey);
      const found = matching(JSON.parse(text) as { name: string }[], query.toLowerCase());
      return { text: listText(found.slice(0, limit), found.length, counted, { query }), version };
    }
    default: {
      const pages = await Promise.all(pagesOf(offset, limit).map((page) => getItem(pageKey(page))));
      const entries = pages.flatMap(({ text }) => JSON.parse(text) as unknown[]);
      const clients = entries.slice(offset % perPage, (offset % perPage) + limit);
      return { text: listText(clients, pages[0]?.total ?? 0, counted), version: pages[0]?.version ?? '' };
    }
  }
}

function listText(clients: readonly unknown[], total: number, { customerId }: Counted, more: object = {}) {
  return JSON.stringify({ clients, total, ...more, customerId, portfolioId: null });
}

/** Names that begin with the query, then those that contain it. */
function matching<Entry extends { name: string }>(entries: readonly Entry[], query: string): Entry[] {
  const found = entries.filter(({ name }) => name.toLowerCase().includes(query));
  const begins = ({ name }: Entry) => name.toLowerCase().startsWith(query);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}
