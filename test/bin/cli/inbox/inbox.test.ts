import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SNSClient } from '@aws-sdk/client-sns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNewAccount, deleteAccount } from '../../../../bin/cli/accounts/delete-account.ts';
import { openInboxBucket } from '../../../../bin/cli/service/inbox-bucket.ts';
import { localInbox, watchInbox } from '../../../../bin/local/inbox/watch-inbox.ts';
import { s3Store } from '../../../../import/inbox/aws/s3-store.ts';
import type { InboxDeps } from '../../../../import/inbox/deps.ts';
import { folderStore } from '../../../../import/inbox/folder-store.ts';
import { prefixesOf } from '../../../../import/inbox/keys.ts';
import type { RunReport } from '../../../../import/inbox/report.ts';
import { workInbox } from '../../../../import/inbox/work-inbox.ts';
import type { Outgoing } from '../../../../shared/jobs/queue.ts';
import { createAccount } from '../../../../shared/table/access/accounts.ts';
import { defaultSettings, readInbox, saveInboxSettings } from '../../../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../../shared/table/store/table.ts';
import { storedRun } from '../../../import/inbox/an-inbox.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { Killed } from '../../../support/faults/dying.ts';
import { memoryBucket, undisturbed } from '../../../support/inbox/memory-bucket.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { noon } from '../../../support/service/deps.ts';
import { aroundCalls } from '../../../support/store/clients.ts';
import { endpointBehind } from '../../../support/store/stores.ts';
import { memoryTable, useMemoryTable } from '../../../support/store/table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const db = useMemoryTable();
const folder = temporaryFolder();
const randomBytes = bytesOf(randomOf(3));

/** Long after the files were put there. */
const inboxIn = (box: string, table: Table, ask: (outgoing: readonly Outgoing[]) => unknown, reports: RunReport[]) =>
  localInbox(box, {
    table,
    clock: () => Date.now() + 60_000,
    randomBytes,
    ask: ask as InboxDeps['ask'],
    onReport: (report) => void reports.push(report),
  });

it('the local service makes the folder of every account, imports them side by side, and goes on after failures', async () => {
  const box = temporaryFolder({ 'clients.csv': 'Client ID,Name\nC1,One\n' });
  const store = folderStore(box);
  const table = memoryTable('job');
  const quick = ['fourth', 'fifth', 'sixth'];
  for (const name of ['first', 'second', 'third', ...quick]) await createAccount(table, asAccount(name), name);
  for (const name of ['first', 'second', ...quick])
    await store.upload(`in/${name}/clients.csv`, join(box, 'clients.csv'));
  await storedRun(table, asAccount('third'), { attempts: 3 });
  // where the folder of its reports should be
  await store.put('reports/third', '');
  let looks = 0;
  const removeFailure = aroundCalls(table, async (send) => {
    looks += 1;
    if (looks === 1) throw new Error('no table');
    return send();
  });
  // more than run at once: the first ends once all others have asked, and keeps only its own place until then
  const othersAsked = Promise.withResolvers<void>();
  const asked = new Set<string | undefined>();
  const send = async ([request]: readonly Outgoing[]) => {
    const name = request?.message.customerId;
    if (name === 'first') return othersAsked.promise;
    asked.add(name);
    // after the first look at the accounts
    if (name === 'fourth') await createAccount(table, asAccount('later'), 'Later');
    if (asked.size === 4) othersAsked.resolve();
    if (name !== 'second') return;
    throw Object.assign(new Error('busy'), { code: 'E' });
  };
  const [reports, failures]: [RunReport[], string[]] = [[], []];
  const inboxes = inboxIn(box, table, send, reports);
  const watching = watchInbox(
    box,
    inboxes,
    (account) => workInbox(inboxes, account),
    (account, error) =>
      failures.push(`${account}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`),
  );
  onTestFinished(async () => {
    othersAsked.resolve();
    await watching.stop();
  });
  await vi.waitFor(
    () =>
      expect([reports.length, [...new Set(failures)].toSorted(), existsSync(join(box, 'in', 'later'))]).toEqual([
        4,
        [': no table', 'second: E', 'third: EEXIST'],
        true,
      ]),
    { timeout: 60_000 },
  );
  removeFailure();

  expect(reports.map(({ account, result }) => [account, result]).toSorted()).toEqual(
    ['fifth', 'first', 'fourth', 'sixth'].map((name) => [name, 'done']),
  );
  expect(readdirSync(join(box, 'in')).toSorted()).toEqual([
    'fifth',
    'first',
    'fourth',
    'later',
    'second',
    'sixth',
    'third',
  ]);
});

it('the end of the watch waits for the imports under way, and begins no other', async () => {
  const box = temporaryFolder({ 'clients.csv': 'Client ID,Name\nC1,One\n' });
  const table = memoryTable('job');
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) {
    await createAccount(table, asAccount(name), name);
    await folderStore(box).upload(`in/${name}/clients.csv`, join(box, 'clients.csv'));
  }
  const [all, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const send = () => {
    asked += 1;
    if (asked === 4) all.resolve();
    return released.promise;
  };
  const reports: RunReport[] = [];
  const inboxes = inboxIn(box, table, send, reports);
  const watching = watchInbox(box, inboxes, (account) => workInbox(inboxes, account), expect.unreachable);
  await all.promise;
  const stopped = watching.stop();
  released.resolve();
  await stopped;

  expect(reports.map(({ account }) => account).toSorted()).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('the end of an account waits for its run, and takes all versions of its files, its settings and its notices', async () => {
  const [account, other] = [asAccount('ending'), asAccount('ending-2')];
  const notify = [{ address: 'a@example.com', subscription: 'arn:ours' }];
  for (const each of [account, other]) {
    await createAccount(db.table, each, 'X');
    await saveInboxSettings(db.table, each, { maps: [], score: false, prune: false, notify });
  }
  let now = noon;
  const bucket = memoryBucket(() => now, 3);
  const keys = [account, other].flatMap((each) => prefixesOf(each).map((prefix) => `${prefix}clients.csv`));
  for (const key of keys) for (const name of ['One', 'Two']) bucket.put(key, `Client ID,Name\nC1,${name}\n`);
  for (const key of keys) if (!key.startsWith('in/')) bucket.hide(key);
  const store = s3Store(bucket.client, 'bucket');
  // an importer that is killed holds its run for a while
  bucket.around = async (name, send) => {
    if (name === 'GetObjectCommand') throw new Killed();
    return send();
  };
  const deps = { table: db.table, store, importer: { place: 'a test' }, clock: () => now, randomBytes };
  await workInbox({ ...deps, holdFor: 960_000, ask: async () => undefined }, account).catch(() => undefined);
  bucket.around = undisturbed;
  const until = (await readInbox(db.table, account)).run?.until ?? 0;

  const waits: string[] = [];
  const unsubscribed: string[] = [];
  const inboxBucket = { unsubscribe: async (arn: string) => void unsubscribed.push(arn) } as never;
  await deleteAccount({ table: db.table, inbox: store, inboxBucket }, account, {
    clock: () => now,
    randomBytes,
    onWait: (reason) => waits.push(reason),
    pause: async (milliseconds) => {
      now += milliseconds;
    },
  });

  expect(waits.at(-1)).toMatch(/^Waiting: the inbox of ending is working on run /);
  expect(now).toBeGreaterThanOrEqual(until);
  expect(unsubscribed).toEqual(['arn:ours']);
  const left = new Set(bucket.versions().map(({ key }) => key));
  expect([...left].toSorted()).toEqual(keys.filter((key) => key.includes('/ending-2/')).toSorted());
  expect(await readInbox(db.table, account)).toMatchObject({ settings: { maps: [] } });
  expect((await readInbox(db.table, account)).settings.notify).toBeUndefined();
  expect((await readInbox(db.table, other)).settings.notify).toEqual(notify);
});

it('an account whose deletion was killed is created again without the files and the settings of the first one', async () => {
  const account = asAccount('again');
  const store = folderStore(temporaryFolder());
  await createAccount(db.table, account, 'X');
  await saveInboxSettings(db.table, account, { maps: [], score: false, prune: true });
  await store.put('in/again/clients.csv', 'Client ID,Name\nC1,One\n');
  let now = noon;
  const deletion = {
    clock: () => now,
    randomBytes,
    pause: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const killed = { ...store, remove: () => Promise.reject(new Killed()) };
  await deleteAccount({ table: db.table, inbox: killed }, account, deletion).catch(() => undefined);

  expect(await createNewAccount({ table: db.table, inbox: store }, account, 'New', deletion)).toBe(true);
  expect((await readInbox(db.table, account)).settings).toEqual(defaultSettings);
  expect((await store.list('in/again/')).files).toEqual([]);
});

/** The commands of an account, whose links lead to this address. */
async function linkingTo(settings: S3ClientConfig) {
  const credentials = async () => ({ accessKeyId: 'a', secretAccessKey: 'b' });
  const given = { region: 'eu-west-1', credentials, ...settings };
  const clients = { files: new S3Client(given), notices: new SNSClient({ region: 'eu-west-1', credentials }) };
  const address = { name: 'box', region: 'eu-west-1', partition: 'aws', accountId: '1', topicArn: 'arn' };
  const inboxBucket = openInboxBucket({ ...address, kmsKeyArn: undefined }, clients);
  const linking = cliOn(() => db.table, { target: { inbox: folderStore(folder), inboxBucket } });
  await linking('accounts create --account linked --name Linked');
  return linking;
}

it.each(["it's.csv", 'a"b.csv', 'semi;colon, x.csv', 'a;type=text.csv', '$HOME `id`.csv'])(
  'the curl line of a link puts the file %s under its name',
  async (name) => {
    let sent = '';
    const endpoint = await endpointBehind(async (request, response) => {
      sent = await text(request);
      response.writeHead(204).end();
    });
    const linking = await linkingTo({ endpoint, forcePathStyle: true });
    const cwd = temporaryFolder({ [name]: 'Client ID,Name\n' });

    const { out } = await linking(`inbox link ${name.includes(' ') ? `"${name}"` : name} --account linked`);
    await promisify(execFile)('sh', ['-c', `${out[0]} --silent`], { cwd });

    const [, key] = sent.match(/name="key"\r\n\r\n(.*)\r\n/) ?? [];
    expect(key).toBe(`in/linked/${name}`);
    expect(sent).toMatch(/\r\n\r\nClient ID,Name\n\r\n--.*--\r\n$/);
  },
);

it.each([
  ['the hours that were asked for', {}, /^It ends at 2026-11-21T00:00Z\.$/],
  ['the end of the session', { sessionToken: 't', expiration: new Date('2026-11-20T12:40:00Z') }, /T12:40Z\.$/],
  ['that a session may end earlier', { sessionToken: 't' }, /Z, or with your AWS session if that ends earlier\.$/],
])('a link says when it ends: %s', async (_, session, expected) => {
  const linking = await linkingTo({
    credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b', ...session }),
  });
  const { out } = await linking('inbox link clients.csv --account linked');

  expect(out[0]).toMatch(/^curl -f .*-F 'file=@"clients.csv"' https:\/\/box\.s3\.eu-west-1\.amazonaws\.com\/$/);
  expect(out[1]).toMatch(expected);
});
