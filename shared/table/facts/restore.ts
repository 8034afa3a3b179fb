import { isDeepStrictEqual } from 'node:util';
import { clientTexts, type Erased } from '../access/erased.ts';
import { comparedName } from '../entities/alias.ts';
import { eachLimit } from '../store/batches.ts';
import {
  type Account,
  clientKey,
  clientsRange,
  healthKey,
  type ItemKey,
  idIn,
  isClient,
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
import { itemWithoutErased } from './erase.ts';
import { removeClient, removePortfolio } from './facts.ts';
import { type FactWriter, openBatch } from './writer.ts';

// Takes back facts and scores of an account from another table, such as one that was restored to an earlier second, but for
// what was erased since.
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
  /** What stays away, although the other table has it. */
  readonly erased: Erased;
}

const clientsAtOnce = 8;

/** Makes clients, portfolios and their records equal to those of the other table. Repeating it completes a killed run. */
export async function restoreFacts(
  table: Table,
  from: Table,
  account: Account,
  { writer, onClients = () => undefined, erased }: Restoring,
): Promise<Restored> {
  const found = { clients: 0, added: 0, removed: 0, portfolios: 0, items: 0 };
  const differenceOf = differences(table, from, (item) => withoutErasedOf(item, erased));
  for (const id of await idsOfBoth(table, from, portfoliosRange(account))) {
    const difference = await differenceOf(portfolioKey(account, id), [membersRange(account, id)]);
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
    const difference = await differenceOf(clientKey(account, id), below);
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
  const health = await differenceOf(healthKey(account), []);
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
  const isMain = ({ pk, sk }: ItemKey) => pk === client.pk && sk === client.sk;
  await putAll(table, put.filter(isMain));
  await putAll(
    table,
    put.filter((item) => !isMain(item)),
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

/** Also one that was merged with an erased client since: its id was another name of that. */
const isErasedClient = (id: string, erased: Erased) =>
  erased.clientOn(clientTexts({ ids: [id], names: [comparedName(id)] })) !== undefined;

/** An item of the other table without what was erased since. */
function withoutErasedOf(item: Item, erased: Erased): Item | undefined {
  const clientId = isClient(item) ? item.id : item.clientId;
  if (clientId !== undefined && isErasedClient(String(clientId), erased)) return undefined;
  return erased.hasPeople ? itemWithoutErased(item, erased.scrub) : item;
}

/** What has to change so that an item and the items below it are as in the other table; undefined if nothing has. */
const differences = (table: Table, from: Table, leftOf: (item: Item) => Item | undefined) =>
  async function differenceOf(key: ItemKey, below: readonly KeyRange[]): Promise<Difference | undefined> {
    const itemsIn = async (each: Table) => {
      const [main, ...items] = await Promise.all([
        readItem(each, key, { consistent: true }),
        ...below.map((range) => readRange(each, range, { consistent: true })),
      ]);
      return {
        main,
        items: new Map([...(main ? [main] : []), ...items.flat()].map((item) => [addressOf(item), item])),
      };
    };
    const [live, other] = await Promise.all([itemsIn(table), itemsIn(from)]);
    const main = other.main && leftOf(other.main);
    const wanted = main ? [...other.items.values()].flatMap((item) => leftOf(item) ?? []) : [];
    for (const item of wanted) if ('v' in item) checkVersion(item);
    const put = wanted.filter((item) => !isDeepStrictEqual(live.items.get(addressOf(item)), item));
    const kept = new Set(wanted.map(addressOf));
    const deleted = [...live.items.values()].filter((item) => !kept.has(addressOf(item)));
    if (put.length === 0 && deleted.length === 0) return undefined;
    return { main, existed: live.main !== undefined, put, deleted };
  };

function addressOf({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}

async function idsOfBoth(table: Table, from: Table, range: KeyRange): Promise<string[]> {
  const reading = { consistent: true, attributes: ['pk', 'sk'] };
  const found = await Promise.all([table, from].map((each) => readRange(each, range, reading)));
  return [...new Set(found.flat().map(({ sk }) => idIn(sk)))].sort();
}
