import * as fc from 'fast-check';
import { put } from '../../../shared/domain/scoring/history.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import type { Client } from '../../../shared/table/records/clients.ts';
import { fromScoreItem, type Score, toScoreItem } from '../../../shared/table/records/scores.ts';
import type { Stream } from '../../../shared/table/records/streams.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import {
  aClient,
  aMember,
  aNote,
  aPerson,
  aPortfolio,
  aRead,
  aSignal,
  aStream,
  insightsOfWeek,
} from '../store/facts.ts';
import { removeClient, removePortfolio, removeRecords, type TestWriter, writeFacts } from '../store/writer.ts';

/** 20 November 2026 */
export const today = 20_777;

// few of each, so that names and scores tie and ids are reused
const names = ['Acme', 'acme', 'Ácme', 'Brown & Söhne', 'Zoë', 'zoe', '東京', 'Ωmega'];
const weeks = ['2024-12-30', '2025-06-02', '2026-11-09', '2026-11-16', '2027-01-04'];
const scores = [0, 69.9, 70, 99.9, 100, 139.9, 140, 200, 123.4];

const kinds = [
  ...(['rename', 'archive', 'favorite', 'metadata', 'score', 'streamScore', 'newClient', 'removeClient'] as const),
  ...(['newStream', 'streamState', 'removeStream', 'member', 'removeMember', 'portfolio', 'removePortfolio'] as const),
  ...(['read', 'note', 'person', 'insights', 'signal'] as const),
];

/** A change to an account: its kind, the index of the item that changes, and a number that its new value is made of. */
export interface AccountChange {
  readonly kind: (typeof kinds)[number];
  readonly which: number;
  readonly value: number;
}

export const accountChanges: fc.Arbitrary<AccountChange> = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat({ max: 1_000_000 }),
  value: fc.nat({ max: 1_000_000 }),
});

/** Kinds of changes that no view shows. */
export const unseen: ReadonlySet<AccountChange['kind']> = new Set(['note', 'person', 'insights', 'signal']);

/** The first facts of an account: some of its clients have streams, some are in portfolios. */
export function firstFacts(clients: number): Fact[] {
  const facts: Fact[] = [aPortfolio('p0'), aPortfolio('p1', { name: 'Émile’s', userIds: ['u1'] })];
  for (let at = 0; at < clients; at += 1) {
    const id = `c${at}`;
    facts.push(
      aClient(id, {
        name: nth(names, at * 7),
        archived: at % 11 === 0,
        favorite: at % 5 === 0,
        importedScore: nth(scores, at),
        ...(at % 2 === 0 && { externalId: `X-${at}` }),
        metadata: { revenueTTM: at * 100, location: 'Lyon', accountOwner: 'Ada' },
      }),
    );
    for (let stream = 0; stream < at % 3; stream += 1) {
      facts.push(aStream(id, `s${stream}`, { state: at % 4 === 0 ? 'pending' : 'active', goals: 'Grow' }));
    }
    if (at % 4 === 0) facts.push(aMember('p0', id, { tier: 'Gold', segment: 'Enterprise' }));
    if (at % 6 === 0) facts.push(aRead(id, nth(weeks, at)));
  }
  return facts;
}

/** Applies the change to the account stored as `items`, as an import or the night would. */
export async function change(
  writer: TestWriter,
  account: Account,
  items: readonly Item[],
  { kind, which, value }: AccountChange,
): Promise<void> {
  const those = (start: string) => items.filter(({ sk }) => sk.startsWith(start));
  const one = (start: string) => nth(those(start), which);
  const client = one('CLIENT#') as unknown as Client | undefined;
  const stream = one('STREAM#') as unknown as (Stream & Item) | undefined;
  const portfolioId = `p${value % 4}`;
  const write = (...facts: Fact[]) => writeFacts(writer, account, facts);
  const { id: clientId = 'c0' } = client ?? {};

  switch (kind) {
    case 'newClient':
      await write(aClient(`c${which % 200}`, { name: nth(names, value), importedScore: nth(scores, value) }));
      return;
    case 'portfolio':
      await write(aPortfolio(portfolioId, { name: nth(names, which), description: `${value}` }));
      return;
    case 'removePortfolio':
      return removePortfolio(writer, account, portfolioId);
    case 'removeClient':
      return removeClient(writer, account, clientId);
    case 'rename':
      if (client) await write(factOf({ ...client, name: nth(names, value) }));
      return;
    case 'archive':
      if (client) await write(factOf({ ...client, archived: !client.archived }));
      return;
    case 'favorite':
      if (client) await write(factOf({ ...client, favorite: !client.favorite }));
      return;
    case 'metadata':
      if (client)
        await write(factOf({ ...client, metadata: { ...client.metadata, industry: `Industry ${value % 9}` } }));
      return;
    case 'score':
    case 'streamScore': {
      const record = items.find(({ pk, sk }) => pk.endsWith(`#CLIENT#${clientId}`) && sk === 'SCORE');
      const before = record && fromScoreItem(record);
      const ofStream = kind === 'streamScore' && stream?.clientId === clientId ? stream.id : undefined;
      const ofStreams = new Map(before?.ofStreams);
      if (ofStream !== undefined) ofStreams.set(ofStream, pointOf(ofStreams.get(ofStream), value));
      const own = before && ofStream !== undefined ? before : pointOf(before, value);
      await putAll(writer.table, [toScoreItem(account, clientId, { ...own, ofStreams })]);
      await writer.changed?.(account);
      return;
    }
    case 'newStream':
      await write(aStream(clientId, `s${value % 5}`, { name: nth(names, value) }));
      return;
    case 'streamState': {
      if (!stream) return;
      const { pk: _, sk: __, ...rest } = stream;
      const state = nth(['active', 'inactive', 'pending'] as const, value) ?? 'active';
      await write(aStream(stream.clientId, stream.id, { ...rest, state }));
      return;
    }
    case 'removeStream': {
      if (!stream) return;
      return removeRecords(writer, account, [{ clientId: stream.clientId, key: { pk: stream.pk, sk: stream.sk } }]);
    }
    case 'member':
      await write(aMember(portfolioId, clientId, value % 3 === 0 ? {} : { tier: `${value % 5}` }));
      return;
    case 'removeMember': {
      const member = one('MEMBER#');
      if (member) await removeRecords(writer, account, [{ clientId: String(member.clientId), key: member }]);
      return;
    }
    case 'read':
      await write(aRead(clientId, nth(weeks, value) ?? '', { value: value % 2 ? 'red' : 'amber' }));
      return;
    case 'note':
      await write(aNote(clientId, `n${value}`));
      return;
    case 'person':
      await write(aPerson(clientId, `k${value % 3}`, { title: `${value}` }));
      return;
    case 'insights':
      await write(insightsOfWeek(clientId, 's0', '2026-11-16', `${value}`));
      return;
    case 'signal':
      await write(aSignal(clientId, `g${value}`));
  }
}

function pointOf(score: Score | undefined, value: number): Score {
  const day = (score?.history.last ?? today - 40) + 1 + (value % 9);
  const topics = Array.from({ length: 15 }, (_, topic) => ((value + topic) % 3 === 0 ? null : 100));
  return { history: put(score?.history, day, nth(scores, value) ?? 100), topics, source: 'chr2', model: 1 };
}

function factOf({ id, notes: _, latestRead: __, ...client }: Client): Fact {
  return aClient(id, client);
}

function nth<T>(list: readonly T[], at: number): T;
function nth<T>(list: readonly T[], at: number): T | undefined {
  return list[at % list.length];
}
