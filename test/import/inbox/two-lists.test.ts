import { expect, it } from 'vitest';
import { putDecision } from '../../../import/inbox/decisions.ts';
import { reportKey } from '../../../import/inbox/keys.ts';
import { rejectedRows } from '../../../import/inbox/rejected-rows.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import { csvRow } from '../../../shared/domain/csv.ts';
import { readFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { undisturbed } from '../../support/inbox/memory-bucket.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { anInbox, minute } from './an-inbox.ts';

// Two systems list the clients of an agency, each with ids of its own.

const db = useMemoryTable();
let made = 0;

const numbers = Array.from({ length: 40 }, (_, at) => at);
const nameOf = (at: number) => `Client ${String.fromCharCode(65 + (at % 26))}${at} Works`;

const hubspot = (more: readonly (readonly string[])[] = []) =>
  [
    ['Record ID', 'Company name', 'Company owner', 'Company Domain Name', 'Total Revenue'],
    ...numbers.map((at) => [
      `${9000 + at}`,
      nameOf(at),
      `Owner ${at % 5}`,
      `client${at}.example`,
      at === 0 ? '777' : '',
    ]),
    ...more,
  ]
    .map(csvRow)
    .join('');

/** The first are called the same, ten are found by their domain, three are called alike, two are only here. */
const customers = (spend: number) =>
  [
    ['id', 'Name', 'Email', 'Total Spend', 'Payment Count', 'Delinquent'],
    ...numbers
      .slice(0, 27)
      .map((at) => [`cus_${at}`, nameOf(at).toUpperCase(), 'a@mail.example', `${spend + at}`, '3', 'false']),
    ...numbers
      .slice(27, 37)
      .map((at) => [`cus_${at}`, `Person ${at}`, `p@client${at}.example`, `${spend + at}`, '3', 'false']),
    ...numbers.slice(37, 40).map((at) => [`cus_${at}`, `${nameOf(at)} Ltd`, '', `${spend + at}`, '3', 'false']),
    ['cus_40', 'Only Pays', 'b@pays.example', `${spend + 40}`, '1', 'false'],
    ['cus_41', 'Own test account', 'me@agency.example', '1', '1', 'false'],
    // a second subscription of the first
    ['cus_42', nameOf(0), '', '5', '1', 'true'],
  ]
    .map(csvRow)
    .join('');

const files = { 'companies.csv': hubspot(), 'customers.csv': customers(100) };

async function anAgency() {
  made += 1;
  const inbox = await anInbox(db.table, `lists-${made}`, { score: false, prune: false });
  const { put, settle, deps, account, bucket } = inbox;
  const lastReport = async (): Promise<RunReport> => {
    const { id = '' } = (await readInbox(db.table, account)).last ?? {};
    return JSON.parse(bucket.contentOf(reportKey(account, id, 'json')) ?? '{}');
  };
  const run = async (given: Readonly<Record<string, string>>): Promise<RunReport> => {
    put(given);
    await settle();
    return lastReport();
  };
  const answer = async () => {
    const again = (await rejectedRows(deps.store, account)).map(({ key }) => key);
    const names = {
      ...Object.fromEntries([37, 38, 39].map((at) => [`${nameOf(at)} Ltd`, `${9000 + at}`])),
      'Own test account': null,
    };
    await putDecision(deps.store, account, 'd', {
      by: 'ann',
      mend: { cells: [], names, newClients: ['Only Pays'], again },
    });
  };
  const facts = async () => {
    const found = (await factsIn(db.table, account)).map(({ updatedAt: _, ...item }) => item);
    return JSON.parse(JSON.stringify(found).replaceAll(account, 'ACCOUNT')) as Record<string, unknown>[];
  };
  const clients = async () => (await facts()).filter(({ sk }) => String(sk).startsWith('CLIENT#'));
  const client = async (id: string) => (await clients()).find((each) => each.id === id);
  return { ...inbox, lastReport, run, answer, facts, clients, client };
}

it('forty clients of two systems stay forty; what does not match is asked once', async () => {
  const { run, answer, clients, client, account, settle, lastReport } = await anAgency();
  const first = await run(files);
  expect(first.kinds).toEqual({
    clients: { added: 40, changed: 0, unchanged: 0 },
    aliases: { added: 48, changed: 0, unchanged: 0 },
  });
  expect(first.unknownNames?.map(({ name, proposals }) => [name, proposals[0]?.id])).toEqual([
    ...[37, 38, 39].map((at) => [`${nameOf(at)} Ltd`, `${9000 + at}`]),
    ['Only Pays', undefined],
    ['Own test account', undefined],
  ]);
  expect((await readFeeds(db.table, account)).map(({ feed, follows }) => [feed, follows])).toEqual(
    [
      ['hubspot/activity', undefined],
      ['hubspot/clients', undefined],
      ['stripe/clients', true],
    ].filter(([feed]) => feed !== 'hubspot/activity'),
  );
  expect(await client('9001')).toMatchObject({
    name: nameOf(1),
    externalId: '9001',
    metadata: { accountOwner: 'Owner 1', revenueTTM: 101, Delinquent: 'false' },
    filled: { revenueTTM: 'stripe' },
  });
  // HubSpot knows it
  expect(await client('9000')).toMatchObject({ metadata: { revenueTTM: 777 } });
  await answer();
  await settle();
  expect((await lastReport()).unknownNames).toEqual([]);
  expect(await clients()).toHaveLength(41);
  expect(await client('stripe-cus_40')).toMatchObject({ name: 'Only Pays', metadata: { revenueTTM: 140 } });
  expect(await client('9039')).toMatchObject({ metadata: { revenueTTM: 139 } });

  // a week later: nothing is asked, and what the other list says is new
  const later = await run({ 'companies.csv': hubspot(), 'customers.csv': customers(200) });
  expect({ names: later.unknownNames, rejected: later.rejected?.count }).toEqual({ names: [], rejected: 0 });
  expect(later.kinds?.clients).toEqual({ added: 0, changed: 40, unchanged: 1 });
  expect(await client('9030')).toMatchObject({ metadata: { revenueTTM: 230, accountOwner: 'Owner 0' } });
  expect(await client('stripe-cus_40')).toMatchObject({ metadata: { revenueTTM: 240 } });
  // each may come alone, and the first list may get what only the other had
  await run({ 'customers.csv': customers(300) });
  await run({ 'companies.csv': hubspot([['9040', 'Only pays', 'Owner 9', 'pays.example', '']]) });
  expect(await clients()).toHaveLength(41);
  expect(await client('stripe-cus_40')).toMatchObject({
    externalId: '9040',
    name: 'Only pays',
    metadata: { revenueTTM: 340, accountOwner: 'Owner 9' },
  });
});

const nth = 9;

it(`a run with two lists and its answers ends the same if it is killed at ${everyNthSaid(nth)} call`, async () => {
  const due = async () => {
    const inbox = await anAgency();
    await inbox.run(files);
    await inbox.answer();
    inbox.put({ 'customers.csv': customers(200) });
    inbox.clock.now += 17 * minute;
    await inbox.check();
    return inbox;
  };
  const whole = dying(db);
  const first = await due();
  first.bucket.around = whole.around;
  await first.deliver({ ...first.deps, table: whole.table });
  const expected = await first.facts();
  for (const death of everyNth(nth, deathsIn(whole.calls))) {
    const { bucket, deliver, deps, settle, facts } = await due();
    const killed = dying(db, death);
    bucket.around = killed.around;
    await deliver({ ...deps, table: killed.table });
    bucket.around = undisturbed;
    await settle();
    expect({ death, facts: await facts() }).toEqual({ death, facts: expected });
  }
});
