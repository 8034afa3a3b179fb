import * as z from 'zod';
import { choice, text } from '../../domain/cells/cells.ts';
import { type Account, streamKey, streamsOfRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientReference, column, nameColumn, type OfClient, required, streamIdColumn } from './columns.ts';
import type { Entity } from './entity.ts';
import * as limits from './limits.ts';
import { merged, trimmedName, validated, withoutClient } from './statement.ts';

const states = ['active', 'inactive', 'pending'] as const;
type StreamState = (typeof states)[number];

/** A sub-project of a client. */
export interface Stream {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly state: StreamState;
  readonly goals: string | null;
  readonly spotlight?: string;
  /** The score from an earlier system; shown until the first one is computed. */
  readonly importedScore?: number;
}

type StreamRow = OfClient<Omit<Stream, 'id' | 'importedScore'>> & { readonly streamId: string };

export const stream: Entity<{ readonly kind: 'stream'; readonly value: Stream }, StreamRow> = {
  fact: 'stream',
  name: 'streams',
  about: 'sub-projects of clients',
  shape: () => ({
    id: limits.id,
    clientId: limits.clientId,
    name: limits.name,
    state: z.enum(states),
    goals: limits.text(2000, 'the goals').nullable(),
    spotlight: limits.text(2000, 'the spotlight').exactOptional(),
    importedScore: limits.importedScore.exactOptional(),
  }),
  columns: () => ({
    ...clientReference,
    streamId: { ...streamIdColumn('its id'), ...required, example: 'website' },
    name: { ...nameColumn, example: 'Website' },
    state: column('State', choice(...states), 'active, inactive or pending; default active', { example: 'active' }),
    goals: column('Goals', text, 'up to 2,000 characters', { example: 'Launch in spring' }),
    spotlight: column('Spotlight', text, 'up to 2,000 characters'),
  }),
  identity: ({ row, clientId }) => [clientId, row.given.streamId],
  storedAt: (account, { row, clientId }) => streamKey(account, clientId, String(row.given.streamId)),
  toFact: (statement, [stored]) => {
    const { streamId, ...rest } = withoutClient(statement.row);
    const value = trimmedName(merged({ state: 'active', goals: null }, stored, rest));
    const { clientId } = statement;
    return { kind: 'stream', value: validated(statement, stream, { ...value, id: streamId, clientId }) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, id: streamId, importedScore: _, ...cells } = fromStreamItem(item);
    return [{ serviceId, streamId, ...cells }];
  },
  toItem: toStreamItem,
};

export function toStreamItem(account: Account, each: Stream): Item {
  return { ...streamKey(account, each.clientId, each.id), v: itemVersion, ...each };
}

export function fromStreamItem(item: Item): Stream {
  return entityIn(item);
}

/** The streams of all clients from one id to another, by client. Strongly consistent. */
export async function streamsBetween(
  table: RequestTable,
  account: Account,
  [first, final]: readonly [string, string],
): Promise<Map<string, Stream[]>> {
  const items = await readRange(table, streamsOfRange(account, first, final), { consistent: true });
  return Map.groupBy(items.map(fromStreamItem), ({ clientId }) => clientId);
}
