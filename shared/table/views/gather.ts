import type { Table } from '../client.ts';
import type { Client } from '../clients.ts';
import { type Account, clientKey, scoreKey } from '../keys.ts';
import { type ExtraColumns, membershipsOf, type Portfolio } from '../portfolios.ts';
import { inTurns, readItem } from '../read.ts';
import { fromScoreItem } from '../scores.ts';
import { streamsOfClient } from '../streams.ts';
import type { ClientFacts } from './builder.ts';

const clientsAtOnce = 8;
const nowhere: ReadonlyMap<string, ExtraColumns> = new Map();
const consistent = { consistent: true };

/** What the views are to say of these clients; those that are not there any more are left out. */
export async function factsOf(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  portfolios: readonly Portfolio[],
): Promise<ClientFacts[]> {
  const memberships = await membershipsOf(table, account, portfolios, clientIds);
  const facts: ClientFacts[] = [];
  await inTurns(clientIds, clientsAtOnce, async (id) => {
    const [client, score, streams] = await Promise.all([
      readItem(table, clientKey(account, id), consistent),
      readItem(table, scoreKey(account, id), consistent),
      streamsOfClient(table, account, id, consistent),
    ]);
    if (!client) return;
    facts.push({
      client: client as unknown as Client,
      score: score && fromScoreItem(score),
      streams,
      memberships: memberships.get(id) ?? nowhere,
    });
  });
  return facts;
}
