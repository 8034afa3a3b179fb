import { NotFound } from '../../domain/errors.ts';
import type { Account } from '../store/item-keys.ts';
import type { Table } from '../store/table.ts';
import { type Client, clientById } from './clients.ts';
import { type ClientScore, clientScoreOf } from './scores.ts';

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

/** The client and its score record. */
export async function scoredClient(
  table: Table,
  account: Account,
  clientId: string,
): Promise<{ client: Client; score: ClientScore | undefined }> {
  const { client, records } = await knownClient(table, account, clientId, clientScoreOf(table, account, clientId));
  return { client, score: records };
}
