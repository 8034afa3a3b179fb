import { fromClientItem } from '../../records/clients.ts';
import { type ExtraColumns, membershipsOf, type Portfolio } from '../../records/portfolios.ts';
import { fromScoreItem } from '../../records/scores.ts';
import { streamsOfClient } from '../../records/streams.ts';
import { type Account, clientKey, scoreKey } from '../../store/item-keys.ts';
import { eachLimit, readBatch, readItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { ClientData } from './build-views.ts';

const clientsAtOnce = 8;
const nowhere: ReadonlyMap<string, ExtraColumns> = new Map();
const consistent = { consistent: true };

/** What the views are to say of these clients; those that are not there any more are left out. */
export async function readClientData(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  portfolios: readonly Portfolio[],
): Promise<ClientData[]> {
  // with their marks, before anything else of them: whatever is written meanwhile sets another mark
  const clients = (
    await readBatch(
      table,
      clientIds.map((id) => clientKey(account, id)),
      consistent,
    )
  ).map(fromClientItem);
  const known = clients.map(({ id }) => id);
  const memberships = await membershipsOf(table, account, portfolios, known);
  const facts: ClientData[] = [];
  await eachLimit(clients, clientsAtOnce, async (client) => {
    const [score, streams] = await Promise.all([
      readItem(table, scoreKey(account, client.id), consistent),
      streamsOfClient(table, account, client.id, consistent),
    ]);
    facts.push({
      client,
      score: score && fromScoreItem(score),
      streams,
      memberships: memberships.get(client.id) ?? nowhere,
    });
  });
  return facts;
}
