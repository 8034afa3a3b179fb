import { isDeepStrictEqual } from 'node:util';
import type { Scrub } from '../../domain/names-in-text.ts';
import { clientTexts, type Erasing } from '../access/erased.ts';
import { changeNotice, noticesOf, removeNotice } from '../access/notices.ts';
import { allAliases, comparedName } from '../entities/alias.ts';
import { fromClientItem, ownDomain } from '../entities/client.ts';
import { entityOf, isErasedPerson, withoutErased } from '../entities/kinds.ts';
import { allPortfolios } from '../entities/portfolio.ts';
import { scrubbed } from '../entities/statement.ts';
import { allRecords } from '../records/all-records.ts';
import { eachLimit } from '../store/batches.ts';
import {
  type Account,
  aliasesRange,
  clientKey,
  clientsRange,
  type FactKind,
  factKindOf,
  givenUpRange,
  type KeyRange,
  membersRange,
  morningsRange,
  newsRange,
  portfoliosRange,
  toldRange,
} from '../store/item-keys.ts';
import { type Item, readItem, readRange, readRangeInParts } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { ifConditionHolds, updateItem } from '../store/write.ts';
import { removeRecords } from './facts.ts';
import type { FactWriter } from './writer.ts';

// Finds and erases people in the facts of an account. Names and addresses of people may stand in every text of a fact, so
// all texts are looked through, but for those that name a client.

/** A fact in which an erased person stands. */
export interface FoundFact {
  readonly kind: FactKind;
  readonly item: Item;
  /** The item without the person; undefined if it is about nobody else. */
  readonly after?: Item;
}

const clientsAtOnce = 16;

/** The stored item without erased people; undefined if it is one of them. */
export function itemWithoutErased(item: Item, scrub: Scrub): Item | undefined {
  const kind = factKindOf(item);
  if (kind === undefined) return item;
  return isErasedPerson(entityOf(kind), item as never, scrub) ? undefined : withoutErased(kind, item, scrub);
}

function foundIn(items: readonly Item[], scrub: Scrub): FoundFact[] {
  return items.flatMap((item) => {
    const kind = factKindOf(item);
    const after = itemWithoutErased(item, scrub);
    if (kind === undefined || JSON.stringify(after) === JSON.stringify(item)) return [];
    return [{ kind, item, ...(after && { after }) }];
  });
}

/** All facts in which people stand whom `scrub` leaves out, of some clients at a time. */
export async function* factsAbout(
  table: Table,
  account: Account,
  scrub: Scrub,
  onClients: (clients: readonly Item[]) => void = () => undefined,
): AsyncGenerator<readonly FoundFact[]> {
  const portfolios = await allPortfolios(table, account);
  const ranges: KeyRange[] = [portfoliosRange(account), aliasesRange(account)];
  for (const range of [...ranges, ...portfolios.map(({ id }) => membersRange(account, id))])
    yield foundIn(await readRange(table, range, { consistent: true }), scrub);
  for await (const clients of readRangeInParts(table, clientsRange(account), { consistent: true })) {
    const records = new Map<unknown, FoundFact[]>();
    await eachLimit(clients, clientsAtOnce, async ({ id }) => {
      records.set(id, foundIn(await allRecords(table, account, String(id)), scrub));
    });
    onClients(clients);
    yield [...foundIn(clients, scrub), ...clients.flatMap(({ id }) => records.get(id) ?? [])];
  }
}

/** Where people stand in the facts of an account. */
export interface FoundFacts {
  readonly counts: Readonly<Partial<Record<FactKind, number>>>;
  /** Ids of clients that are called like a person. They stay: who erases such a client has to say so. */
  readonly namesakes: readonly string[];
}

/**
 * Erases people from all facts; without a writer it only counts. What is erased already is not found again, so repeating it
 * completes a killed run.
 */
export async function erasePeople(
  table: Table,
  account: Account,
  scrub: Scrub,
  writer?: FactWriter,
): Promise<FoundFacts> {
  const counts: Partial<Record<FactKind, number>> = {};
  const namesakes: string[] = [];
  const look = (clients: readonly Item[]) => {
    for (const { id, name } of clients) if (scrub(String(name)) !== name) namesakes.push(String(id));
  };
  for await (const found of factsAbout(table, account, scrub, look)) {
    for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
    if (found.length === 0 || !writer) continue;
    await removeRecords(
      writer,
      found.map(({ item: { pk, sk, clientId }, after }) => {
        return { clientId: String(clientId), key: { pk, sk }, ...(after && { replacement: after }) };
      }),
    );
  }
  return { counts, namesakes };
}

/** Takes people out of what nights have said, and of messages that nobody took. An item that is changed at the same time stays as it is. */
export async function scrubMessages(table: Table, account: Account, scrub: Scrub): Promise<void> {
  for (const range of [morningsRange, newsRange, toldRange, givenUpRange].map((of) => of(account))) {
    for (const item of await readRange(table, range, { consistent: true })) {
      const after = scrubbed(item, scrub, ['pk', 'sk']);
      for (const name of Object.keys(item)) {
        if (isDeepStrictEqual(item[name], after[name])) continue;
        const values = { ':before': item[name], ':after': after[name] };
        const update = {
          key: { pk: item.pk, sk: item.sk },
          update: 'SET #name = :after',
          condition: '#name = :before',
        };
        await ifConditionHolds(updateItem(table, { ...update, names: { '#name': name }, values }));
      }
    }
  }
}

/** Ends the notices that go to erased people, and takes them out of the others. */
export async function scrubNotices(table: Table, account: Account, scrub: Scrub): Promise<void> {
  for (const { id, to } of await noticesOf(table, account)) {
    if (scrub(to) !== to) await removeNotice(table, account, id);
    else
      await changeNotice(table, account, id, (notice) => {
        const after = scrubbed(notice, scrub, ['id', 'to', 'token', 'secrets']);
        return isDeepStrictEqual(after, notice) ? undefined : after;
      });
  }
}

/** Everything that files may call a client by; undefined without such a client. */
export async function callingsOf(table: Table, account: Account, id: string): Promise<Erasing[] | undefined> {
  const item = await readItem(table, clientKey(account, id), { consistent: true });
  if (!item) return undefined;
  const { externalId, name, metadata } = fromClientItem(item);
  const others = (await allAliases(table, account)).filter(({ clientId }) => clientId === id);
  const domain = ownDomain(metadata);
  const texts = clientTexts({
    ids: [id],
    externalIds: externalId === undefined ? [] : [externalId],
    names: [name, ...others.map((other) => other.name)].map(comparedName),
    domains: domain === undefined ? [] : [domain],
  });
  return texts.map((text) => ({ of: 'client', text, words: 0 }));
}
