import { allClients, type Client } from '../../entities/client.ts';
import { type Stream, streamsBetween } from '../../entities/stream.ts';
import { type StoredScore, scoresOf } from '../../records/scores.ts';
import { chunks, eachLimit } from '../../store/batches.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';

/** Enough to keep the CPU busy while DynamoDB answers. */
const clientsAtOnce = 16;
/** As many score records as one request reads. */
const scoresAtOnce = 100;

/** A client with what is read of many clients at once. */
export interface StoredClient {
  readonly client: Client;
  readonly streams: readonly Stream[];
  /** Only read if asked for. */
  readonly score: StoredScore | undefined;
}

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
  { after, hasTime = () => true, withScores }: WalkOptions & { readonly withScores: boolean },
  work: (stored: StoredClient) => Promise<void>,
): Promise<string | undefined> {
  let last = after;
  let stopped = false;
  for await (const clients of allClients(table, account, after)) {
    const ids = clients.map(({ id }) => id);
    const streams = await streamsBetween(table, account, [ids.at(0) ?? '', ids.at(-1) ?? '']);
    for (const some of chunks(clients, scoresAtOnce)) {
      const scores = withScores
        ? await scoresOf(
            table,
            account,
            some.map(({ id }) => id),
          )
        : undefined;
      await eachLimit(some, clientsAtOnce, async (client) => {
        // every hand-over makes progress by at least one client
        if (stopped || (last !== after && !hasTime())) {
          stopped = true;
          return;
        }
        last = client.id;
        await work({ client, streams: streams.get(client.id) ?? [], score: scores?.get(client.id) });
      });
      if (stopped) return last;
    }
  }
  return undefined;
}
