import { createHash } from 'node:crypto';
import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { apiKeyHash } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putItem, updateItem } from '../../../shared/table/store/write.ts';
import { bytesOf, randomOf } from '../random.ts';

interface KeyFacts {
  readonly customerId?: string;
  readonly st?: 'active' | 'pending' | 'revoked' | 'suspended';
  /** Unix seconds */
  readonly exp?: number;
  readonly w?: Readonly<Record<string, unknown>>;
}

let made = 0;

/** A new well-formed key that is not in any table yet. */
export function unknownKey(): string {
  made += 1;
  return makeKey('svctest', bytesOf(randomOf(made)));
}

/** The item of a key. The attributes are spelled out here, so that a change of the format fails the tests. */
export function keyItem(apiKey: string, facts: KeyFacts = {}) {
  const hash = createHash('sha256').update(apiKey).digest('base64url');
  const item = { v: 3, st: 'active', customerId: 'acme', keyId: apiKey.slice(7, 15), w: {}, ...facts };
  return { pk: `KEY#${hash}`, sk: 'KEY', ...item };
}

export async function putKey(table: Table, facts: KeyFacts = {}, apiKey: string = unknownKey()): Promise<string> {
  await putItem(table, { item: keyItem(apiKey, facts) });
  return apiKey;
}

/** Changes an attribute of a key's item directly in the table, unnoticed by the containers. */
export async function changeKey(
  table: Table,
  apiKey: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [[name, value] = ['', undefined]] = Object.entries(change);
  await updateItem(table, {
    key: { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY' },
    update: 'SET #name = :value',
    names: { '#name': name },
    values: { ':value': value },
  });
}
