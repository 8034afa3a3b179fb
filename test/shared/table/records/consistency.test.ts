import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../../shared/table/access/accounts.ts';
import { listDeletedAccounts, markDeleted } from '../../../../shared/table/access/deleted-accounts.ts';
import { Erased } from '../../../../shared/table/access/erased.ts';
import { defaultSettings, listInboxes, saveInboxSettings } from '../../../../shared/table/arrivals/inboxes.ts';
import { allAliases, toAliasItem } from '../../../../shared/table/entities/alias.ts';
import { alignmentYears } from '../../../../shared/table/entities/alignment.ts';
import { allClients } from '../../../../shared/table/entities/client.ts';
import { allMemberships, membershipsOf } from '../../../../shared/table/entities/member.ts';
import { countNotes, noteKeys } from '../../../../shared/table/entities/note.ts';
import { allPortfolios } from '../../../../shared/table/entities/portfolio.ts';
import { streamsBetween } from '../../../../shared/table/entities/stream.ts';
import { restoreFacts } from '../../../../shared/table/facts/restore.ts';
import { storeMorning, unsentMornings } from '../../../../shared/table/night/mornings.ts';
import { allRecords } from '../../../../shared/table/records/all-records.ts';
import { scoresOf, toScoreItem } from '../../../../shared/table/records/scores.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../../shared/table/store/table.ts';
import { putAll } from '../../../../shared/table/store/write.ts';
import { readMark } from '../../../../shared/table/views/root/facts-mark.ts';
import { memDynamo } from '../../../support/mem-dynamo/mem-dynamo.ts';
import { staleReads } from '../../../support/mem-dynamo/stale-reads.ts';
import { memTable } from '../../../support/mem-dynamo/table.ts';
import { accountWriter } from '../../../support/rosters/account-writer.ts';
import {
  aClient,
  aMember,
  aNote,
  aPerson,
  aPortfolio,
  aRead,
  aStream,
  insightsOfWeek,
} from '../../../support/store/facts.ts';
import { writeFacts } from '../../../support/store/writer.ts';

// On a table whose eventually consistent reads are 3 seconds old, those show nothing of what has just been written. What
// commands see is in the scenarios, which have such reads too.

const [acme, gone] = [asAccount('acme'), asAccount('gone')];
const facts = [
  ...[aClient('c1'), aStream('c1', 's1'), aPortfolio('p1'), aMember('p1', 'c1'), aNote('c1', 'n1')],
  ...[aPerson('c1', 'k1'), aRead('c1', '2026-11-16'), insightsOfWeek('c1', 's1', '2026-11-16')],
];
const own = {
  history: { last: 20_777, points: Uint16Array.of(900) },
  topics: [],
  source: 'chr2' as const,
  model: 1,
};
const score = { ...own, ofStreams: new Map([['s1', own]]) };
let table: Table;

async function all<T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of parts) found.push(...part);
  return found;
}

beforeEach(async () => {
  table = memTable(staleReads(() => 0.999, 'item'));
  await createAccount(table, acme, 'Acme');
  await writeFacts({ ...accountWriter(table), changed: async () => undefined }, acme, facts);
  await putAll(table, [toScoreItem(acme, 'c1', score), toAliasItem(acme, { name: 'One', clientId: 'c1' })]);
  await storeMorning(table, acme, { day: 20_777, detail: '' }, null);
  await saveInboxSettings(table, acme, { ...defaultSettings, prune: true });
  await markDeleted(table, gone, 0);
});

describe('writers, commands and the worker see what has just been written', () => {
  const portfolios = [aPortfolio('p1').value];

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['all clients', () => all(allClients(table, acme)), [{ id: 'c1' }]],
    ['all inboxes', () => listInboxes(table), [{ customerId: 'acme' }]],
    ['all deleted accounts', () => listDeletedAccounts(table), [{ customerId: 'gone' }]],
    ['events that were not sent', () => unsentMornings(table, acme), [{ day: 20_777 }]],
    ['other names of clients', () => allAliases(table, acme), [{ name: 'One' }]],
    [
      'the keys of all notes, and nothing else of them',
      async () => (await noteKeys(table, acme, 'c1')).map((key) => Object.keys(key).sort()),
      [['pk', 'sk']],
    ],
    ['the number of notes', () => countNotes(table, acme, 'c1'), 1],
    ['all records of a client', async () => (await allRecords(table, acme, 'c1')).length > 4, true],
    ['all years of reads', () => alignmentYears(table, acme, 'c1'), [{ year: '2026' }]],
    ['all portfolios', () => allPortfolios(table, acme), [{ id: 'p1' }]],
    ['all memberships', async () => [...(await allMemberships(table, acme, portfolios)).keys()], ['c1']],
    ['memberships', async () => [...(await membershipsOf(table, acme, portfolios, ['c1'])).keys()], ['c1']],
    ['the mark of the facts', () => readMark(table, acme), { isOpen: false }],
    ['the scores of clients', async () => [...(await scoresOf(table, acme, ['c1'])).keys()], ['c1']],
    ['the streams of clients', async () => [...(await streamsBetween(table, acme, ['c0', 'c1'])).keys()], ['c1']],
  ])('%s', async (_, read, expected) => {
    const found = await read();

    if (typeof expected === 'object') expect(found).toMatchObject(expected as object);
    else expect(found).toBe(expected);
    if (Array.isArray(expected)) expect(found).toHaveLength(expected.length);
  });
});

describe('what has just been written', () => {
  const writer = () => ({ ...accountWriter(table), changed: async () => undefined });

  it('is counted', async () => {
    const [client] = await all(allClients(table, acme));

    expect(client).toMatchObject({ notes: 1, latestRead: { week: '2026-11-16' } });
  });

  it('counts towards the caps of its client', async () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `${at}`);
    await writeFacts(writer(), acme, [
      ...ids.slice(0, 199).map((id) => aStream('c1', `s-${id}`)),
      ...ids.slice(0, 999).map((id) => aPerson('c1', `k-${id}`)),
    ]);

    await expect(writeFacts(writer(), acme, [aStream('c1', 'new')])).rejects.toThrow('more than 200 streams');
    await expect(writeFacts(writer(), acme, [aPerson('c1', 'new')])).rejects.toThrow('more than 1000 key people');
  });

  it('is found by a restore, in both tables', async () => {
    const [other, empty] = [memTable(staleReads(() => 0.999, 'item')), memTable(memDynamo())];
    const same = { clients: 0, added: 0, removed: 0, portfolios: 0, items: 0 };
    await writeFacts({ ...accountWriter(other), changed: async () => undefined }, acme, facts);
    await putAll(other, [toScoreItem(acme, 'c1', score)]);

    expect(await restoreFacts(table, empty, acme, { erased: new Erased([]) })).toEqual({
      ...same,
      clients: 1,
      removed: 1,
      portfolios: 1,
      items: 9,
    });
    expect(await restoreFacts(empty, other, acme, { erased: new Erased([]) })).toEqual({
      ...same,
      clients: 1,
      added: 1,
      portfolios: 1,
      items: 9,
    });
    expect(await restoreFacts(table, other, acme, { erased: new Erased([]) })).toEqual(same);
  });
});
