import type { Table } from '../../shared/table/client.ts';
import { allClients } from '../../shared/table/clients.ts';
import { keysOf } from '../../shared/table/issued-keys.ts';
import {
  type Account,
  accountKey,
  apiKeyKey,
  clientKey,
  everythingOf,
  issuedKeyKey,
  membersOf,
  pagesOf,
  type Range,
  recordsOf,
  rosterNames,
} from '../../shared/table/keys.ts';
import { allPortfolios } from '../../shared/table/portfolios.ts';
import { inTurns, partsOf } from '../../shared/table/read.ts';
import { suspendAccount } from '../../shared/table/suspension.ts';
import { revokeKey } from '../../shared/table/withdrawal.ts';
import { deleteAll } from '../../shared/table/write.ts';
import type { Target } from './target.ts';

export interface Deleted {
  readonly keys: number;
  readonly clients: number;
}

const clientsAtOnce = 4;

/**
 * Keys first, so that nobody reads what is half gone; the account itself last, so that a run that was killed can be
 * repeated. A client goes behind its records, and the partition that lists clients behind all of them, for the same reason.
 */
export async function deleteAccount(
  { table, gateway }: Pick<Target, 'table' | 'gateway'>,
  account: Account,
  onDeleted: (clients: number) => void = () => undefined,
): Promise<Deleted> {
  await suspendAccount(table, account);
  const keys = await keysOf(table, account);
  for (const { keyId, hash } of keys) {
    await revokeKey(table, keyId);
    await gateway?.remove(keyId);
    await deleteAll(table, [apiKeyKey(hash)]);
    await deleteAll(table, [issuedKeyKey(keyId)]);
  }
  let clients = 0;
  for await (const part of allClients(table, account)) {
    await inTurns(part, clientsAtOnce, async ({ id }) => {
      await deleteRange(table, recordsOf(account, id));
      await deleteAll(table, [clientKey(account, id)]);
    });
    clients += part.length;
    onDeleted(part.length);
  }
  for (const { id } of await allPortfolios(table, account)) await deleteRange(table, membersOf(account, id));
  for (const roster of rosterNames) await deleteRange(table, pagesOf(account, roster));
  await deleteRange(table, everythingOf(account));
  await deleteAll(table, [accountKey(account)]);
  return { keys: keys.length, clients };
}

async function deleteRange(table: Table, range: Range): Promise<void> {
  for await (const part of partsOf(table, range, { consistent: true })) await deleteAll(table, part);
}
