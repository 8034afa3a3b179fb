import { beforeEach, describe, expect, it, vi } from 'vitest';
import { create as createImporter } from '../../../functions/importer/handler.ts';
import { arrivedAt } from '../../../import/inbox/keys.ts';
import { noticeOf } from '../../../import/inbox/notice.ts';
import { saveFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { type InboxSettings, readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { memoryTable } from '../../support/store/table.ts';
import { numbered } from '../numbered.ts';
import { anInbox, minute, storedRun } from './an-inbox.ts';

// What the functions of the inbox send and log.

let table: Table;
beforeEach(() => {
  table = memoryTable('job');
});

const midnight = Date.UTC(2026, 10, 20);

async function aJob(now = midnight, settings?: Partial<InboxSettings>) {
  const inbox = await anInbox(table, 'acme', settings);
  inbox.clock.now = now;
  return inbox;
}

describe('the check', () => {
  it('asks for accounts that are due, once in five minutes, and logs what it did; an empty inbox costs one call', async () => {
    const { put, check, bucket, sent, logged } = await aJob(midnight + 7 * minute);
    await check();
    expect(bucket.calls).toEqual(['ListObjectVersionsCommand']);
    put({ 'a.csv': 'x' }, midnight + 1.5 * minute);
    await check();
    await check();

    expect(sent).toEqual([{ message: { customerId: 'acme' }, id: `acme-${midnight / minute / 5 + 1}` }]);
    expect(logged[1]).toEqual({
      level: 'info',
      kind: 'inboxes',
      due: 1,
      givenUp: [],
      refused: [],
      InboxAge: 330,
      InboxRunsFailed: 0,
      InboxErrors: 0,
    });
  });

  it('waits until nothing has arrived for five minutes, or for half an hour', async () => {
    const { put, check, sent, clock } = await aJob();
    put({ 'a.csv': 'x' });
    for (const [at, arrived, due] of [
      [10, 6, 0],
      [10, 5, 1],
      [29, 28, 0],
      [30, 29, 1],
    ] as const) {
      sent.length = 0;
      clock.now = midnight + at * minute;
      put({ 'b.csv': 'x' }, midnight + arrived * minute);
      await check();
      expect(sent.length, `${at}`).toBe(due);
    }
  });

  it('looks for runs once an hour, also without files', async () => {
    const { account, check, sent, clock } = await aJob();
    await storedRun(table, account);
    for (const [at, due] of [
      [0, 1],
      [5, 0],
      [55, 0],
      [60, 1],
    ] as const) {
      sent.length = 0;
      clock.now = midnight + at * minute;
      await check();
      expect(sent.length, `${at}`).toBe(due);
    }
  });

  it('asks for accounts whose last attempt did not end after all others', async () => {
    const { account, put, check, sent } = await aJob(midnight);
    await storedRun(table, account, { attempts: 2 });
    for (const [name, run] of Object.entries({
      again: { attempts: 1 },
      moving: { attempts: 3, state: 'moving' } as const,
      new: {},
    }))
      await storedRun(table, (await anInbox(table, name)).account, run);
    put({ 'a.csv': 'x' }, midnight - 60 * minute);
    await check();
    expect(sent.map(({ message }) => message.customerId)).toEqual(['moving', 'new', 'acme', 'again']);
  });

  it('tells about late feeds at 06:00 UTC, once, and asks for accounts that are due also if it cannot tell', async () => {
    const { account, put, deps, check, sent, notices, clock } = await aJob(midnight, {
      notify: [{ address: 'a@example.com', subscription: 'arn' }],
    });
    const late = { dated: '2026-11-01', every: 1, due: '2026-11-02', faults: [] };
    await saveFeeds(table, account, [{ feed: 'notes', kind: 'notes', ...late }]);
    for (const at of [0, 5 * 60 + 55, 6 * 60, 6 * 60 + 5, 12 * 60]) {
      clock.now = midnight + at * minute;
      await check();
      expect(notices.length, `${at}`).toBe(at >= 360 ? 1 : 0);
    }
    put({ 'a.csv': 'x' }, midnight);
    clock.now = midnight + 30 * 60 * minute;
    await check({ ...deps, notify: () => Promise.reject(new Error('no topic')) });
    expect(sent).toMatchObject([{ message: { customerId: 'acme' } }]);
  });

  it('counts what went wrong, and names at most twenty accounts', async () => {
    const { account, put, deps, check, bucket, clock, logged } = await aJob();
    put({ 'a.csv': 'x' });
    await storedRun(table, account, { attempts: 3 });
    for (let at = 10; at < 33; at += 1) {
      const { account: more } = await anInbox(table, at < 12 ? `other-${at}` : `r${at}`);
      await storedRun(table, more, { attempts: 3 });
    }
    for (let at = 10; at < 32; at += 1) bucket.put(`in/g${at}/a.csv`, 'x');
    clock.now += 10 * minute;
    const store = {
      ...deps.store,
      put: async (key: string, text: string) => {
        if (key.includes('/other-')) throw new TypeError('secret');
        return deps.store.put(key, text);
      },
    };
    await check({ ...deps, store });

    const failed = { level: 'error', kind: 'inbox', error: { name: 'TypeError' } };
    expect(logged).toMatchObject([
      { ...failed, customerId: 'other-10' },
      { ...failed, customerId: 'other-11' },
      { level: 'error', InboxRunsFailed: 22, InboxErrors: 46 },
    ]);
    expect(logged[2]?.givenUp).toEqual(['acme', ...numbered(19, (at) => `r${at + 12}`)]);
    expect(logged[2]?.refused).toEqual(numbered(20, (at) => `g${at + 10}`));
  });

  it('that fails is an error of its own', async () => {
    const { deps, check, logged } = await aJob();
    await check({ ...deps, store: { ...deps.store, list: () => Promise.reject(new TypeError('secret')) } });
    expect(logged).toEqual([
      { level: 'error', kind: 'inboxes', error: { name: 'TypeError', at: expect.anything() }, InboxErrors: 1 },
    ]);
  });
});

describe('the importer', () => {
  const clients = (count: number) => `Client ID,Name\n${numbered(count, (at) => `C${at},N\n`).join('')}`;

  it('works on every message that it gets', async () => {
    const { deps, logged } = await aJob();
    const Records = ['acme', 'other'].map((customerId) => ({ body: JSON.stringify({ customerId }) }));
    await createImporter(deps)({ Records } as never, { getRemainingTimeInMillis: () => 15 * minute });

    expect(logged).toMatchObject([
      { customerId: 'acme', outcome: 'nothing' },
      { customerId: 'other', outcome: 'nothing' },
    ]);
  });

  it('imports the files of the account, and logs the run and what it took', async () => {
    const { account, put, deps, deliver, logged, clock } = await aJob();
    put({ 'clients.csv': clients(2) });
    let asked = 0;
    const ticking = () => {
      asked += 1;
      return clock.now + (asked > 1 ? 10 : 0);
    };
    await deliver({ ...deps, clock: ticking });

    expect(logged).toEqual([
      {
        level: 'info',
        kind: 'inbox',
        customerId: 'acme',
        outcome: 'done',
        run: expect.any(String),
        result: 'done',
        milliseconds: 10,
        calls: 1,
        readUnits: 2,
        writeUnits: 3,
        InboxRuns: 1,
        InboxRunsFailed: 0,
      },
    ]);
    await deliver();
    expect(logged[1]).toMatchObject({ outcome: 'nothing', InboxRuns: 0, InboxRunsFailed: 0 });
    put({ 'clients.csv': 'x' });
    await deliver();
    expect(logged[2]).toMatchObject({ level: 'info', outcome: 'failed', InboxRuns: 1, InboxRunsFailed: 1 });
    await storedRun(table, account, { state: 'moving', result: 'failed' });
    await deliver();
    expect(logged[3]).toMatchObject({ outcome: 'failed', InboxRuns: 0, InboxRunsFailed: 0 });
  });

  it('goes on with a message of its own when less than a minute and a half is left', async () => {
    const { account, put, deps, deliver, logged, sent } = await aJob();
    put({ 'clients.csv': clients(1100) });
    await deliver(deps, 90_000);
    const { run } = await readInbox(table, account);
    expect(logged).toMatchObject([{ outcome: 'more', InboxRuns: 0 }]);
    expect(sent).toEqual([{ message: { customerId: 'acme' }, id: `${run?.id}-${run?.step}` }]);
    await deliver(deps, 90_001);
    expect(logged[1]).toMatchObject({ outcome: 'done' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['to the process that holds it', { until: midnight + 1 }],
    ['of three attempts to the check', { attempts: 3 }],
  ])('leaves a run %s', async (_, about) => {
    const { account, deliver, logged, sent } = await aJob();
    await storedRun(table, account, about);
    await deliver();
    expect(logged).toMatchObject([{ outcome: 'later', InboxRuns: 0 }]);
    expect(sent).toEqual([]);
  });

  const ofS3 = 5 * 2 ** 30;
  it.each([
    [400_000_000, /^No file can be read\.$/, {}],
    [400_000_001, /at most 400 MB/, {}],
    [ofS3, /at most 400 MB/, {}],
    [ofS3 + 1, /at most 400 MB/, { refusal: 'it has more than 5 GiB and was deleted: S3 does not move it' }],
  ])('refuses more than 400 MB, and says of a file with more than 5 GiB that it is deleted: %i', async (...row) => {
    const [size, reason, about] = row;
    const { account, deliver, logged, bucket } = await aJob();
    await storedRun(table, account, {
      files: [{ key: 'in/acme/a.exe', name: 'a.exe', version: 'v', size, storedAt: 0 }],
    });
    await deliver();
    expect(logged).toMatchObject([{ outcome: 'failed' }]);
    const report = JSON.parse(bucket.contentOf('reports/acme/r1.json') ?? '');
    expect(report.reason).toMatch(reason);
    if (size > 400_000_000) expect(report.files).toEqual([{ name: 'a.exe', ...about }]);
  });

  it.each([
    [479_000, 'later'],
    [481_000, 'failed'],
  ])('refuses files that take more than eight minutes to read: %i milliseconds', async (took, outcome) => {
    const { put, deliver, logged, clock } = await aJob();
    put({ 'clients.csv': clients(2) });
    let reads = 0;
    aroundCalls(table, async (send, _, input) => {
      const answer = await send();
      // the last one before the files are read
      if (JSON.stringify(input).includes('ERASED#') && ++reads === 2) clock.now += took;
      return answer;
    });
    await deliver();
    expect(logged).toMatchObject([{ outcome }]);
  });

  it.each([
    ['done', clients(1), 0],
    ['failed', 'nonsense', 1],
  ])('counts a run that is %s once, if its files are moved by another', async (result, text, failed) => {
    const { put, deps, deliver, logged, clock } = await aJob();
    put({ 'clients.csv': text });
    await deliver({ ...deps, store: { ...deps.store, move: () => Promise.reject(new TypeError('secret')) } });
    clock.now += deps.holdFor;
    await deliver();
    expect(logged).toMatchObject([
      { level: 'error', result, run: expect.any(String), InboxRuns: 1, InboxRunsFailed: failed, InboxErrors: 1 },
      { level: 'info', outcome: result, InboxRuns: 0, InboxRunsFailed: 0 },
    ]);
  });

  it('logs what it cannot do, and refuses messages that name nobody', async () => {
    const { put, deps, deliver, logged } = await aJob();
    put({ 'clients.csv': clients(1) });
    await deliver({ ...deps, store: { ...deps.store, download: () => Promise.reject(new TypeError('secret')) } });
    expect(logged).toEqual([
      {
        level: 'error',
        kind: 'inbox',
        customerId: 'acme',
        error: { name: 'TypeError', at: expect.anything() },
        InboxRuns: 0,
        InboxRunsFailed: 0,
        InboxErrors: 1,
      },
    ]);
    for (const message of [{ customerId: '' }, {}]) await expect(deliver(deps, minute, message)).rejects.toThrow();
  });
});

it('two accounts whose files keep every importer busy until it is killed delay a third one by one run each', async () => {
  const { account, put, deps, check, bucket, clock, reports, sent } = await aJob();
  for (const name of ['bad-1', 'bad-2']) await anInbox(table, name);
  for (const name of ['bad-1', 'bad-2']) bucket.put(`in/${name}/clients.csv`, 'x');
  put({ 'clients.csv': 'Client ID,Name\nC1,One\n' }, midnight + 2 * minute);
  const end = Promise.withResolvers<never>();
  const download: typeof deps.store.download = (file, path) =>
    file.key.includes('bad') ? end.promise : deps.store.download(file, path);
  const works: Promise<void>[] = [];
  const waiting: string[] = [];
  const begun: string[] = [];
  // until when an importer is busy, and for how long the queue keeps the other messages of its account
  const importers = [0, 0];
  const blocked = new Map<string, number>();
  for (let minutes = 0; minutes < 120; minutes += 1) {
    clock.now += minute;
    if (minutes % 5 === 0) await check();
    waiting.push(...sent.splice(0).map(({ message }) => message.customerId));
    for (const [at, until] of importers.entries()) {
      const next = waiting.findIndex((each) => (blocked.get(each) ?? 0) <= clock.now);
      const [customerId] = until <= clock.now && next >= 0 ? waiting.splice(next, 1) : [];
      if (customerId === undefined) continue;
      begun.push(customerId);
      const work = createImporter({ ...deps, store: { ...deps.store, download } })(
        { Records: [{ body: JSON.stringify({ customerId }) }] } as never,
        { getRemainingTimeInMillis: () => 15 * minute },
      );
      works.push(work);
      if (customerId === account) await work;
      else {
        importers[at] = clock.now + 15 * minute;
        blocked.set(customerId, clock.now + 16 * minute);
        await vi.waitFor(async () =>
          expect((await readInbox(table, asAccount(customerId))).run?.until).toBe(clock.now + deps.holdFor),
        );
      }
    }
  }

  end.reject(new Error('the test has ended'));
  await Promise.all(works);
  expect(begun.slice(0, 3)).toEqual(['bad-1', 'bad-2', account]);
  expect(reports.map(({ account: of, result }) => `${of} ${result}`)).toEqual(['bad-1 failed', 'bad-2 failed']);
  expect((await readInbox(table, account)).last).toMatchObject({ result: 'done', files: 1 });
});

it.each([
  ['a bell', 'cli\u0007ents.csv', /control characters/],
  ['an escape', '\u001b[2Jclients.csv', /control characters/],
  ['a sign that reverses what follows', 'clients\u202evsc.exe.csv', /control characters/],
  ['a sign that nobody sees', 'cli\u200bents.csv', /control characters/],
  ['a line end', 'clients\n.csv', /control characters/],
  ['a backslash', '..\\clients.csv', /backslash/],
  ['two dots', 'a..csv', /dot/],
  ['a dot in front', '.clients.csv', /dot/],
  ['a variable of forms', `\${filename}`, /\$\{/],
  ['a variable of forms inside', `a-\${filename}.csv`, /\$\{/],
  ['the ending of a program', 'run.exe', /it is no \.csv/],
  ['the ending of an old workbook', 'clients.xls', /workbook of another format/],
])('a file whose name has %s is refused', (_, name, why) => {
  expect(arrivedAt(`in/acme/${name}`)?.refusal).toMatch(why);
});

it('people are told of a file that was refused beside good ones', () => {
  const files = [{ name: 'clients.csv' }, { name: 'run.exe', refusal: 'it is no .csv file' }];
  const report = { run: 'r1', account: 'acme', startedAt: '2026-11-20T12:00:00Z', result: 'done', files } as const;
  expect(noticeOf(report)?.text).toContain('- run.exe: it is no .csv file');
  expect(noticeOf({ ...report, files: files.slice(0, 1) })).toBeUndefined();
});
