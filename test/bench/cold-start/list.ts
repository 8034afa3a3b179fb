import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/table/client.ts';
import { putKey } from '../../support/api-keys.ts';
import { randomOf } from '../../support/random.ts';

// What both sides of the comparison answer with: 100 entries in one item of some 30 KB.

const random = randomOf(7);
const hex = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');

const entries = Array.from({ length: 100 }, (_, at) => ({
  id: `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
  name: `Client ${hex(24)}`,
  email: `${hex(16)}@example.com`,
  summary: hex(80),
  createdAt: '2026-01-19T08:15:00.000Z',
  lastContactDate: `2026-11-19T08:15:${10 + (at % 50)}.000Z`,
}));

/** The list in the two ways of the reference, and in the service's: entries as text, and where each ends. */
export async function putList(table: Table): Promise<void> {
  const texts = entries.map((entry) => JSON.stringify(entry));
  const ends = Buffer.alloc(4 * texts.length);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    end += text.length + 1;
    ends.writeUInt32LE(end, 4 * at);
  }
  const pk = 'CUST#acme';
  await put(table, { pk, sk: 'MAPS', version: 'v1', entries });
  await put(table, { pk, sk: 'JSON', version: 'v1', entries: JSON.stringify(entries) });
  await put(table, { pk, sk: 'TEXTS', version: 'v1', text: texts.join(), ends });
}

/** A key that either side knows, with nothing counted yet. */
export async function putBothKeys(table: Table): Promise<string> {
  const apiKey = await putKey(table);
  const hash = createHash('sha256').update(apiKey).digest('base64url');
  await put(table, { pk: `BARE#${hash}`, sk: 'KEY', st: 'active', customerId: 'acme', w: {} });
  return apiKey;
}

async function put(table: Table, Item: Record<string, unknown>): Promise<void> {
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}
