import type { Table } from '../client.ts';
import { allClients, type Client } from '../clients.ts';
import type { Account } from '../keys.ts';
import { chunksOf, inTurns } from '../read.ts';

/** Enough to keep a processor busy while DynamoDB answers. */
const clientsAtOnce = 16;
const clientsBetweenLooks = 128;

export interface Stretch {
  /** Begins behind this client. */
  readonly after?: string | undefined;
  /** Asked now and then. */
  readonly hasTime?: () => boolean;
}

/** Goes through the clients of an account by id. Returns the last one it came to if it ran out of time, else nothing. */
export async function eachClient(
  table: Table,
  account: Account,
  { after, hasTime = () => true }: Stretch,
  work: (client: Client) => Promise<void>,
): Promise<string | undefined> {
  let last = after;
  for await (const part of allClients(table, account, after)) {
    for (const clients of chunksOf(part, clientsBetweenLooks)) {
      // who is handed the rest gets on by at least one stretch
      if (last !== after && !hasTime()) return last;
      await inTurns(clients, clientsAtOnce, work);
      last = clients.at(-1)?.id ?? last;
    }
  }
  return undefined;
}
