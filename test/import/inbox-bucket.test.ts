import { describe, expect, it } from 'vitest';
import { create as createImporter } from '../../functions/importer/handler.ts';
import { create as createCheck } from '../../functions/inbox/handler.ts';
import { s3Store } from '../../import/inbox/aws/s3-store.ts';
import type { InboxJobDeps, InboxMessage } from '../../import/inbox/aws/start.ts';
import type { Notice } from '../../import/inbox/notice.ts';
import type { Outgoing } from '../../shared/jobs/queue.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { markDeleted } from '../../shared/table/access/deleted-accounts.ts';
import { type InboxSettings, readInbox, saveInboxSettings } from '../../shared/table/arrivals/inboxes.ts';
import { type Account, asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { deathsIn, dying, Killed } from '../support/faults/dying.ts';
import { memoryBucket } from '../support/inbox/memory-bucket.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';
import { everyNth, everyNthSaid } from '../support/size.ts';
import { dumpOf } from '../support/store/dump.ts';
import { useMemoryTable } from '../support/store/table.ts';

// The functions of the inbox on a bucket: a schedule, a queue per account, importers that are killed at any call.

const db = useMemoryTable();
const minute = 60_000;
let made = 0;

async function aDeployment(settings?: Partial<InboxSettings>) {
  made += 1;
  const account = asAccount(`bucket-${made}`);
  await createAccount(db.table, account, 'X');
  if (settings) await saveInboxSettings(db.table, account, { maps: [], score: false, prune: false, ...settings });
  let now = noon;
  const bucket = memoryBucket(() => now, 3);
  const asked: Outgoing[] = [];
  const notices: Notice[] = [];
  const logged: { InboxErrors?: number; outcome?: string }[] = [];
  let queued: { id: string; message: InboxMessage }[] = [];
  const seen = new Set<string>();
  const depsOn = (table: Table = db.table, client = bucket.client): InboxJobDeps => ({
    ...{ table, store: s3Store(client, 'bucket'), holdFor: 16 * minute, importer: { place: 'the inbox' } },
    ...{ clock: () => now, randomBytes: bytesOf(randomOf(made)) },
    ask: async (requests) => void asked.push(...requests),
    notify: async (_, notice) => void notices.push(notice),
    queue: {
      send: async (messages) => {
        for (const each of messages) if (!seen.has(each.id)) queued.push(each);
        for (const { id } of messages) seen.add(id);
      },
      release: async () => undefined,
    },
    log: (record) => void logged.push(record),
    consumed: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  });
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  const put = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) bucket.put(`in/${account}/${name}`, text);
  };
  const check = (deps = depsOn()) => createCheck(deps)();
  const deliver = (message: InboxMessage, deps = depsOn(), remaining = () => 15 * minute) =>
    createImporter(deps)(
      { Records: [{ body: JSON.stringify(message), receiptHandle: '1', messageId: '1' }] } as never,
      { getRemainingTimeInMillis: remaining },
    );
  const take = () => {
    const messages = queued.map(({ message }) => message);
    queued = [];
    return messages;
  };
  /** Checks and imports until nothing is left to do. */
  const settle = async () => {
    for (let round = 0; round < 8; round += 1) {
      wait(17 * minute);
      await check();
      for (const message of take()) await deliver(message);
    }
  };
  return { account, bucket, put, check, deliver, take, settle, wait, depsOn, asked, notices, logged };
}

const files = {
  'clients.csv': 'Client ID,Name\nC1,One\nC2,Two\n',
  'notes.csv': 'Client ID,Created At,Created By,Content\nC1,2026-11-01,Ada,x\nC2,2026-11-02,Ada,y\n',
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

it('files are imported five minutes after the last one arrived, and an empty inbox costs one call', async () => {
  const { account, bucket, put, check, take, deliver, wait, notices } = await aDeployment();
  wait(5 * minute);
  await check();
  expect(bucket.calls).toEqual(['ListObjectVersionsCommand']);

  put(files);
  await check();
  expect(take()).toEqual([]);
  wait(5 * minute);
  await check();
  await check();
  const messages = take();
  expect(messages).toEqual([{ customerId: account }]);
  for (const message of messages) await deliver(message);

  expect(foldersIn(bucket.keys())).toEqual(['done', 'done', 'reports', 'reports']);
  expect(bucket.versions().filter(({ key }) => key.startsWith('in/'))).toEqual([]);
  expect(await readInbox(db.table, account)).toMatchObject({ last: { result: 'done', files: 2 } });
  expect(notices).toEqual([]);
});

describe('a version of a file', () => {
  it('that replaces one during its run is imported by the next run', async () => {
    const { account, bucket, put, settle } = await aDeployment();
    put({ 'clients.csv': 'Client ID,Name\nC1,Old\n' });
    bucket.onCall = (name, moment) => {
      if (name !== 'GetObjectCommand' || moment !== 'after') return;
      bucket.onCall = () => undefined;
      put({ 'clients.csv': 'Client ID,Name\nC1,New\n', 'streams.csv': 'Client ID,Stream ID,Name\nC1,s,S\n' });
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
    const { bucket, put, account, settle } = await aDeployment();
    for (let count = 0; count < 10; count += 1) put({ 'clients.csv': `Client ID,Name\nC1,Name ${count}\n` });
    put({ 'notes.csv': 'nonsense' });
    bucket.hide(`in/${account}/notes.csv`);
    await settle();

    expect(bucket.keys().filter((key) => /^(in|failed)\//.test(key))).toEqual([]);
    expect(
      bucket
        .keys()
        .filter((key) => key.startsWith('done/'))
        .map((key) => bucket.contentOf(key)),
    ).toEqual(['Client ID,Name\nC1,Name 9\n']);
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
  const { account, bucket, settle, put } = await aDeployment();
  put(Object.fromEntries(odd.map((name) => [name, 'Client ID,Name\nC1,One\n'])));
  for (const key of [`in/${account}/`, `in/${account}/folder/`, 'in/', 'in/x', 'in/../evil/x.csv', `in/ghost/a.csv`])
    bucket.put(key, '');
  await settle();

  const left = bucket.keys().filter((key) => key.startsWith('in/'));
  expect(left).toEqual(['in/', 'in/../evil/x.csv', `in/${account}/`, `in/${account}/folder/`, 'in/x']);
  const moved = bucket.keys().filter((key) => !/^in\/|\/ghost\//.test(key));
  for (const key of moved) {
    expect(key).toMatch(
      new RegExp(`^(done|failed|reports|rejects)/${account}/[\\w-]+(/[\\p{L}\\p{N} ._()+-]+|\\.json|\\.txt)$`, 'u'),
    );
  }
  expect(moved.filter((key) => /^(done|failed)\//.test(key))).toHaveLength(odd.length);
});

it('files of a folder without an account are moved to failed, with a report, and ring once', async () => {
  const { bucket, check, wait, logged } = await aDeployment();
  const [ghost, leaving] = ['ghost', 'leaving'].map(asAccount) as [Account, Account];
  await createAccount(db.table, leaving, 'X');
  await markDeleted(db.table, leaving, noon);
  for (const account of [ghost, leaving])
    for (const name of ['a.csv', 'b.csv']) bucket.put(`in/${account}/${name}`, 'x');
  for (let count = 0; count < 3; count += 1) {
    wait(5 * minute);
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
  const { bucket, check, take, put, wait, account } = await aDeployment();
  const hostile = asAccount('a-flood');
  await createAccount(db.table, hostile, 'Flood');
  for (let count = 0; count < 3000; count += 1) bucket.put(`in/${hostile}/${count}.csv`, 'x');
  put(files);
  wait(31 * minute);
  bucket.calls.length = 0;
  await check();

  expect(take()).toEqual([{ customerId: hostile }, { customerId: account }]);
  // three a page: a thousand of the first account, and then the next one
  expect(bucket.calls.length).toBeLessThan(340);
});

it('a run that is out of time goes on with a message of its own, and one that is killed with the next check', async () => {
  const { put, check, take, deliver, wait, account, bucket, logged, depsOn } = await aDeployment();
  const rows = Array.from({ length: 2600 }, (_, at) => `C${at},Client ${at}\n`).join('');
  put({ 'clients.csv': `Client ID,Name\n${rows}` });
  wait(6 * minute);
  await check();
  let parts = 0;
  for (let message = take()[0]; message; message = take()[0]) {
    parts += 1;
    // the second part is killed after it stored how far it came
    const killed = parts === 2 ? dying(db, { call: 12, moment: 'after' }).table : db.table;
    await deliver(message, depsOn(killed), () => 0);
    if (parts === 2) {
      wait(17 * minute);
      await check();
    }
    if (parts > 20) throw new Error('no end');
  }
  const { last, run } = await readInbox(db.table, account);
  const report = bucket.contentOf(`reports/${account}/${last?.id}.json`) ?? '';

  expect({ run, result: last?.result, parts: parts > 4 }).toEqual({ run: undefined, result: 'done', parts: true });
  expect(JSON.parse(report).kinds).toEqual({ clients: { added: 2600, changed: 0, unchanged: 0 } });
  expect(logged.filter(({ outcome }) => outcome === 'more').length).toBeGreaterThan(2);
});

it('the third attempt that does not end is given up by the check, with a notice', async () => {
  const { put, check, take, deliver, wait, account, bucket, notices, depsOn } = await aDeployment();
  put(files);
  bucket.onCall = (name) => {
    if (name === 'GetObjectCommand') throw new Killed();
  };
  const attempts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    wait(17 * minute);
    if (round === 3) bucket.onCall = () => undefined;
    await check();
    const messages = take();
    attempts.push(messages.length);
    for (const message of messages) await deliver(message, depsOn());
  }

  expect(attempts).toEqual([1, 1, 1, 0, 0]);
  expect(foldersIn(bucket.keys())).toEqual(['failed', 'failed', 'reports', 'reports']);
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('Three attempts did not end.')]);
  expect((await readInbox(db.table, account)).last?.result).toBe('failed');
});

const nth = 8;

describe(`an importer that is killed at ${everyNthSaid(nth)} write of the table and at every call of the bucket`, () => {
  it('loses and doubles nothing, with messages that come twice and late, and another importer at once', async () => {
    const undisturbed = await aDeployment();
    undisturbed.put(files);
    undisturbed.wait(6 * minute);
    await undisturbed.check();
    undisturbed.bucket.calls.length = 0;
    const whole = dying(db);
    for (const message of undisturbed.take()) await undisturbed.deliver(message, undisturbed.depsOn(whole.table));
    const expected = await factsOf(undisturbed.account);
    const calls = undisturbed.bucket.calls.length;
    expect(foldersIn(undisturbed.bucket.keys())).toEqual(['done', 'done', 'reports', 'reports']);

    const bucketDeaths = Array.from({ length: calls }, (_, at) =>
      (['before', 'after'] as const).map((when) => ({ at, when })),
    ).flat();
    for (const death of [...everyNth(nth, deathsIn(whole.calls)), ...bucketDeaths]) {
      const each = await aDeployment();
      each.put(files);
      each.wait(6 * minute);
      await each.check();
      const [message] = each.take();
      if (!message) throw new Error('no message');
      each.bucket.calls.length = 0;
      let isDead = false;
      if ('at' in death) {
        each.bucket.onCall = (_, moment, call) => {
          isDead ||= call === death.at && moment === death.when;
          if (isDead) throw new Killed();
        };
      }
      const mortal = 'at' in death ? db.table : dying(db, death).table;
      await each.deliver(message, each.depsOn(mortal));
      each.bucket.onCall = () => undefined;
      // the same message again, by two importers at once, before the run is free and after
      await Promise.all([each.deliver(message), each.deliver(message)]);
      await each.settle();
      await each.deliver(message);

      const said = JSON.stringify(death);
      expect(await factsOf(each.account), said).toEqual(expected);
      expect(foldersIn(each.bucket.keys()), said).toEqual(['done', 'done', 'reports', 'reports']);
      expect(
        each.bucket.versions().filter(({ key }) => key.startsWith('in/')),
        said,
      ).toEqual([]);
      const { run, last } = await readInbox(db.table, each.account);
      expect({ run, result: last?.result }, said).toEqual({ run: undefined, result: 'done' });
      expect(each.asked.length, said).toBeGreaterThan(0);
    }
  });
});
