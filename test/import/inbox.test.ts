import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { InboxDeps } from '../../import/inbox/deps.ts';
import type { FileStore } from '../../import/inbox/file-store.ts';
import { folderStore } from '../../import/inbox/folder-store.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { workInbox } from '../../import/inbox/work-inbox.ts';
import type { Outgoing } from '../../shared/jobs/queue.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { deleteInbox, type InboxSettings, readInbox, saveInboxSettings } from '../../shared/table/arrivals/inboxes.ts';
import { AccountLocked, withWriterLock } from '../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { deathsIn, dying, Killed } from '../support/faults/dying.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';
import { losingFirstAnswers } from '../support/sim/attempts.ts';
import { everyNth, everyNthSaid } from '../support/size.ts';
import { countCapacity } from '../support/store/capacity.ts';
import { dumpOf } from '../support/store/dump.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf, zipOf } from '../support/xlsx.ts';
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

const systems = {
  'companies.csv': 'Record ID,Company name,Company owner,City\n9001,Harbor Light Foods,Ada,Lisbon\n',
  'survey.csv': 'Response ID,Company,Submitted At,NPS\nr-1,Harbor Light Foods,2026-11-10T08:00:00Z,9\n',
};

it('files of other systems fail without a mapping, and the report says which presets read them', async () => {
  const { account, put, depsOn, reports, tree } = await anInbox();
  put(systems);

  expect(await workInbox(depsOn(), account)).toBe('failed');
  expect(reports[0]?.reason).toBe(
    `companies.csv, survey.csv: not named after a kind, but read with --map hubspot --map surveys. Say so once: client-health inbox configure --account ${account} --map hubspot --map surveys; then put the files into the inbox again.`,
  );
  expect(tree().filter((path) => path.startsWith('failed/'))).toHaveLength(2);
});

it('a file that is added or replaced during a run belongs to the next one', async () => {
  const { account, put, depsOn, tree, folder } = await anInbox();
  put(files);
  const store = folderStore(folder);
  let isFirst = true;
  const meddling: FileStore = {
    ...store,
    put: async (key, text) => {
      if (isFirst)
        put({ 'clients.csv': 'Client ID,Name\nC3,Three\n', 'streams.csv': 'Client ID,Stream ID,Name\nC3,s,S\n' });
      isFirst = false;
      await store.put(key, text);
    },
  };

  expect(await workInbox(depsOn(db.table, meddling), account)).toBe('done');
  expect(tree().filter((path) => path.startsWith('in/'))).toEqual([
    `in/${account}/clients.csv`,
    `in/${account}/streams.csv`,
  ]);
  expect(await workInbox(depsOn(), account)).toBe('done');
  expect((await factsOf(account)).map(({ sk }) => sk)).toEqual(expect.arrayContaining(['CLIENT#C3', 'STREAM#C3#s']));
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

it('a run that went on without scoring asks for all views', async () => {
  const { account, put, depsOn, asked } = await anInbox({ score: false });
  put(manyClients);
  let batches = 0;
  while ((await workInbox({ ...depsOn(), hasTime: () => ++batches % 2 === 1 }, account)) === 'more');

  expect(asked.map(({ message }) => message)).toEqual([{ kind: 'rebuild', customerId: account }]);
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

it('a run whose files take too long to read is refused before anything is written', async () => {
  const { account, put, depsOn, reports } = await anInbox();
  put(files);
  let now = noon;
  const deps = { ...depsOn(), clock: () => (now += 1000), mostReading: 500 };

  expect(await workInbox(deps, account)).toBe('failed');
  expect(reports[0]?.reason).toMatch(/Reading the files takes longer than .* client-health import FOLDER --account/);
  expect((await factsOf(account)).filter(({ sk }) => sk.startsWith('CLIENT#'))).toEqual([]);
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

const nth = 10;

describe(`an importer that is killed at ${everyNthSaid(nth)} point of the table, and at every point of the files`, () => {
  it('leaves nothing lost, doubled or locked', async () => {
    const undisturbed = await anInbox({ maps: [{ name: 'hubspot' }] });
    undisturbed.put(files);
    const whole = dying(db);
    await workInbox(undisturbed.depsOn(whole.table), undisturbed.account);
    const plain = (items: Awaited<ReturnType<typeof factsOf>>, account: string) =>
      JSON.parse(JSON.stringify(items).replaceAll(account, 'ACCOUNT'));
    const expected = plain(await factsOf(undisturbed.account), undisturbed.account);
    expect(expected.length).toBeGreaterThan(3);

    const tableDeaths = everyNth(nth, deathsIn(whole.calls));
    const operations = ['list', 'download', 'put', 'move'] as const;
    const storeDeaths = operations.flatMap((operation) =>
      [0, 1].flatMap((call) => (['before', 'after'] as const).map((moment) => ({ operation, call, moment }))),
    );
    for (const death of [...tableDeaths, ...storeDeaths]) {
      const inbox = await anInbox({ maps: [{ name: 'hubspot' }] });
      inbox.put(files);
      const store = folderStore(inbox.folder);
      const mortal = 'operation' in death ? db.table : dying(db, death).table;
      const breaking = 'operation' in death ? dyingStore(store, death as StoreDeath) : store;
      const first = await workInbox(inbox.depsOn(mortal, breaking), inbox.account).catch(() => 'killed');
      inbox.wait(17 * minute);
      const second = await workInbox(inbox.depsOn(), inbox.account);

      const said = JSON.stringify(death);
      // a kill after the last write leaves nothing to do
      expect(first === 'done' ? 'done' : second, said).toMatch(/^(done|nothing)$/);
      expect(plain(await factsOf(inbox.account), inbox.account), said).toEqual(expected);
      expect(
        inbox.tree().map((path) => path.split('/')[0]),
        said,
      ).toEqual(['done', 'done', 'reports', 'reports']);
      expect((await readInbox(db.table, inbox.account)).run, said).toBeUndefined();
      expect(inbox.asked.length, said).toBeGreaterThan(0);
      await deleteInbox(db.table, inbox.account);
    }
  });
});

interface StoreDeath {
  readonly operation: 'list' | 'download' | 'put' | 'move';
  readonly call: number;
  readonly moment: 'before' | 'after';
}

/** A store that fails at one of its calls, and at all later ones. */
function dyingStore(store: FileStore, { operation, call, moment }: StoreDeath): FileStore {
  let calls = 0;
  let isDead = false;
  const wrap =
    <A extends unknown[], R>(name: string, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (isDead) throw new Killed();
      isDead = name === operation && calls++ === call;
      if (isDead && moment === 'before') throw new Killed();
      const result = await work(...args);
      if (isDead) throw new Killed();
      return result;
    };
  return {
    ...store,
    list: wrap('list', store.list),
    download: wrap('download', store.download),
    put: wrap('put', store.put),
    move: wrap('move', store.move),
  };
}

const clients = 'Client ID,Name\nC1,One\n';
const bomb = gzipSync(Buffer.alloc(30 * 2 ** 20, 'a'));
const hostile: readonly (readonly [string, string, string | Uint8Array])[] = [
  ['dots in a row', 'a..csv', clients],
  ['a hidden file', '.clients.csv', clients],
  ['a bell in its name', 'cli\u0007ents.csv', clients],
  ['an escape in its name', '\u001b[2Jclients.csv', clients],
  ['a reversed name', 'clients\u202evsc.exe.csv', clients],
  ['a line end in its name', 'clients\n.csv', clients],
  ['a backslash', '..\\clients.csv', clients],
  ['a program', 'run.exe', 'MZ'],
  ['a script', 'run.sh', 'rm -rf /'],
  ['a macro workbook', 'clients.xlsm', 'PK'],
  ['an old workbook', 'clients.xls', '\u00d0\u00cf'],
  ['a zip archive', 'clients.zip', zipOf({ 'clients.csv': clients })],
  ['a zip archive named csv', 'clients.csv', zipOf({ 'clients.csv': clients })],
  ['an archive of one repeated letter', 'clients.csv.gz', bomb],
  ['half an archive', 'clients.csv.gz', gzipSync(clients.repeat(100)).subarray(0, 40)],
  ['no archive', 'clients.csv.gz', clients],
  ['a workbook cut off', 'clients.xlsx', workbookOf({ clients: [['Client ID', 'Name']] }).subarray(0, 200)],
  ['no workbook', 'clients.xlsx', 'hello'],
  ['a workbook without sheets', 'clients.xlsx', zipOf({ 'xl/workbook.xml': '<workbook/>' })],
  ['a workbook with another zip in it', 'clients.xlsx', zipOf({ 'a.zip': 'PK\u0003\u0004' })],
  ['nothing', 'clients.csv', ''],
  ['only a header', 'signals.csv', 'Client ID,Date\n'],
  ['zero bytes of text', 'clients.csv', Buffer.alloc(1000)],
  ['random bytes', 'clients.csv', Buffer.from(bytesOf(randomOf(5))(5000))],
  ['UTF-16 without a mark', 'clients.csv', Buffer.from(clients, 'utf16le')],
  ['one endless line', 'clients.csv', `Client ID,Name\n"${'x'.repeat(400_000)}`],
  ['a hundred thousand separators', 'clients.csv', `Client ID,Name\nC1,One${','.repeat(100_000)}x\n`],
  [
    'three thousand columns',
    'clients.csv',
    `Client ID,Name,${Array.from({ length: 3000 }, (_, at) => `c${at}`)}\nC1,One\n`,
  ],
  ['reserved words as columns', 'clients.csv', 'Client ID,Name,__proto__,constructor\nC1,One,x,y\n'],
  ['ids that are paths', 'clients.csv', 'Service ID,Name\n../../etc/passwd,One\n'],
  ['ids of other partitions', 'clients.csv', 'Service ID,Name\nC1#SCORE,One\n'],
  ['a page of the web', 'clients.csv', '<html><body>Sign in</body></html>'],
  ['JSON', 'clients.csv', '[{"Client ID":"C1"}]'],
  ['no known name', 'stuff.csv', clients],
  ['control characters in a cell', 'clients.csv', 'Client ID,Name\nC1,On\u0007e\n'],
];

describe('a hostile file', () => {
  it.each(hostile)('gets its report and nothing else: %s', async (_, name, content) => {
    const { account, put, depsOn, reports, tree } = await anInbox();
    put({ [name]: content });

    expect(await workInbox(depsOn(), account)).toBe('failed');
    expect(reports).toHaveLength(1);
    expect(JSON.stringify(reports[0])).toMatch(/reason|refusal/);
    const folders = tree().map((path) => path.split('/')[0]);
    expect(folders.filter((each) => each !== 'rejects')).toEqual(['failed', 'reports', 'reports']);
    expect((await factsOf(account)).filter(({ sk }) => /CLIENT#/.test(sk))).toEqual([]);
  });

  it('does not stop the good file next to it', async () => {
    const { account, put, depsOn, reports } = await anInbox();
    put({ 'run.exe': 'MZ', 'clients.csv': clients });

    expect(await workInbox(depsOn(), account)).toBe('done');
    expect(reports[0]?.files).toEqual([
      { name: 'clients.csv' },
      { name: 'run.exe', refusal: 'it is no .csv, .tsv, .txt, .jsonl or .xlsx file, nor one of these with .gz' },
    ]);
  });

  it('formulas are stored as text', async () => {
    const { account, put, depsOn } = await anInbox();
    put({ 'clients.csv': 'Client ID,Name\nC1,"=HYPERLINK(""http://evil.example"")"\n' });

    expect(await workInbox(depsOn(), account)).toBe('done');
    expect((await factsOf(account)).find(({ sk }) => sk === 'CLIENT#C1')?.name).toBe(
      '=HYPERLINK("http://evil.example")',
    );
  });
});
