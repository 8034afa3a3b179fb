import { type Account, clientKey, clientsAfterRange, clientsRange } from '../store/item-keys.ts';
import { type Item, readItem, readRangeInParts } from '../store/read.ts';
import type { Table } from '../store/table.ts';

export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** A client as people know it. What is computed of it lies in its score record. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly favorite: boolean;
  /** The customer's own id of the client. */
  readonly externalId?: string;
  readonly lastContactDate: string | null;
  readonly metadata: Metadata;
  readonly spotlightSummary?: string;
  /** The score of an earlier system, which stands until one is computed. */
  readonly importedScore?: number;
  readonly updatedAt: string;
  /** Set anew before any fact of the client is written; the views follow it (`followed` in the score record). */
  readonly touched: string;
}

export function toClientItem(account: Account, client: Client): Item {
  return { ...clientKey(account, client.id), v: 1, ...client };
}

export async function clientById(table: Table, account: Account, id: string): Promise<Client | undefined> {
  return (await readItem(table, clientKey(account, id))) as Client | undefined;
}

/** Every client of the account by id, or those after one of them. */
export async function* allClients(table: Table, account: Account, after?: string): AsyncGenerator<Client[]> {
  const range = after === undefined ? clientsRange(account) : clientsAfterRange(account, after);
  for await (const part of readRangeInParts(table, range, { consistent: true })) yield part as unknown as Client[];
}
