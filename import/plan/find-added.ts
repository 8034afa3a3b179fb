import { allAliases, comparedName } from '../../shared/table/entities/alias.ts';
import { fromClientItem } from '../../shared/table/entities/client.ts';
import type { KindName } from '../../shared/table/entities/entity.ts';
import { allRecords } from '../../shared/table/records/all-records.ts';
import { eachLimit } from '../../shared/table/store/batches.ts';
import {
  type Account,
  aliasKey,
  clientKey,
  memberKey,
  membersRange,
  portfolioKey,
} from '../../shared/table/store/item-keys.ts';
import { readBatch, readItem, readRange } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { IsUnnamed } from '../facts/unnamed.ts';
import type { Removals } from './prune.ts';
import { type AddedRecord, recordsOf } from './written-records.ts';

/** What can be removed again of what an import has added. */
export interface Added {
  readonly removals: Removals;
  /** True for the records to remove. */
  readonly isAdded: IsUnnamed;
  /** Records that are stored otherwise now, and clients about which more is known. They stay. */
  readonly kept: number;
}

const clientsAtOnce = 8;

/** Finds what is still stored as the import has left it. */
export async function findAdded(table: Table, account: Account, added: readonly AddedRecord[]): Promise<Added> {
  const names = new Map(added.map((record) => [record.name, record]));
  const intact = new Set<string>();
  let kept = 0;
  const compare = (found: ReadonlyMap<string, string>) => {
    for (const [name, hash] of found) {
      const record = names.get(name);
      if (record?.hash === hash) intact.add(name);
      else if (record) kept += 1;
    }
  };
  const apart = added.flatMap(({ kind, name }) => keyOf(account, kind, name) ?? []);
  for (const item of await readBatch(table, apart, { consistent: true })) compare(recordsOf(item));
  const aliases = await allAliases(table, account);
  const clients: { id: string; name: string }[] = [];
  const reduced: string[] = [];
  const ids = new Set(added.flatMap(({ client }) => (client === '' ? [] : [client])));
  await eachLimit([...ids], clientsAtOnce, async (id) => {
    const item = await readItem(table, clientKey(account, id), { consistent: true });
    if (!item) return;
    const stored = [item, ...(await allRecords(table, account, id))].map(recordsOf);
    for (const each of stored) compare(each);
    const all = [
      ...stored.flatMap((each) => [...each.keys()]),
      ...aliases.flatMap(({ clientId, name }) => (clientId === id ? [`aliases ${comparedName(name)}`] : [])),
    ];
    const own = `clients ${id}`;
    if (intact.has(own) && all.every((name) => intact.has(name))) clients.push({ id, name: fromClientItem(item).name });
    else {
      reduced.push(id);
      if (intact.delete(own)) kept += 1;
    }
  });
  const portfolios: { id: string; name: string }[] = [];
  for (const { kind, name } of added.filter((record) => record.kind === 'portfolios' && intact.has(record.name))) {
    const id = name.slice(kind.length + 1);
    const members = await readRange(table, membersRange(account, id), { consistent: true });
    if (members.every((item) => [...recordsOf(item).keys()].every((each) => intact.has(each))))
      portfolios.push({ id, name: id });
    else if (intact.delete(name)) kept += 1;
  }
  const counts = new Map<KindName, number>();
  for (const { kind, name } of added) if (intact.has(name)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const removed = aliases.filter(({ name }) => intact.has(`aliases ${comparedName(name)}`)).map(({ name }) => name);
  return {
    removals: { clients, portfolios, aliases: removed, reduced, counts },
    isAdded: (kind, ...parts) => intact.has([kind, ...parts].join(' ')),
    kept,
  };
}

/** Where a record is that is not stored with its client. */
function keyOf(account: Account, kind: KindName, name: string) {
  const rest = name.slice(kind.length + 1);
  if (kind === 'aliases') return aliasKey(account, rest);
  if (kind === 'portfolios') return portfolioKey(account, rest);
  if (kind !== 'portfolio-members') return undefined;
  const [portfolio = '', client = ''] = rest.split(' ');
  return memberKey(account, portfolio, client);
}
