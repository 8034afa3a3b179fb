import { describe, expect, it } from 'vitest';
import { draftRun } from '../../../import/inbox/draft-run.ts';
import { workInbox } from '../../../import/inbox/work-inbox.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { markDeleted } from '../../../shared/table/access/deleted-accounts.ts';
import {
  defaultSettings,
  type InboxSettings,
  learnPresets,
  readInbox,
  saveInboxSettings,
} from '../../../shared/table/arrivals/inboxes.ts';
import { AccountLocked, withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import { deathsIn, dying, Killed } from '../../support/faults/dying.ts';
import { undisturbed } from '../../support/inbox/memory-bucket.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { losingFirstAnswers } from '../../support/sim/attempts.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { countCapacity } from '../../support/store/capacity.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { numbered } from '../numbered.ts';
import { anInbox, minute } from './an-inbox.ts';

// Runs of an inbox: files that come meanwhile, importers that run out of time or are killed at any call.

const db = useMemoryTable();
let made = 0;

function another(settings?: Partial<InboxSettings>, pageSize?: number) {
  made += 1;
  return anInbox(db.table, `inbox-${made}`, settings, pageSize);
}

const clientsCsv = (count: number) => ({
  'clients.csv': `Client ID,Name\n${numbered(count, (at) => `C${at},Client ${at}\n`).join('')}`,
});
const files = {
  ...clientsCsv(2),
  'notes.csv': 'Client ID,Created At,Created By,Content\nC0,2026-11-01,Ada,x\nC1,2026-11-02,Ada,y\n',
};
// after a kill, the next rebuild counts notes again
const factsOf = async (account: string) =>
  JSON.parse(
    JSON.stringify(
      (await dumpOf(db.table, account))
        .filter(({ sk }) => !['ROOT', 'FACTS'].includes(sk))
        .map(({ updatedAt: _, notes: __, ...item }) => item),
    ).replaceAll(account, 'ACCOUNT'),
  );
const foldersIn = (keys: readonly string[]) => keys.map((key) => key.split('/')[0]);

it('a run takes the oldest files, at most 500', async () => {
  const { account, put, deps } = await another(undefined, 1000);
  for (let at = 0; at < 501; at += 1) put({ [`${String(at).padStart(3, '0')}.csv`]: 'x' }, 1000 - at);
  const { files = [] } = (await draftRun(deps, account, defaultSettings)) ?? {};
  expect([files.length, files[0]?.name, files.at(-1)?.name]).toEqual([500, '500.csv', '001.csv']);
});

it('a run ends as it should if the response to the first attempt of every call is lost', async () => {
  const { account, put, deps, reports, asked } = await another();
  put(files);
  expect(await workInbox({ ...deps, table: losingFirstAnswers(db.open()) }, account)).toBe('done');

  expect(reports).toMatchObject([{ result: 'done', kinds: { clients: { added: 2 }, notes: { added: 2 } } }]);
  expect(asked).toMatchObject([{ message: { kind: 'score', customerId: account } }]);
  const { run, last } = await readInbox(db.table, account);
  expect({ run, last }).toMatchObject({ run: undefined, last: { result: 'done', files: 2 } });
});

it('a first run of which nothing is imported leaves the first scores, with their history, to the next', async () => {
  const { account, put, deps, asked } = await another();
  put({ 'clients.csv': 'Client ID,Name\n1,\n2,\n3,\n4,\n5,\n6,\n' });
  await workInbox(deps, account);
  expect(asked).toEqual([]);
});

it('a run that goes on compares nothing with what is stored, so that a large file comes to its end', async () => {
  const { account, put, deps, reports } = await another();
  const days = numbered(80, (at) => new Date(noon - at * 86_400_000).toISOString().slice(0, 10));
  // in the order of time: every batch has rows of all clients
  const rows = days.flatMap((day) => numbered(150, (at) => `C${at},${day},trust,0.5\n`));
  put({ ...clientsCsv(150), 'signals.csv': `Client ID,Date,Topic,Polarity\n${rows.join('')}` });
  const [first, last] = [db.open(), db.open()];
  const [spentFirst, spentLast] = [first, last].map(countCapacity);
  let batches = 0;

  expect(await workInbox({ ...deps, table: first, hasTime: () => ++batches < 7 }, account)).toBe('more');
  expect(await workInbox({ ...deps, table: last }, account)).toBe('done');
  expect(reports).toMatchObject([{ kinds: { clients: { added: 150 }, signals: { added: 12_000 } } }]);
  // of the six batches of signals only the last is left
  expect(spentLast?.calls).toBeLessThan((spentFirst?.calls ?? 0) / 4);
});

it('the lock stays with a run that goes on, and another import is refused meanwhile', async () => {
  const { account, put, deps, clock } = await another();
  put(clientsCsv(1100));
  expect(await workInbox({ ...deps, hasTime: () => false }, account)).toBe('more');
  clock.now += 4 * minute;
  const laptop = { work: 'import', place: 'a laptop', clock: deps.clock, randomBytes: bytesOf(randomOf(99)) } as const;

  await expect(withWriterLock(db.table, account, laptop, async () => 'done')).rejects.toThrow(AccountLocked);
  expect(await workInbox(deps, account)).toBe('done');
});

it('only so many records are removed as the account allows', async () => {
  const { account, put, deps, reports } = await another({ prune: true, maxRemovals: '1' });
  const outcomes: string[] = [];
  for (const count of [4, 3, 1]) {
    put(clientsCsv(count));
    outcomes.push(await workInbox(deps, account));
  }

  expect(outcomes).toEqual(['done', 'done', 'failed']);
  expect(reports[2]?.reason).toBe(
    '2 records are in no file and would be removed; --max-removals 1 allows 1. Nothing was imported.',
  );
});

describe('a version of a file', () => {
  it('that replaces one during its run is imported by the next run', async () => {
    const { account, bucket, put, settle } = await another();
    put({ 'clients.csv': 'Client ID,Name\nC1,Old\n' });
    bucket.around = async (name, send) => {
      const answer = await send();
      if (name !== 'GetObjectCommand') return answer;
      bucket.around = undisturbed;
      put({ 'clients.csv': 'Client ID,Name\nC1,New\n', 'streams.csv': 'Client ID,Stream ID,Name\nC1,s,S\n' });
      return answer;
    };
    await settle();

    const done = bucket.keys().filter((key) => key.startsWith('done/'));
    expect(done.map((key) => [key.split('/')[3], bucket.contentOf(key)?.split('\n')[1]])).toEqual([
      ['clients.csv', 'C1,Old'],
      ['clients.csv', 'C1,New'],
      ['streams.csv', 'C1,s,S'],
    ]);
    expect(JSON.stringify(await factsOf(account))).toContain('"name":"New"');
  });

  it('that was replaced before its run never comes back, and a deletion by a person stays one', async () => {
    const { bucket, put, account, settle } = await another();
    for (let count = 0; count < 10; count += 1) put({ 'clients.csv': `Client ID,Name\nC1,Name ${count}\n` });
    put({ 'notes.csv': 'nonsense' });
    bucket.hide(`in/${account}/notes.csv`);
    await settle();

    const left = bucket.keys().filter((key) => !key.startsWith('reports/'));
    expect(foldersIn(left)).toEqual(['done']);
    expect(left.map((key) => bucket.contentOf(key))).toEqual(['Client ID,Name\nC1,Name 9\n']);
  });
});

const odd = [
  '../up.csv',
  'a/b.csv',
  'a..csv',
  'b\u0000.csv',
  'c\u001b[2J.csv',
  'e+f&g=h%41.csv',
  'ü ñ 漢.csv',
  '.hidden.csv',
  `${'x'.repeat(900)}.csv`,
  'done/x.csv',
  '%2e%2e%2fup.csv',
  'a\\b.csv',
  'x.csv\n',
  ' .csv',
];
it(`${odd.length} hostile keys are moved or refused under plain names, and no other prefix is written`, async () => {
  const { account, bucket, settle, put } = await another();
  put(Object.fromEntries(odd.map((name) => [name, 'Client ID,Name\nC1,One\n'])));
  for (const key of [`in/${account}/`, `in/${account}/folder/`, 'in/', 'in/x', 'in/../evil/x.csv', `in/ghost/a.csv`])
    bucket.put(key, '');
  await settle();

  const left = bucket.keys().filter((key) => key.startsWith('in/'));
  expect(left).toEqual(['in/', 'in/../evil/x.csv', `in/${account}/`, `in/${account}/folder/`, 'in/x']);
  const moved = bucket.keys().filter((key) => !/^in\/|\/ghost\//.test(key));
  for (const key of moved) {
    expect(key).toMatch(
      new RegExp(
        `^(done|failed|waiting|reports|rejects)/${account}/[\\w-]+(/[\\p{L}\\p{N} ._()+-]+|\\.(json|txt|columns|records))$`,
        'u',
      ),
    );
  }
  expect(moved.filter((key) => /^(done|failed|waiting)\//.test(key))).toHaveLength(odd.length);
});

it('files of a folder without an account are moved to failed, with a report, and ring once', async () => {
  const { bucket, check, clock, logged } = await another();
  const [ghost, leaving] = ['ghost', 'leaving'].map(asAccount) as [Account, Account];
  await createAccount(db.table, leaving, 'X');
  await markDeleted(db.table, leaving, noon);
  for (const account of [ghost, leaving])
    for (const name of ['a.csv', 'b.csv']) bucket.put(`in/${account}/${name}`, 'x');
  for (let count = 0; count < 3; count += 1) {
    clock.now += 5 * minute;
    await check();
  }

  expect(bucket.keys().map((key) => key.replace(/\d{8}T[^/.]*/, 'RUN'))).toEqual([
    ...['a.csv', 'b.csv'].map((name) => `failed/ghost/RUN/${name}`),
    // whoever deletes the account deletes them
    ...['a.csv', 'b.csv'].map((name) => `in/leaving/${name}`),
    ...['json', 'txt'].map((ending) => `reports/ghost/RUN.${ending}`),
  ]);
  const report = bucket.contentOf(bucket.keys().at(-1) ?? '');
  expect(report).toContain('There is no account ghost. Put the files into the folder of an account, or create');
  expect(logged.map(({ InboxErrors }) => InboxErrors)).toEqual([1, 0, 0]);
  expect(logged[0]).toMatchObject({ level: 'error', refused: ['ghost'] });
});

it('an account with thousands of files keeps no other waiting', async () => {
  const { bucket, check, sent, put, clock, account } = await another();
  const hostile = asAccount('a-flood');
  await createAccount(db.table, hostile, 'Flood');
  for (let count = 0; count < 3000; count += 1) bucket.put(`in/${hostile}/${count}.csv`, 'x');
  put(files);
  clock.now += 31 * minute;
  bucket.calls.length = 0;
  await check();

  expect(sent.map(({ message }) => message.customerId)).toEqual([hostile, account]);
  // three a page: a thousand of the first account, and then the next one
  expect(bucket.calls.length).toBeLessThan(340);
});

it('a run that is out of time goes on with a message of its own, and one that is killed with the next check', async () => {
  const { put, check, sent, deliver, clock, account, bucket, logged, deps, asked } = await another();
  put(clientsCsv(2600));
  clock.now += 6 * minute;
  await check();
  let parts = 0;
  while (sent.shift()) {
    parts += 1;
    // the second part is killed after it stored how far it came
    const table = parts === 2 ? dying(db, { call: 12, moment: 'after' }).table : db.table;
    await deliver({ ...deps, table }, 0);
    if (parts === 2) {
      clock.now += 17 * minute;
      await check();
    }
    if (parts > 20) throw new Error('no end');
  }
  const { last, run } = await readInbox(db.table, account);
  const report = bucket.contentOf(`reports/${account}/${last?.id}.json`) ?? '';

  expect({ run, result: last?.result, parts: parts > 4 }).toEqual({ run: undefined, result: 'done', parts: true });
  expect(JSON.parse(report).kinds).toEqual({ clients: { added: 2600, changed: 0, unchanged: 0 } });
  expect(logged.filter(({ outcome }) => outcome === 'more').length).toBeGreaterThan(2);
  // the last part does not know which clients the first ones changed
  const message = { kind: 'score', customerId: account, runDate: '2026-11-20', again: true, history: 90 };
  expect(asked.map((each) => each.message)).toEqual([message]);
});

it('the third attempt that does not end is given up by the check, with a notice', async () => {
  const { put, check, sent, deliver, clock, account, bucket, notices } = await another();
  put(files);
  bucket.around = async (name, send) => {
    if (name === 'GetObjectCommand') throw new Killed();
    return send();
  };
  const attempts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    clock.now += 17 * minute;
    if (round === 3) bucket.around = undisturbed;
    await check();
    attempts.push(sent.length);
    for (const _ of sent.splice(0)) await deliver();
  }

  expect(attempts).toEqual([1, 1, 1, 0, 0]);
  expect(foldersIn(bucket.keys())).toEqual(['failed', 'failed', 'reports', 'reports']);
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('Three attempts did not end.')]);
  expect((await readInbox(db.table, account)).last?.result).toBe('failed');
});

const nth = 8;

it(`an importer that is killed at ${everyNthSaid(nth)} write of the table and at every call of the bucket loses and doubles nothing, with messages that come twice and late, and another importer at once`, async () => {
  const waiting = async () => {
    const inbox = await another();
    inbox.put(files);
    inbox.clock.now += 6 * minute;
    await inbox.check();
    return inbox;
  };
  const first = await waiting();
  const whole = dying(db);
  first.bucket.around = whole.around;
  await first.deliver({ ...first.deps, table: whole.table });
  const expected = await factsOf(first.account);
  expect(foldersIn(first.bucket.keys())).toEqual(['done', 'done', 'reports', 'reports', 'reports']);

  const { bucket: ofBucket = [], table: ofTable = [] } = Object.groupBy(deathsIn(whole.calls), ({ call }) =>
    whole.calls[call]?.endsWith('Command') ? 'bucket' : 'table',
  );
  for (const death of [...everyNth(nth, ofTable), ...ofBucket]) {
    const { account, bucket, deps, deliver, settle, asked } = await waiting();
    const killed = dying(db, death);
    bucket.around = killed.around;
    await deliver({ ...deps, table: killed.table });
    bucket.around = undisturbed;
    // the same message again, by two importers at once, before the run is free and after
    await Promise.all([deliver(), deliver()]);
    await settle();
    await deliver();

    const { run, last } = await readInbox(db.table, account);
    const incoming = bucket.versions().filter(({ key }) => key.startsWith('in/'));
    expect(await factsOf(account), JSON.stringify(death)).toEqual(expected);
    expect({
      folders: foldersIn(bucket.keys()),
      incoming,
      run,
      result: last?.result,
      isAsked: asked.length > 0,
      death,
    }).toEqual({
      folders: ['done', 'done', 'reports', 'reports', 'reports'],
      incoming: [],
      run: undefined,
      result: 'done',
      isAsked: true,
      death,
    });
  }
});

it('keeps no preset that fitted if mappings were given during the run', async () => {
  const { account } = await another({ learned: true });
  const before = (await readInbox(db.table, account)).settings;
  const given = { maps: [{ name: 'hubspot' }], score: false, prune: false };
  await saveInboxSettings(db.table, account, given);
  await learnPresets(db.table, account, before, ['zendesk']);
  expect((await readInbox(db.table, account)).settings).toEqual(given);
});
