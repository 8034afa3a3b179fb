import { createHash, randomBytes } from 'node:crypto';
import { keyIdOf, makeKey } from '../../shared/domain/access/api-key.ts';
import { createAccount, listAccounts } from '../../shared/table/access/accounts.ts';
import { activateKey, writePendingKey } from '../../shared/table/access/issue-key.ts';
import { keysOf } from '../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { ShownAccount } from './front/front-page.ts';

export interface LocalAccount {
  readonly customerId: string;
  readonly name: string;
  readonly apiKey: string;
}

/** Creates an account and an active API key. */
export async function createAccountWithKey(
  table: Table,
  { customerId, name }: Omit<LocalAccount, 'apiKey'>,
): Promise<LocalAccount> {
  const account = asAccount(customerId);
  const apiKey = makeKey('svctest', randomBytes);
  await createAccount(table, account, name);
  const issued = await writePendingKey(table, { account, apiKey, name: 'local', created: Date.now() });
  await activateKey(table, issued, 'pending');
  return { customerId, name, apiKey };
}

/** All accounts, with the keys that are known. Those that people created come first. */
export async function shownAccounts(table: Table, known: readonly LocalAccount[]): Promise<ShownAccount[]> {
  const keys = new Map<string, string>(known.map(({ customerId, apiKey }) => [customerId, apiKey]));
  const all = (await listAccounts(table)).map(({ customerId, name }): ShownAccount => {
    const apiKey = keys.get(customerId);
    return { customerId, name, ...(apiKey !== undefined && { apiKey }) };
  });
  const ours = known.flatMap(({ customerId }) => all.find((each) => each.customerId === customerId) ?? []);
  return [...all.filter(({ apiKey }) => apiKey === undefined), ...ours];
}

/** More than anybody revokes. */
const mostBoardKeys = 20;

/** Whether the CLI issued this key for its boards. */
export function isBoardKey(secret: string, customerId: string, keyId: string): boolean {
  const counts = Array.from({ length: mostBoardKeys }, (_, at) => at + 1);
  return counts.some((count) => keyIdOf(boardKey(secret, customerId, count)) === keyId);
}

function boardKey(secret: string, customerId: string, count: number): string {
  let part = 0;
  const bytes = () => createHash('sha256').update(`board ${count} ${part++} ${customerId} ${secret}`).digest();
  return makeKey('svctest', bytes);
}

/** A key has 100 requests a minute, and a board of the CLI takes up to 255. */
const boardKeys = 3;

/**
 * Keys of the account for boards of the CLI alone, issued when they are first needed. They follow from a secret of the
 * service, so that the CLI finds them again.
 */
export async function boardKeysOf(table: Table, secret: string, customerId: string): Promise<string[]> {
  const account = asAccount(customerId);
  const keys = await keysOf(table, account);
  const found: string[] = [];
  // a key that somebody has revoked stays revoked
  for (let count = 1; found.length < boardKeys; count += 1) {
    const apiKey = boardKey(secret, customerId, count);
    const issued = keys.find(({ keyId }) => keyId === keyIdOf(apiKey));
    if (issued && issued.state !== 'pending' && issued.state !== 'active') continue;
    found.push(apiKey);
    if (issued?.state === 'active') continue;
    const name = count === 1 ? 'boards' : `boards ${count}`;
    const pending = issued ?? (await writePendingKey(table, { account, apiKey, name, created: Date.now() }));
    await activateKey(table, pending, 'pending');
  }
  return found;
}
