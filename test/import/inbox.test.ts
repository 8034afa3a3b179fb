import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { InboxDeps } from '../../import/inbox/deps.ts';
import type { FileStore } from '../../import/inbox/file-store.ts';
import { folderStore } from '../../import/inbox/folder-store.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { workInbox } from '../../import/inbox/work-inbox.ts';
import type { Outgoing } from '../../shared/jobs/queue.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { type InboxSettings, readInbox, saveInboxSettings } from '../../shared/table/arrivals/inboxes.ts';
import { AccountLocked, withWriterLock } from '../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';
import { losingFirstAnswers } from '../support/sim/attempts.ts';
import { countCapacity } from '../support/store/capacity.ts';
import { dumpOf } from '../support/store/dump.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { numbered } from './small-files.ts';

const db = useMemoryTable();
const minute = 60_000;
let made = 0;

/** An account with an empty inbox in a folder. */
async function anInbox(settings?: Partial<InboxSettings>) {
  made += 1;
  const account = asAccount(`inbox-${made}`);
  await createAccount(db.table, account, 'X');
  if (settings) await saveInboxSettings(db.table, account, { maps: [], score: false, prune: false, ...settings });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'in', account), { recursive: true });
  const put = (files: Readonly<Record<string, string | Uint8Array>>) => {
    // all of one moment: a run takes files in the order of their times
    const moment = new Date();
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, 'in', account, name);
      writeFileSync(path, content);
      utimesSync(path, moment, moment);
    }
  };
  let now = noon;
  const asked: Outgoing[] = [];
  const reports: RunReport[] = [];
  const depsOn = (table: Table = db.table, store: FileStore = folderStore(folder)): InboxDeps => ({
    ...{ table, store, holdFor: 16 * minute, importer: { place: 'a test' }, clock: () => now },
    randomBytes: bytesOf(randomOf(made)),
    ask: async (requests) => void asked.push(...requests),
    onReport: (report) => void reports.push(report),
  });
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  const tree = () =>
    (readdirSync(folder, { recursive: true, withFileTypes: true }) ?? [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort();
  return { account, folder, put, depsOn, wait, asked, reports, tree };
}

const files = {
  'clients.csv': 'Client ID,Name\nC1,One\nC2,Two\n',
  'notes.csv': 'Client ID,Created At,Created By,Content\nC1,2026-11-01,Ada,x\nC2,2026-11-02,Ada,y\n',
};
const rows1100 = Array.from({ length: 1100 }, (_, at) => `C${at},Client ${at}\n`).join('');
const manyClients = { 'clients.csv': `Client ID,Name\n${rows1100}` };
const factsOf = async (account: string) =>
  (await dumpOf(db.table, account))
    .filter(({ sk }) => !['ROOT', 'FACTS'].includes(sk))
    .map(({ updatedAt: _, ...item }) => item);

it('a run ends as it should if the response to the first attempt of every call is lost', async () => {
  const { account, put, depsOn, reports, asked } = await anInbox();
  put(files);

  expect(await workInbox(depsOn(losingFirstAnswers(db.open())), account)).toBe('done');

  expect(reports).toMatchObject([{ result: 'done', kinds: { clients: { added: 2 }, notes: { added: 2 } } }]);
  expect(asked).toMatchObject([{ message: { kind: 'score', customerId: account } }]);
  const { run, last } = await readInbox(db.table, account);
  expect({ run, last }).toMatchObject({ run: undefined, last: { result: 'done', files: 2 } });
});

it('a first run of which nothing is imported leaves the first scores, with their history, to the next', async () => {
  const { account, put, depsOn, asked } = await anInbox();
  put({ 'clients.csv': 'Client ID,Name\n1,\n2,\n3,\n4,\n5,\n6,\n' });
  await workInbox(depsOn(), account);
  expect(asked).toEqual([]);
});

it('an import that runs out of time goes on in the next invocation, which is no new attempt', async () => {
  const { account, put, depsOn, reports, asked } = await anInbox();
  put(manyClients);
  const outcomes: string[] = [];
  let batches = 0;
  const hasTime = () => ++batches % 2 === 1;
  do outcomes.push(await workInbox({ ...depsOn(), hasTime }, account));
  while (outcomes.at(-1) === 'more' && outcomes.length < 20);

  expect(outcomes.slice(0, -1).every((each) => each === 'more')).toBe(true);
  expect(outcomes.length).toBeGreaterThan(1);
  expect(outcomes.at(-1)).toBe('done');
  expect((await factsOf(account)).filter(({ sk }) => sk.startsWith('CLIENT#'))).toHaveLength(1100);
  expect(reports).toMatchObject([{ result: 'done', kinds: { clients: { added: 1100, changed: 0, unchanged: 0 } } }]);
  // the last part does not know which clients the first one changed
  expect(asked.map(({ message }) => message)).toEqual([
    { kind: 'score', customerId: account, runDate: '2026-11-20', again: true, history: 90 },
  ]);
});

it('a run that goes on compares nothing with what is stored, so that a large file comes to its end', async () => {
  const { account, put, depsOn, reports } = await anInbox();
  const clients = numbered(150, (at) => `C${at},Client ${at}\n`);
  const days = Array.from({ length: 80 }, (_, at) => new Date(noon - at * 86_400_000).toISOString().slice(0, 10));
  // in the order of time: every batch has rows of all clients
  const rows = days.flatMap((day) => clients.map((_, at) => `C${at},${day},trust,0.5\n`));
  put({
    'clients.csv': `Client ID,Name\n${clients.join('')}`,
    'signals.csv': `Client ID,Date,Topic,Polarity\n${rows.join('')}`,
  });
  const [first, last] = [db.open(), db.open()];
  const [spentFirst, spentLast] = [first, last].map(countCapacity);
  let batches = 0;

  expect(await workInbox({ ...depsOn(first), hasTime: () => ++batches < 7 }, account)).toBe('more');
  expect(await workInbox(depsOn(last), account)).toBe('done');
  expect(reports).toMatchObject([{ kinds: { clients: { added: 150 }, signals: { added: 12_000 } } }]);
  // of the six batches of signals only the last is left
  expect(spentLast?.calls).toBeLessThan((spentFirst?.calls ?? 0) / 4);
});

it('the lock stays with a run that goes on, and another import is refused meanwhile', async () => {
  const { account, put, depsOn, wait } = await anInbox();
  put(manyClients);
  expect(await workInbox({ ...depsOn(), hasTime: () => false }, account)).toBe('more');
  wait(4 * minute);
  const other = withWriterLock(
    db.table,
    account,
    { work: 'import', place: 'a laptop', clock: depsOn().clock, randomBytes: bytesOf(randomOf(99)) },
    async () => 'done',
  );

  await expect(other).rejects.toThrow(AccountLocked);
  expect(await workInbox(depsOn(), account)).toBe('done');
});

it('only so many records are removed as the account allows', async () => {
  const { account, put, depsOn, reports } = await anInbox({ prune: true, maxRemovals: '1' });
  const listed = (count: number) => ({
    'clients.csv': `Client ID,Name\n${Array.from({ length: count }, (_, at) => `C${at},N${at}\n`).join('')}`,
  });
  put(listed(4));
  await workInbox(depsOn(), account);
  put(listed(3));
  expect(await workInbox(depsOn(), account)).toBe('done');
  put(listed(1));

  expect(await workInbox(depsOn(), account)).toBe('failed');
  expect(reports[2]?.reason).toBe(
    '2 records are in no file and would be removed; --max-removals 1 allows 1. Nothing was imported.',
  );
});
