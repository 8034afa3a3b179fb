import { NotFound } from '../../domain/errors.ts';
import { type Client, clientById, fromClientItem } from '../entities/client.ts';
import { type Account, clientKey, isClient, isScore, scoreKey } from '../store/item-keys.ts';
import { readBatch } from '../store/read.ts';
import type { RequestTable } from '../store/table.ts';
import { type ClientScore, fromScoreItem } from './scores.ts';

/** Reads the client in parallel with other records of it. Throws NotFound if there is no such client. */
export async function knownClient<Records>(
  table: RequestTable,
  account: Account,
  clientId: string,
  records: Promise<Records>,
): Promise<{ client: Client; records: Records }> {
  const [client, found] = await Promise.all([clientById(table, account, clientId), records]);
  if (!client) throw new NotFound('client');
  return { client, records: found };
}

/** The client and its score, read in one call. */
export async function scoredClient(
  table: RequestTable,
  account: Account,
  clientId: string,
): Promise<{ client: Client; score: ClientScore | undefined }> {
  const items = await readBatch(table, [clientKey(account, clientId), scoreKey(account, clientId)]);
  const [client, score] = [items.find(isClient), items.find(isScore)];
  if (!client) throw new NotFound('client');
  return { client: fromClientItem(client), score: score && fromScoreItem(score) };
}
