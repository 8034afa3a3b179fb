import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { type Counted, countingUpdate, headersOf, keyOf, pageKey, pagesOf, perPage } from '../stored.ts';

// The work of GET /clients as frameworks are usually given it: the document client, parameters validated by zod, pages
// stored as texts. Every framework calls this, so that they differ in nothing else.

const { TABLE_NAME: TableName = '', DYNAMODB_ENDPOINT = '' } = process.env;
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: DYNAMODB_ENDPOINT }));

const parameters = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Page {
  readonly text: string;
  readonly version: string;
  readonly total: number;
}

export async function listClients(apiKey = '', query: object = {}): Promise<Reply> {
  const read = parameters.safeParse(query);
  if (!read.success) return failure(422, 'invalid parameters');
  const { limit, offset } = read.data;
  const now = Date.now();
  try {
    const counted = await count(apiKey, now);
    const pages = await Promise.all(pagesOf(offset, limit).map(readPage));
    const entries = pages.flatMap(({ text = '[]' }) => JSON.parse(text) as unknown[]);
    const clients = entries.slice(offset % perPage, (offset % perPage) + limit);
    const [{ total = 0, version = '' } = {}] = pages;
    return {
      status: 200,
      headers: headersOf(counted, version, now),
      body: JSON.stringify({ clients, total, customerId: counted.customerId, portfolioId: null }),
    };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return failure(401, 'unauthorized');
    throw error;
  }
}

async function count(apiKey: string, now: number): Promise<Counted> {
  const { values, ...update } = countingUpdate(now);
  const { Attributes } = await documents.send(
    new UpdateCommand({
      TableName,
      Key: keyOf(apiKey),
      ...update,
      ExpressionAttributeValues: values,
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { customerId, w } = Attributes as { customerId: string; w: Record<string, number> };
  return { customerId, counts: w };
}

async function readPage(page: number): Promise<Partial<Page>> {
  const { Item } = await documents.send(new GetCommand({ TableName, Key: pageKey(page) }));
  return Item ?? {};
}

function failure(status: number, error: string): Reply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ error }) };
}
