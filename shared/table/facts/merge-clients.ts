import { isDeepStrictEqual } from 'node:util';
import { type Alias, allAliases, comparedName } from '../entities/alias.ts';
import { fromAlignmentItem } from '../entities/alignment.ts';
import { allClients, client, type ImportedClient, storedClient } from '../entities/client.ts';
import { entityOf } from '../entities/kinds.ts';
import { caps } from '../entities/limits.ts';
import { openName, openSignalsIn } from '../entities/open-signal.ts';
import { allPortfolios } from '../entities/portfolio.ts';
import { namedSignalsIn } from '../entities/signal.ts';
import { contentHash, schemaOf } from '../entities/statement.ts';
import { allRecords } from '../records/all-records.ts';
import { type Account, clientKey, factKindOf, memberKey } from '../store/item-keys.ts';
import { readBatch, readItem } from '../store/read.ts';
import { entityIn } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { type Fact, type FactWriter, removeClient, writeFacts } from './facts.ts';

// Merges two clients: the records of one are written as facts of the other, which stays, and then the first is removed.

/** What is stored of the client that goes, as facts of the one that stays. */
export interface Merge {
  readonly facts: readonly Fact[];
  /** Records that both have: that of the client that stays counts. */
  readonly both: number;
}

export async function mergeOf(table: Table, account: Account, stays: string, goes: string): Promise<Merge> {
  const [own, others] = await Promise.all([stays, goes].map((id) => factsAbout(table, account, id, stays)));
  const known = new Map((own ?? []).map((fact) => [nameOf(account, fact), fact]));
  let both = 0;
  const facts = (others ?? []).flatMap((fact): Fact[] => {
    const same = known.get(nameOf(account, fact));
    if (!same) return [fact];
    if (fact.kind === 'insights' && same.kind === 'insights') return [withInsightsOf(same, fact)];
    if (isDeepStrictEqual(same, fact) || !hasGivenId(fact) || isSamePerson(same, fact)) {
      both += 1;
      return [];
    }
    // two records whose systems gave them one id
    const value = { ...fact.value, id: `${fact.value.id.slice(0, 57)}-${contentHash([goes], 6)}` };
    const moved = { ...fact, value } as Fact;
    return known.has(nameOf(account, moved)) ? [] : [moved];
  });
  return { facts, both };
}

/**
 * Makes one client of two. Files that name the one that goes mean the other from then on. Killed anywhere and done again it
 * ends the same, because the client that goes is removed last.
 */
export async function mergeClients(
  writer: FactWriter,
  account: Account,
  [stays, goes]: readonly [ImportedClient, ImportedClient],
  { by, at }: { readonly by: string; readonly at: string },
): Promise<void> {
  const { table } = writer;
  const value = { ...filledFrom(stays, goes), updatedAt: at };
  const { facts } = await mergeOf(table, account, stays.id, goes.id);
  const names = [goes.name, goes.id, ...(goes.externalId === value.externalId ? [] : [goes.externalId ?? ''])];
  const aliases = await freeNames(
    table,
    account,
    [stays.id, goes.id],
    [
      ...names.map((name) => ({ name, clientId: stays.id, by, at })),
      ...(await allAliases(table, account)).filter(({ clientId }) => clientId === goes.id),
    ],
  );
  await writeFacts(
    writer,
    account,
    aliases.map((each) => ({ kind: 'alias', value: { ...each, clientId: stays.id } })),
  );
  await writeFacts(writer, account, [{ kind: 'client', value }, ...facts]);
  await removeClient(writer, account, goes.id);
}

/** The two clients; undefined if one of them is gone. */
export async function bothClients(
  table: Table,
  account: Account,
  ids: readonly [stays: string, goes: string],
): Promise<readonly [ImportedClient, ImportedClient] | undefined> {
  const [stays, goes] = await Promise.all(
    ids.map((id) => readItem(table, clientKey(account, id), { consistent: true })),
  );
  return stays && goes && [storedClient(stays), storedClient(goes)];
}

/** Those that no other client has, once each. */
async function freeNames(table: Table, account: Account, ids: readonly string[], wanted: readonly Alias[]) {
  const [stays, goes] = ids;
  const taken = new Set(['', comparedName(stays ?? '')]);
  for await (const part of allClients(table, account))
    for (const { id, name } of part) if (id !== goes) taken.add(comparedName(name));
  for (const { name, clientId } of await allAliases(table, account))
    if (!ids.includes(clientId)) taken.add(comparedName(name));
  return wanted.filter(({ name }) => {
    const isFree = !taken.has(comparedName(name));
    taken.add(comparedName(name));
    return isFree;
  });
}

/** The client that stays, with what only the other knows, if it has room for it. Empty cells of a list do not take it back. */
function filledFrom(stays: ImportedClient, goes: ImportedClient): ImportedClient {
  const taken = Object.fromEntries(Object.entries(goes.metadata).filter(([key]) => stays.metadata[key] === undefined));
  const contacts = [stays.lastContactDate, goes.lastContactDate].filter((time) => time !== null);
  const { externalId = goes.externalId, renewsOn = goes.renewsOn } = stays;
  const fields = [...Object.keys(taken), ...(renewsOn === stays.renewsOn ? [] : ['renewsOn'])];
  const filled = {
    ...stays.filled,
    ...Object.fromEntries(fields.map((field) => [field, goes.filled?.[field] ?? 'merged'])),
  };
  const value = {
    ...stays,
    ...(externalId !== undefined && { externalId }),
    ...(renewsOn !== undefined && { renewsOn }),
    ...(Object.keys(filled).length > 0 && { filled }),
    lastContactDate: contacts.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null,
    metadata: { ...stays.metadata, ...taken },
  };
  return schemaOf(client).safeParse(value).success ? value : stays;
}

/** What is stored of a client, as facts of another. Scores are none, because they are computed. */
async function factsAbout(table: Table, account: Account, id: string, clientId: string): Promise<Fact[]> {
  const members = (await allPortfolios(table, account)).map((portfolio) => memberKey(account, portfolio.id, id));
  const items = [...(await allRecords(table, account, id)), ...(await readBatch(table, members, { consistent: true }))];
  return items.flatMap((item): Fact[] => {
    const kind = factKindOf(item);
    if (kind === undefined) return [];
    if (kind === 'signal') return namedSignalsIn(item).map((value) => ({ kind, clientId, value }));
    if (kind === 'open-signal') return openSignalsIn(item).map((value) => ({ kind, clientId, value }));
    if (kind === 'alignment') return fromAlignmentItem(item).reads.map((value) => ({ kind, clientId, value }));
    return [{ kind, value: { ...entityIn(item), clientId } } as Fact];
  });
}

/** What tells a fact from the others of its client. */
function nameOf(account: Account, { kind, value }: Fact): string {
  if (kind === 'signal' || kind === 'note') return `${kind} ${value.id}`;
  if (kind === 'open-signal') return `${kind} ${openName(value)}`;
  if (kind === 'alignment') return `${kind} ${value.week}`;
  const { pk = '', sk = '' } = entityOf(kind).toItem?.(account, value) ?? {};
  return `${pk} ${sk}`;
}

function hasGivenId(fact: Fact): fact is Extract<Fact, { kind: 'signal' | 'note' | 'person' }> {
  return fact.kind === 'signal' || fact.kind === 'note' || fact.kind === 'person';
}

function isSamePerson(one: Fact, other: Fact): boolean {
  return one.kind === 'person' && other.kind === 'person' && one.value.name === other.value.name;
}

type Insights = Extract<Fact, { kind: 'insights' }>;

/** Of a week of a stream, topics that only the other has are added. */
function withInsightsOf(own: Insights, other: Insights): Insights {
  const topics = new Set(own.value.insights.map(({ topic }) => topic));
  const more = other.value.insights.filter(({ topic }) => !topics.has(topic));
  return { ...own, value: { ...own.value, insights: [...own.value.insights, ...more].slice(0, caps.insights) } };
}
