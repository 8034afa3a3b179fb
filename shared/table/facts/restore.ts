import { isDeepStrictEqual } from 'node:util';
import { eachLimit } from '../store/batches.ts';
import {
  type Account,
  clientKey,
  clientsRange,
  healthKey,
  type ItemKey,
  idIn,
  type KeyRange,
  membersRange,
  portfolioKey,
  portfoliosRange,
  recordsRange,
  streamsRange,
} from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import { checkVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { deleteAll, putAll } from '../store/write.ts';
import { removeClient, removePortfolio } from './facts.ts';
import { type FactWriter, openBatch } from './writer.ts';

// Takes back facts and scores of an account from another table, such as one that was restored to an earlier second.
// Keys, counters, the account itself and views stay as they are; the caller has the views rebuilt.

export interface Restored {
  /** Clients with at least one difference, and of those the ones that were missing or that the other table lacks. */
  readonly clients: number;
  readonly added: number;
  readonly removed: number;
  readonly portfolios: number;
  /** Items that are written or deleted. */
  readonly items: number;
}

export interface Restoring {
  /** Nothing is written without it. */
  readonly writer?: FactWriter;
  readonly onClients?: (count: number) => void;
}

const clientsAtOnce = 8;

/** Makes clients, portfolios and their records equal to those of the other table. Repeating it completes a killed run. */
export async function restoreFacts(
  table: Table,
  from: Table,
  account: Account,
  { writer, onClients = () => undefined }: Restoring,
): Promise<Restored> {
  const found = { clients: 0, added: 0, removed: 0, portfolios: 0, items: 0 };
  for (const id of await idsOfBoth(table, from, portfoliosRange(account))) {
    const difference = await differenceOf(table, from, portfolioKey(account, id), [membersRange(account, id)]);
    if (!difference) continue;
    found.portfolios += 1;
    found.items += difference.put.length + difference.deleted.length;
    if (!writer) continue;
    await openBatch(writer, { shown: true });
    if (!difference.main) await removePortfolio(writer, account, id);
    else {
      await putAll(table, difference.put);
      await deleteAll(table, difference.deleted);
    }
  }
  await eachLimit(await idsOfBoth(table, from, clientsRange(account)), clientsAtOnce, async (id) => {
    const below = [recordsRange(account, id), streamsRange(account, id)];
    const difference = await differenceOf(table, from, clientKey(account, id), below);
    onClients(1);
    if (!difference) return;
    found.clients += 1;
    found.items += difference.put.length + difference.deleted.length;
    if (!difference.main) found.removed += 1;
    else if (!difference.existed) found.added += 1;
    if (!writer) return;
    if (difference.main) await restoreClient(writer, difference.main, difference);
    else await removeClient(writer, account, id);
  });
  // the days of the account, which nights wrote
  const health = await differenceOf(table, from, healthKey(account), []);
  found.items += health ? health.put.length + health.deleted.length : 0;
  if (health && writer) {
    await putAll(table, health.put);
    await deleteAll(table, health.deleted);
  }
  return found;
}

/** The client first: records of a client that does not exist would stay if the writer is killed. */
async function restoreClient(writer: FactWriter, client: Item, { put, deleted }: Difference): Promise<void> {
  const table = await openBatch(writer, { shown: true });
  const isClient = ({ pk, sk }: ItemKey) => pk === client.pk && sk === client.sk;
  await putAll(table, put.filter(isClient));
  await putAll(
    table,
    put.filter((item) => !isClient(item)),
  );
  await deleteAll(table, deleted);
  // the other table may be of a second at which an import had not counted yet
  writer.toCount.notes.add(idIn(client.sk));
  writer.toCount.payments.add(idIn(client.sk));
}

interface Difference {
  /** The client or portfolio as the other table has it; undefined if that lacks it. */
  readonly main: Item | undefined;
  readonly existed: boolean;
  readonly put: readonly Item[];
  readonly deleted: readonly ItemKey[];
}

/** What has to change so that an item and the items below it are as in the other table; undefined if nothing has. */
async function differenceOf(
  table: Table,
  from: Table,
  key: ItemKey,
  below: readonly KeyRange[],
): Promise<Difference | undefined> {
  const itemsIn = async (each: Table) => {
    const [main, ...items] = await Promise.all([
      readItem(each, key, { consistent: true }),
      ...below.map((range) => readRange(each, range, { consistent: true })),
    ]);
    return { main, items: new Map([...(main ? [main] : []), ...items.flat()].map((item) => [addressOf(item), item])) };
  };
  const [live, other] = await Promise.all([itemsIn(table), itemsIn(from)]);
  const wanted = other.main ? [...other.items.values()] : [];
  for (const item of wanted) if ('v' in item) checkVersion(item);
  const put = wanted.filter((item) => !isDeepStrictEqual(live.items.get(addressOf(item)), item));
  const kept = new Set(wanted.map(addressOf));
  const deleted = [...live.items.values()].filter((item) => !kept.has(addressOf(item)));
  if (put.length === 0 && deleted.length === 0) return undefined;
  return { main: other.main, existed: live.main !== undefined, put, deleted };
}

function addressOf({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}

async function idsOfBoth(table: Table, from: Table, range: KeyRange): Promise<string[]> {
  const reading = { consistent: true, attributes: ['pk', 'sk'] };
  const found = await Promise.all([table, from].map((each) => readRange(each, range, reading)));
  return [...new Set(found.flat().map(({ sk }) => idIn(sk)))].sort();
}
