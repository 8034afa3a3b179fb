import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { latestRead, readChanges } from '../../domain/alignment.ts';
import { paymentsOf } from '../../domain/lists/revenue.ts';
import { alignmentYears } from '../entities/alignment.ts';
import { allClients, type Client, clientById, optionalCounts, withoutCounts } from '../entities/client.ts';
import { newestFollowUp } from '../entities/follow-up.ts';
import { countNotes, newestNoteTime } from '../entities/note.ts';
import { paymentsOfClient } from '../entities/signal.ts';
import { eachLimit } from '../store/batches.ts';
import { type Account, clientKey } from '../store/item-keys.ts';
import type { Table } from '../store/table.ts';
import { ifConditionHolds, updateItem } from '../store/write.ts';
import { readChangesText } from './read-changes.ts';

// A client item repeats the number of the client's notes, the time of the newest, its reads, its follow-up and what it
// paid by month, so that lists need no read of them.

/** Counts them again, payments if asked. */
async function recount(
  table: Table,
  account: Account,
  id: string,
  counting: { readonly payments: boolean },
): Promise<void> {
  for (;;) {
    const client = await clientById(table, account, id, { consistent: true });
    if (!client) return;
    const [notes, notedAt, years, followUp] = await Promise.all([
      countNotes(table, account, id),
      newestNoteTime(table, account, id),
      alignmentYears(table, account, id),
      newestFollowUp(table, account, id),
    ]);
    const payments = counting.payments
      ? paymentsOf(await paymentsOfClient(table, account, id), client.payments)
      : client.payments;
    const changes = readChangesText(readChanges(years));
    const optional = {
      ...(payments && { payments }),
      ...(changes !== '' && {
        readChanges: changes,
        readsHash: hash('sha256', JSON.stringify(years), 'base64url').slice(0, 8),
      }),
      ...(notedAt !== undefined && { notedAt }),
      ...(followUp && { followUp }),
    };
    const counted = { ...withoutCounts(client), notes, latestRead: latestRead(years), ...optional };
    if (isDeepStrictEqual(counted, client) || (await replaceCounts(table, account, client, counted))) return;
  }
}

const clientsAtOnce = 32;

/** Counts them again for these clients, payments only for some. */
export async function recountClients(
  table: Table,
  account: Account,
  ids: Iterable<string>,
  withPayments: ReadonlySet<string>,
  onCounted?: (clients: number) => void,
): Promise<void> {
  await eachLimit([...ids], clientsAtOnce, async (id) => {
    await recount(table, account, id, { payments: withPayments.has(id) });
    onCounted?.(1);
  });
}

export async function recountAll(table: Table, account: Account, onCounted?: (clients: number) => void): Promise<void> {
  for await (const clients of allClients(table, account)) {
    const ids = new Set(clients.map(({ id }) => id));
    await recountClients(table, account, ids, ids, onCounted);
  }
}

/** Replaces the counts that were read, since another may have counted in the meantime. */
function replaceCounts(table: Table, account: Account, before: Client, after: Client): Promise<boolean> {
  const set = optionalCounts.filter((name) => after[name] !== undefined);
  const removed = optionalCounts.filter((name) => after[name] === undefined);
  const wasSet = optionalCounts.filter((name) => before[name] !== undefined);
  const wasNot = optionalCounts.filter((name) => before[name] === undefined);
  return ifConditionHolds(
    updateItem(table, {
      key: clientKey(account, after.id),
      update: [
        `SET ${['notes = :notes', 'latestRead = :read', ...set.map((name) => `${name} = :${name}`)].join(', ')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
      ].join(' '),
      condition: [
        'attribute_exists(pk) AND notes = :notesBefore AND latestRead = :readBefore',
        ...wasSet.map((name) => `${name} = :${name}Before`),
        ...wasNot.map((name) => `attribute_not_exists(${name})`),
      ].join(' AND '),
      values: {
        ':notes': after.notes,
        ':read': after.latestRead,
        ':notesBefore': before.notes,
        ':readBefore': before.latestRead,
        ...Object.fromEntries(set.map((name) => [`:${name}`, after[name]])),
        ...Object.fromEntries(wasSet.map((name) => [`:${name}Before`, before[name]])),
      },
    }),
  );
}
