import { createHash } from 'node:crypto';

// Every key of the table is built here and nowhere else; docs/table.md shows them as charts.

/** An account that a verified API key, a queue message or the operator named. Never made of what a caller sent. */
export type Account = string & { readonly verified: unique symbol };

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export function accountOf(customerId: string): Account {
  return customerId as Account;
}

export function hashOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url');
}

export const apiKeyKey = (hash: string): Key => ({ pk: `KEY#${hash}`, sk: 'KEY' });

/** No account has this id. */
export const keyOfNothing: Key = { pk: 'CUST#-', sk: '-' };

const accountPartition = 'ACCOUNTS';
const keyPartition = 'KEYS';

export const accountKey = (account: Account): Key => ({ pk: accountPartition, sk: account });
export const issuedKeyKey = (keyId: string): Key => ({ pk: keyPartition, sk: keyId });
