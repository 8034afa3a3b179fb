import { NotFound } from '../../domain/errors.ts';
import { type Account, clientKey, historyKey, isClient, scoreKey } from '../store/item-keys.ts';
import { readBatch } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { clientScoreIn, keptDays, lacksHistory } from './client-history.ts';
import { type Client, clientById, fromClientItem } from './clients.ts';
import type { ClientScore } from './scores.ts';

/** Reads the client in parallel with other records of it. Throws NotFound if there is no such client. */
export async function knownClient<Records>(
  table: Table,
  account: Account,
  clientId: string,
  records: Promise<Records>,
): Promise<{ client: Client; records: Records }> {
  const [client, found] = await Promise.all([clientById(table, account, clientId), records]);
  if (!client) throw new NotFound('client');
  return { client, records: found };
}

/** The client and its score with at least this many days of its history, read in one call. */
export async function scoredClient(
  table: Table,
  account: Account,
  clientId: string,
  days = 0,
): Promise<{ client: Client; score: ClientScore | undefined }> {
  const keys = [clientKey(account, clientId), scoreKey(account, clientId)];
  if (days > keptDays) keys.push(historyKey(account, clientId));
  const items = await readBatch(table, keys);
  if (days > keptDays && lacksHistory(items))
    items.push(...(await readBatch(table, keys.slice(-1), { consistent: true })));
  const client = items.find(isClient);
  if (!client) throw new NotFound('client');
  return { client: fromClientItem(client), score: clientScoreIn(items).whole };
}
