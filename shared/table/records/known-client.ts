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

export interface ScoredClient {
  readonly client: Client;
  readonly score: ClientScore | undefined;
}

/** The client and its score, read in one call. */
export async function scoredClient(table: RequestTable, account: Account, clientId: string): Promise<ScoredClient> {
  const [found] = (await scoredClients(table, account, [clientId])).values();
  if (!found) throw new NotFound('client');
  return found;
}

/** Those that exist, by their ids, with their scores; up to 500 are read at once. */
export async function scoredClients(
  table: RequestTable,
  account: Account,
  clientIds: readonly string[],
  reading: { readonly consistent?: boolean } = {},
): Promise<ReadonlyMap<string, ScoredClient>> {
  const keys = clientIds.map((id) => ({ client: clientKey(account, id), score: scoreKey(account, id) }));
  const items = await readBatch(
    table,
    keys.flatMap(({ client, score }) => [client, score]),
    reading,
  );
  const scores = new Map(items.filter(isScore).map((item) => [item.pk, item]));
  return new Map(
    items.filter(isClient).map((item) => {
      const client = fromClientItem(item);
      const score = scores.get(scoreKey(account, client.id).pk);
      return [client.id, { client, score: score && fromScoreItem(score) }];
    }),
  );
}
