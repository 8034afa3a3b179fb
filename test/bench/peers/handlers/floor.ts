import { createHash, createHmac } from 'node:crypto';
import type { Agent, IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Counted, countingUpdate, headersOf, keyOf, pageKey, pagesOf, perPage } from '../stored.ts';

// The same list by hand, without the SDK: signed requests through Node's HTTP, no retries, no timeouts, no renewal of
// credentials, no correction of the clock. It shows how far everything else is from free; it is no design to copy.

const environment = process.env as Record<string, string>;
const { TABLE_NAME: TableName, DYNAMODB_ENDPOINT = '', AWS_REGION = '' } = environment;
const { hostname, port, host, protocol } = new URL(DYNAMODB_ENDPOINT);
const { request, Agent: HttpAgent } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
const agent: Agent = new HttpAgent({ keepAlive: true });

interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly M?: Record<string, Value>;
}

type Result = { readonly Item?: Record<string, Value>; readonly Attributes?: Record<string, Value> };

const textValues = (key: object) =>
  Object.fromEntries(Object.entries(key).map(([name, text]) => [name, { S: String(text) }]));

function send(operation: string, input: object): Promise<Result | undefined> {
  const body = JSON.stringify({ TableName, ...input });
  const headers = signed(`DynamoDB_20120810.${operation}`, body);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method: 'POST', path: '/', headers, agent }, (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) return resolve(JSON.parse(text) as Result);
        if (text.includes('ConditionalCheckFailedException')) return resolve(undefined);
        reject(new Error(text));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
let signingKey: { scope: string; key: Buffer } | undefined;

function signed(target: string, body: string): Record<string, string> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN = '' } = environment;
  const time = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${time.slice(0, 8)}/${AWS_REGION}/dynamodb/aws4_request`;
  if (signingKey?.scope !== scope) {
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${AWS_SECRET_ACCESS_KEY}`) as Buffer;
    signingKey = { scope, key };
  }
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': time,
    'x-amz-security-token': AWS_SESSION_TOKEN,
    'x-amz-target': target,
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const signature = hmac(signingKey.key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex');
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return headers;
}

async function count(apiKey: string, now: number): Promise<Counted | undefined> {
  const { values, ...update } = countingUpdate(now);
  const ExpressionAttributeValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? { N: `${value}` } : { S: value }]),
  );
  const input = { Key: textValues(keyOf(apiKey)), ...update, ExpressionAttributeValues, ReturnValues: 'ALL_NEW' };
  const { Attributes } = (await send('UpdateItem', input)) ?? {};
  if (!Attributes) return undefined;
  const counts = Object.entries(Attributes.w?.M ?? {}).map(([name, { N }]) => [name, Number(N)]);
  return { customerId: Attributes.customerId?.S ?? '', counts: Object.fromEntries(counts) };
}

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const now = Date.now();
  const counted = await count(event.headers['X-API-Key'] ?? '', now);
  if (!counted) return { statusCode: 401, headers: {}, body: '{"error":"unauthorized"}' };
  const { limit: most = '100', offset: from = '0' } = event.queryStringParameters ?? {};
  const [limit, offset] = [Number(most), Number(from)];
  const pages = await Promise.all(
    pagesOf(offset, limit).map(async (page) => (await send('GetItem', { Key: textValues(pageKey(page)) }))?.Item ?? {}),
  );
  const entries = pages.flatMap(({ text }) => JSON.parse(text?.S ?? '[]') as unknown[]);
  const clients = entries.slice(offset % perPage, (offset % perPage) + limit);
  const [{ total, version } = {}] = pages;
  const answer = { clients, total: Number(total?.N), customerId: counted.customerId, portfolioId: null };
  return { statusCode: 200, headers: headersOf(counted, version?.S ?? '', now), body: JSON.stringify(answer) };
}
