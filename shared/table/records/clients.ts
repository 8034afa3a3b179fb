import type { AlignmentRead } from '../../domain/alignment.ts';
import type { Day } from '../../domain/dates.ts';
import { hasLeft, type Leaving } from '../../domain/leaving.ts';
import type { Payments } from '../../domain/lists/revenue.ts';
import { type Account, clientKey, clientsAfterRange, clientsRange } from '../store/item-keys.ts';
import { type Item, readItem, readRangeInParts } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';

export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** A client as it was imported. Its computed scores are in its score record. */
export interface ImportedClient extends Leaving {
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
}

/** What the client item repeats of other records (counts.ts). */
export interface Counts {
  readonly notes: number;
  readonly latestRead: AlignmentRead | null;
  readonly payments?: Payments;
  /** When its read changed, as text (read-changes.ts); absent if none was filed. */
  readonly readChanges?: string;
}

/** A client with its counts, as it is stored. */
export interface Client extends ImportedClient, Counts {}

/** From its day of notice on, a client that left is shown as archived. */
export function asOf(client: Client, day: Day | null): Client {
  return client.archived || !hasLeft(client, day) ? client : { ...client, archived: true };
}

export const noCounts: Counts = { notes: 0, latestRead: null };

export function toClientItem(account: Account, client: Client): Item {
  return { ...clientKey(account, client.id), v: itemVersion, ...client };
}

export function fromClientItem(item: Item): Client {
  return entityIn(item);
}

export async function clientById(
  table: RequestTable,
  account: Account,
  id: string,
  reading: { readonly consistent?: boolean } = {},
): Promise<Client | undefined> {
  const item = await readItem(table, clientKey(account, id), reading);
  return item && fromClientItem(item);
}

/** All clients of the account ordered by id, or those whose id follows `after`. */
export async function* allClients(table: RequestTable, account: Account, after?: string): AsyncGenerator<Client[]> {
  const range = after === undefined ? clientsRange(account) : clientsAfterRange(account, after);
  for await (const part of readRangeInParts(table, range, { consistent: true })) yield part.map(fromClientItem);
}
