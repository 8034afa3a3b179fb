import { fromClientItem } from '../../records/clients.ts';
import { allPortfolios, membershipsOf, noMemberships, type Portfolio } from '../../records/portfolios.ts';
import { recordsOfClient } from '../../scoring/score-client.ts';
import { eachLimit } from '../../store/batches.ts';
import { type Account, clientKey } from '../../store/item-keys.ts';
import { readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { ClientData } from '../model/build-views.ts';
import type { OnProgress } from './publish.ts';

const clientsAtOnce = 8;
const consistent = { consistent: true };

/** Everything that the views show of these clients, and all portfolios; deleted clients are omitted. */
export async function readClientData(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  onProgress?: OnProgress,
): Promise<{ portfolios: readonly Portfolio[]; found: ClientData[] }> {
  // read the clients with their change marks first: a fact written after this read sets a new mark
  const clients = (
    await readBatch(
      table,
      clientIds.map((id) => clientKey(account, id)),
      consistent,
    )
  ).map(fromClientItem);
  const known = clients.map(({ id }) => id);
  // after the marks, too: a writer that is killed now may have stored a portfolio with one of these clients
  const portfolios = await allPortfolios(table, account);
  const memberships = await membershipsOf(table, account, portfolios, known);
  const found: ClientData[] = [];
  await eachLimit(clients, clientsAtOnce, async (client) => {
    const records = await recordsOfClient(table, account, client);
    found.push({ client, ...records, memberships: memberships.get(client.id) ?? noMemberships });
    onProgress?.('clients', 1, clients.length);
  });
  return { portfolios, found };
}
