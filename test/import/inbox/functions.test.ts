import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { create as createImporter } from '../../../functions/importer/handler.ts';
import { create as createCheck } from '../../../functions/inbox/handler.ts';
import type { InboxJobDeps, InboxMessage } from '../../../import/inbox/aws/start.ts';
import { saveFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { type InboxSettings, readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { memoryTable } from '../../support/store/table.ts';
import { memoryInbox, storedRun } from './memory-inbox.ts';

// What the functions of the inbox send and log.

let table: Table;
beforeEach(() => {
  table = memoryTable('job');
});

const minute = 60_000;
const midnight = Date.UTC(2026, 10, 20);

async function aJob(now: number, settings?: Partial<InboxSettings>) {
  const inbox = await memoryInbox(table, 'acme', settings);
  inbox.clock.now = now;
  const sent: { readonly message: InboxMessage; readonly id: string }[] = [];
  const logged: Record<string, unknown>[] = [];
  const told: string[] = [];
  let calls = 0;
  const deps: InboxJobDeps = {
    ...inbox.deps,
    notify: async (account) => void told.push(account),
    queue: { send: async (messages) => void sent.push(...messages), release: async () => undefined },
    log: (record) => {
      const { _aws, ...rest } = record as { _aws?: unknown };
      logged.push(rest);
    },
    consumed: () => {
      calls += 1;
      return { calls, readUnits: 2 * calls, writeUnits: 3 * calls };
    },
  };
  return { ...inbox, deps, sent, logged, told };
}

describe('the check', () => {
  it('asks for accounts that are due, once in five minutes, and logs what it did', async () => {
    const { put, deps, sent, logged } = await aJob(midnight + 7 * minute);
    put({ 'a.csv': 'x' }, midnight + 1.5 * minute);
    await createCheck(deps)();

    expect(sent).toEqual([{ message: { customerId: 'acme' }, id: `acme-${midnight / minute / 5 + 1}` }]);
    expect(logged).toEqual([
      {
        ...{ level: 'info', kind: 'inboxes', due: 1, givenUp: [], refused: [] },
        ...{ InboxAge: 330, InboxRunsFailed: 0, InboxErrors: 0 },
      },
    ]);
  });

  it('waits until nothing has arrived for five minutes, or for half an hour', async () => {
    const { put, deps, sent, clock } = await aJob(midnight + 10 * minute);
    put({ 'a.csv': 'x' }, midnight);
    for (const [at, arrived, due] of [
      [10, 6, 0],
      [10, 5, 1],
      [29, 28, 0],
      [30, 29, 1],
    ] as const) {
      sent.length = 0;
      clock.now = midnight + at * minute;
      put({ 'b.csv': 'x' }, midnight + arrived * minute);
      await createCheck(deps)();
      expect(sent.length, `${at}`).toBe(due);
    }
  });

  it('looks for runs once an hour, also without files', async () => {
    const { account, deps, sent, clock } = await aJob(midnight);
    await storedRun(table, account);
    for (const [at, due] of [
      [0, 1],
      [5, 0],
      [55, 0],
      [60, 1],
    ] as const) {
      sent.length = 0;
      clock.now = midnight + at * minute;
      await createCheck(deps)();
      expect(sent.length, `${at}`).toBe(due);
    }
  });

  it('tells about late feeds at 06:00 UTC, once, and asks for accounts that are due also if it cannot tell', async () => {
    const { account, put, deps, sent, told, clock } = await aJob(midnight, {
      notify: [{ address: 'a@example.com', subscription: 'arn' }],
    });
    const late = { dated: '2026-11-01', every: 1, due: '2026-11-02', faults: [] };
    await saveFeeds(table, account, [{ feed: 'notes', kind: 'notes', ...late }]);
    for (const at of [0, 5 * 60 + 55, 6 * 60, 6 * 60 + 5, 12 * 60]) {
      clock.now = midnight + at * minute;
      await createCheck(deps)();
      expect(told.length, `${at}`).toBe(at >= 360 ? 1 : 0);
    }
    put({ 'a.csv': 'x' }, midnight);
    clock.now = midnight + 30 * 60 * minute;
    await createCheck({ ...deps, notify: () => Promise.reject(new Error('no topic')) })();
    expect(sent).toMatchObject([{ message: { customerId: 'acme' } }]);
  });

  it('counts what went wrong, and names at most twenty accounts', async () => {
    const { account, put, deps, files, logged } = await aJob(midnight + 10 * minute);
    put({ 'a.csv': 'x' }, midnight);
    await storedRun(table, account, { attempts: 3 });
    for (let at = 10; at < 33; at += 1) {
      const { account: more } = await memoryInbox(table, at < 12 ? `other-${at}` : `r${at}`);
      await storedRun(table, more, { attempts: 3 });
    }
    for (let at = 10; at < 32; at += 1) files.set(`in/g${at}/a.csv`, { text: 'x', version: 'v', storedAt: midnight });
    const store = {
      ...deps.store,
      put: async (key: string, text: string) => {
        if (key.includes('/other-')) throw new TypeError('secret');
        return deps.store.put(key, text);
      },
    };
    await createCheck({ ...deps, store })();

    expect(logged).toMatchObject([
      ...['other-10', 'other-11'].map((customerId) => ({
        ...{ level: 'error', kind: 'inbox', customerId, error: { name: 'TypeError' } },
      })),
      { level: 'error', InboxRunsFailed: 22, InboxErrors: 46 },
    ]);
    expect(logged[2]?.givenUp).toEqual(['acme', ...Array.from({ length: 19 }, (_, at) => `r${at + 12}`)]);
    expect(logged[2]?.refused).toEqual(Array.from({ length: 20 }, (_, at) => `g${at + 10}`));
  });

  it('that fails is an error of its own', async () => {
    const { deps, logged } = await aJob(midnight);
    const store = { ...deps.store, list: async () => Promise.reject(new TypeError('secret')) };
    await createCheck({ ...deps, store })();
    expect(logged).toEqual([
      { level: 'error', kind: 'inboxes', error: { name: 'TypeError', at: expect.anything() }, InboxErrors: 1 },
    ]);
  });
});

describe('the importer', () => {
  const deliver = (deps: InboxJobDeps, body: object, remaining = 15 * minute) =>
    createImporter(deps)({ Records: [{ body: JSON.stringify(body) }] } as unknown as SQSEvent, {
      getRemainingTimeInMillis: () => remaining,
    });
  const message = { customerId: 'acme' };
  const clients = (count: number) =>
    `Client ID,Name\n${Array.from({ length: count }, (_, at) => `C${at},N\n`).join('')}`;

  it('works on every message that it gets', async () => {
    const { deps, logged } = await aJob(midnight);
    const Records = ['acme', 'other'].map((customerId) => ({ body: JSON.stringify({ customerId }) }));
    await createImporter(deps)({ Records } as unknown as SQSEvent, { getRemainingTimeInMillis: () => 15 * minute });

    expect(logged.map(({ customerId, outcome }) => [customerId, outcome])).toEqual(
      ['acme', 'other'].map((id) => [id, 'nothing']),
    );
  });

  it('imports the files of the account, and logs the run and what it took', async () => {
    const { account, put, deps, logged, reports, clock } = await aJob(midnight);
    put({ 'clients.csv': clients(2) });
    let asked = 0;
    const ticking = () => {
      asked += 1;
      return clock.now + (asked > 1 ? 10 : 0);
    };
    await deliver({ ...deps, clock: ticking }, message);

    expect(reports).toEqual([]);
    expect(logged).toEqual([
      {
        ...{
          level: 'info',
          kind: 'inbox',
          customerId: 'acme',
          outcome: 'done',
          run: expect.any(String),
          result: 'done',
        },
        ...{ milliseconds: 10, calls: 1, readUnits: 2, writeUnits: 3, InboxRuns: 1, InboxRunsFailed: 0 },
      },
    ]);
    await deliver(deps, message);
    expect(logged[1]).toMatchObject({ outcome: 'nothing', InboxRuns: 0, InboxRunsFailed: 0 });
    put({ 'clients.csv': 'x' });
    await deliver(deps, message);
    expect(logged[2]).toMatchObject({ level: 'info', outcome: 'failed', InboxRuns: 1, InboxRunsFailed: 1 });
    await storedRun(table, account, { state: 'moving', result: 'failed' });
    await deliver(deps, message);
    expect(logged[3]).toMatchObject({ outcome: 'failed', InboxRuns: 0, InboxRunsFailed: 0 });
  });

  it('goes on with a message of its own when less than a minute and a half is left', async () => {
    const { account, put, deps, logged, sent } = await aJob(midnight);
    put({ 'clients.csv': clients(1100) });
    await deliver(deps, message, 90_000);
    const { run } = await readInbox(table, account);
    expect(logged).toMatchObject([{ outcome: 'more', InboxRuns: 0 }]);
    expect(sent).toEqual([{ message, id: `${run?.id}-${run?.step}` }]);
    await deliver(deps, message, 90_001);
    expect(logged[1]).toMatchObject({ outcome: 'done' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['to the process that holds it', { until: midnight + 1 }],
    ['of three attempts to the check', { attempts: 3 }],
  ])('leaves a run %s', async (_, about) => {
    const { account, deps, logged, sent } = await aJob(midnight);
    await storedRun(table, account, about);
    await deliver(deps, message);
    expect(logged).toMatchObject([{ outcome: 'later', InboxRuns: 0 }]);
    expect(sent).toEqual([]);
  });

  it.each([
    [400_000_000, undefined],
    [399_999_999, 'No file can be read.'],
    [5 * 2 ** 30, undefined],
  ])(
    'refuses more than 400 MB, and says of a file with more than 5 GiB that it is deleted: %i',
    async (size, reason) => {
      const { account, deps, logged, files } = await aJob(midnight);
      const mostMoved = 5 * 2 ** 30;
      await storedRun(table, account, {
        files: [{ key: 'in/acme/a.exe', name: 'a.exe', version: 'v', size: size + 1, storedAt: 0 }],
      });
      await deliver({ ...deps, store: { ...deps.store, mostMoved } }, message);
      expect(logged).toMatchObject([{ outcome: 'failed' }]);
      const report = JSON.parse(files.get('reports/acme/r1.json')?.text ?? '');
      if (reason !== undefined) return expect(report.reason).toBe(reason);
      expect(report.reason).toMatch(/at most 400 MB/);
      const refusal = 'it has more than 5 GiB and was deleted: S3 does not move it';
      expect(report.files).toEqual([{ name: 'a.exe', ...(size === mostMoved && { refusal }) }]);
    },
  );

  it.each([
    [479_000, 'later'],
    [481_000, 'failed'],
  ])('refuses files that take more than eight minutes to read: %i milliseconds', async (took, outcome) => {
    const { put, deps, logged, clock } = await aJob(midnight);
    put({ 'clients.csv': clients(2) });
    let reads = 0;
    aroundCalls(table, async (send, _, input) => {
      const answer = await send();
      // the last one before the files are read
      if ((input as { key?: { pk: string } }).key?.pk === 'ACCOUNTS' && ++reads === 3) clock.now += took;
      return answer;
    });
    await deliver(deps, message);
    expect(logged).toMatchObject([{ outcome }]);
  });

  it.each([
    ['done', clients(1), 0],
    ['failed', 'nonsense', 1],
  ])('counts a run that is %s once, if its files are moved by another', async (result, text, failed) => {
    const { put, deps, logged, clock } = await aJob(midnight);
    put({ 'clients.csv': text });
    const store = { ...deps.store, move: async () => Promise.reject(new TypeError('secret')) };
    await deliver({ ...deps, store }, message);
    clock.now += deps.holdFor;
    await deliver(deps, message);
    expect(logged).toMatchObject([
      { level: 'error', result, InboxRuns: 1, InboxRunsFailed: failed, InboxErrors: 1 },
      { level: 'info', outcome: result, InboxRuns: 0, InboxRunsFailed: 0 },
    ]);
    expect(logged[0]?.run).toEqual(expect.any(String));
  });

  it('logs what it cannot do, and refuses messages that name nobody', async () => {
    const { put, deps, logged } = await aJob(midnight);
    put({ 'clients.csv': clients(1) });
    const store = { ...deps.store, download: async () => Promise.reject(new TypeError('secret')) };
    await deliver({ ...deps, store }, message);
    expect(logged).toEqual([
      {
        ...{ level: 'error', kind: 'inbox', customerId: 'acme', InboxRuns: 0, InboxRunsFailed: 0, InboxErrors: 1 },
        error: { name: 'TypeError', at: expect.anything() },
      },
    ]);
    await expect(deliver(deps, { customerId: '' })).rejects.toThrow();
    await expect(deliver(deps, {})).rejects.toThrow();
    expect(asAccount('acme')).toBe('acme');
  });
});
