import { dateOf, dayAt } from '../../shared/domain/dates.ts';
import { allClients, storedClient } from '../../shared/table/entities/client.ts';
import { type FactWriter, writeFacts } from '../../shared/table/facts/facts.ts';
import { chunks } from '../../shared/table/store/batches.ts';
import { type Account, clientKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { dayInName } from '../arrived/name-date.ts';
import type { IsUnnamed } from '../facts/unnamed.ts';
import { listedKinds } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';

// Leaving a list is not being deleted: the client keeps all its records, with a day of notice that nobody gave.

/** Clients that a list of all clients does not have any more. */
export interface Gone {
  /** The date of the list. */
  readonly on: string;
  readonly clients: readonly { readonly id: string; readonly name: string }[];
}

/** More at once are a wrong file, not clients that left. */
const mostPercent = 5;
const mostAtLeast = 3;

/** `isUnnamed` protects clients as in pruning. Undefined if no file is a full list of clients. */
export async function findGone(
  table: Table,
  account: Account,
  files: readonly FileOfRows[],
  isUnnamed: IsUnnamed,
  now: string,
): Promise<Gone | undefined> {
  const lists = files
    .map(({ source }) => source)
    .filter((source) => listedKinds(source).includes('clients') && !source.isRepair);
  if (lists.length === 0 || lists.some(({ contains }) => contains !== 'full')) return undefined;
  const clients: Gone['clients'][number][] = [];
  let all = 0;
  for await (const part of allClients(table, account)) {
    const active = part.filter(({ archived, leftAt }) => !archived && leftAt === undefined);
    all += active.length;
    clients.push(
      ...active
        .filter(({ id, filled }) => filled?.name === undefined && isUnnamed('clients', id))
        .map(({ id, name }) => ({ id, name })),
    );
  }
  const most = Math.max(mostAtLeast, Math.floor((all * mostPercent) / 100));
  if (clients.length > most)
    throw new Error(
      `${clients.length} of ${all} clients are not in the list any more; with --gone leave at most ${most} leave at once. Nothing was imported.`,
    );
  const dates = lists.map(({ origin, changedAt }) => dayInName(origin) ?? dateOf(dayAt(changedAt || Date.parse(now))));
  return { on: [now.slice(0, 10), dates.sort().at(-1) ?? ''].sort()[0] ?? '', clients };
}

const clientsAtOnce = 25;

export async function letLeave(
  writer: FactWriter,
  account: Account,
  { on, clients }: Gone,
  now: string,
): Promise<void> {
  for (const some of chunks(clients, clientsAtOnce)) {
    const keys = some.map(({ id }) => clientKey(account, id));
    const items = await readBatch(writer.table, keys, { consistent: true });
    const facts = items.map((item) => ({
      kind: 'client' as const,
      value: { ...storedClient(item), leftAt: on, leftInferred: true as const, updatedAt: now },
    }));
    await writeFacts(writer, account, facts);
  }
}
