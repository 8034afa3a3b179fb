import { type Account, clientKey, clientsAfterRange, clientsRange } from '../store/item-keys.ts';
import { type Item, readItem, readRangeInParts } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';

export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** A client as it was imported. Its computed scores are in its score record. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly favorite: boolean;
  /** The customer's own id for the client. */
  readonly externalId?: string;
  readonly lastContactDate: string | null;
  readonly metadata: Metadata;
  readonly spotlightSummary?: string;
  /** The score from an earlier system; shown until the first one is computed. */
  readonly importedScore?: number;
  readonly updatedAt: string;
  /** Set to a new value before any fact of the client is written (change-marks.ts). */
  readonly changeMark: string;
}

// The stored attribute of the change mark is `touched`.

export function toClientItem(account: Account, { changeMark, ...client }: Client): Item {
  return { ...clientKey(account, client.id), v: itemVersion, ...client, touched: changeMark };
}

export function fromClientItem(item: Item): Client {
  const { touched, ...client } = entityIn<Omit<Client, 'changeMark'> & { touched: string }>(item);
  return { ...client, changeMark: touched };
}

export async function clientById(table: Table, account: Account, id: string): Promise<Client | undefined> {
  const item = await readItem(table, clientKey(account, id));
  return item && fromClientItem(item);
}

/** All clients of the account ordered by id, or those whose id follows `after`. */
export async function* allClients(table: Table, account: Account, after?: string): AsyncGenerator<Client[]> {
  const range = after === undefined ? clientsRange(account) : clientsAfterRange(account, after);
  for await (const part of readRangeInParts(table, range, { consistent: true })) yield part.map(fromClientItem);
}
