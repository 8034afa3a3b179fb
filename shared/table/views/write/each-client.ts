import { allClients, type Client } from '../../records/clients.ts';
import { eachLimit } from '../../store/batches.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';

/** Enough to keep the CPU busy while DynamoDB answers. */
const clientsAtOnce = 16;

export interface WalkOptions {
  /** Starts after this client. */
  readonly after?: string | undefined;
  /** Called before each client; false stops the pass. */
  readonly hasTime?: () => boolean;
}

/** Visits the clients of an account by id. Returns the last client visited if time ran out, else undefined. */
export async function eachClient(
  table: Table,
  account: Account,
  { after, hasTime = () => true }: WalkOptions,
  work: (client: Client) => Promise<void>,
): Promise<string | undefined> {
  let last = after;
  let stopped = false;
  for await (const clients of allClients(table, account, after)) {
    await eachLimit(clients, clientsAtOnce, async (client) => {
      // every hand-over makes progress by at least one client
      if (stopped || (last !== after && !hasTime())) {
        stopped = true;
        return;
      }
      last = client.id;
      await work(client);
    });
    if (stopped) return last;
  }
  return undefined;
}
