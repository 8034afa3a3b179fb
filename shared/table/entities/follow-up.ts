import * as z from 'zod';
import { choice, day, text, time } from '../../domain/cells/cells.ts';
import { dayOf } from '../../domain/dates.ts';
import { type FollowUp, followUpStates } from '../../domain/follow-up.ts';
import { type Account, followUpKey, followUpsRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientReference, column, type OfClient, required } from './columns.ts';
import type { Entity } from './entity.ts';
import * as limits from './limits.ts';
import { merged, Unstorable, validated, withoutClient } from './statement.ts';

/** What somebody did about a client. The newest counts, as long as it is in force. */
export interface StoredFollowUp extends FollowUp {
  readonly clientId: string;
}

export const followUp: Entity<
  { readonly kind: 'follow-up'; readonly value: StoredFollowUp },
  OfClient<StoredFollowUp>
> = {
  fact: 'follow-up',
  name: 'follow-ups',
  about: 'what people did about clients; the newest of a client counts, at most 30 days',
  shape: () => ({
    clientId: limits.clientId,
    at: limits.timestamp,
    by: limits.text(limits.caps.name, 'the author'),
    state: z.enum(followUpStates),
    until: limits.date.exactOptional(),
    because: limits.text(200, 'the reason').exactOptional(),
  }),
  columns: () => ({
    ...clientReference,
    at: column('At', time, 'when it was said', { ...required, example: '2026-11-18T15:30:00Z' }),
    by: column('By', text, 'who said it', { ...required, example: 'Ada Okafor' }),
    state: column('State', choice(...followUpStates), 'called, waiting, no-risk or open, which takes it back', {
      ...required,
      example: 'waiting',
    }),
    until: column('Until', day, 'the day that it waits for', { example: '2026-12-04' }),
    because: column('Because', text, 'why there is no risk, up to 200 characters'),
  }),
  identity: ({ row, clientId }) => [clientId, row.given.at],
  toFact: (statement) => {
    const { state, at, by, until, because } = withoutClient(statement.row);
    const missing = state === 'waiting' && !until ? 'Until' : state === 'no-risk' && !because ? 'Because' : undefined;
    if (missing !== undefined) throw new Unstorable([{ column: missing, message: `is empty, and ${state} needs it` }]);
    const value = merged({ clientId: statement.clientId }, undefined, { state, at, by, until, because });
    return { kind: 'follow-up', value: validated(statement, followUp, value) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, ...cells } = fromFollowUpItem(item);
    return [{ serviceId, ...cells }];
  },
  toItem: (account, value) => ({ ...followUpKey(account, value.clientId, value.at), v: itemVersion, ...value }),
  dayIn: ({ at }) => dayOf(at.slice(0, 10)),
};

function fromFollowUpItem(item: Item): StoredFollowUp {
  return entityIn(item);
}

export async function newestFollowUp(
  table: RequestTable,
  account: Account,
  clientId: string,
): Promise<FollowUp | undefined> {
  const options = { consistent: true, backwards: true, limit: 1 };
  const [item] = await readRange(table, followUpsRange(account, clientId), options);
  if (!item) return undefined;
  const { clientId: _, ...newest } = fromFollowUpItem(item);
  return newest;
}
