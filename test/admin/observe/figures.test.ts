import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployment } from '../../../bin/admin/service/deployment.ts';
import { namesAt } from '../../../shared/domain/access/windows.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { saveFeeds } from '../../../shared/table/access/feeds.ts';
import { activateKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { expireKey, revokeKey } from '../../../shared/table/access/revoke-key.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { memDynamo } from '../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { aClient } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { atTerminal } from '../at-terminal.ts';

// What status and usage say of several accounts, keys and feeds.

const store = memDynamo();
const table = memTable(store, 'job');
const [acme, brown, late] = [asAccount('acme'), asAccount('brown'), asAccount('late')];
const asked: object[] = [];
const deployment = (given: Partial<Deployment> = {}) =>
  ({
    ...{ stackName: 'health', deployedAt: '2026-11-19T08:00:00.000Z', commit: 'abc', options: 'waf=true', missing: [] },
    logs: async (name: string, query: object) => {
      asked.push({ name, ...query });
      return [1, 2].map((id) => ({ id: `${id}`, time: Date.UTC(2026, 10, 20) + id * 61_499, text: '' }));
    },
    ...{ alarms: async () => ['health-a', 'health-b'], backups: async () => undefined },
    queues: async () => ({ waiting: 2, deadLetters: 1, missedNights: 0 }),
    ...given,
  }) as Deployment;
const local = atTerminal(() => table);
const at = (given: Partial<Deployment> = {}) =>
  atTerminal(() => table, { target: { deployment: deployment(given), baseUrl: 'https://x/v1' } });
const linesOf = (out: readonly string[]) =>
  Object.fromEntries(out.map((line) => [line.slice(0, 18).trim(), line.slice(18)]));

const put = (name: string, more: object) => {
  const { hash } = issued[name] ?? expect.fail();
  store.put({ ...store.get(`KEY#${hash}`, 'KEY'), ...(marshall(more) as object) } as never);
};
const issued: Record<string, { readonly keyId: string; readonly hash: string }> = {};

beforeAll(async () => {
  for (const account of [acme, brown, late]) {
    await createAccount(table, account, account);
    const facts = [aClient('c1'), aClient('c2')];
    await writeFacts({ table, randomBytes: bytesOf(randomOf(5)), changed: async () => undefined }, account, facts);
  }
  await local('score --account acme');
  await local('score --account brown --date 2026-11-18');
  for (const [name, account] of Object.entries({ busy: acme, idle: brown, ends: acme, ended: acme, revoked: acme })) {
    const made = await writePendingKey(table, {
      account,
      apiKey: `svctest${name}`.padEnd(43, 'x'),
      name,
      created: noon,
    });
    await activateKey(table, made, 'pending');
    issued[name] = (await keysOf(table)).find(({ keyId }) => keyId === made.keyId) ?? expect.fail();
  }
  await writePendingKey(table, { account: acme, apiKey: 'svctestpending'.padEnd(43, 'x'), name: 'p', created: noon });
  for (const [name, seconds] of [
    ['ends', 1],
    ['ended', 0],
  ] as const) {
    await expireKey(
      table,
      (await keysOf(table)).find((key) => key.name === name) ?? expect.fail(),
      noon / 1000 + seconds,
    );
  }
  await revokeKey(table, issued.revoked?.keyId ?? '');
  const { m, h, d } = namesAt(noon);
  put('busy', { w: { [m]: 101, [h]: 5000, [d]: 49_999, [namesAt(noon - 60_000).m]: 7 } });
  const fault = { is: 'empty', file: 'a.csv' } as const;
  await saveFeeds(table, brown, [
    { feed: 'a', kind: 'notes', at: '2026-11-19T06:00:00.000Z', every: 7, faults: [fault] },
  ]);
  await saveFeeds(table, late, [
    { feed: 'b\u001b', kind: 'people', at: '2026-11-19T06:00:00.000Z', every: 7, faults: [fault] },
    // its file is due until the day before
    { feed: 'c', kind: 'notes', every: 1, dated: '2026-11-18', due: '2026-11-19', faults: [] },
  ]);
});

describe('status', () => {
  it('shows the newest night, all accounts that are behind, and all faults', async () => {
    asked.length = 0;
    const { out, err, closed } = await at()('status');
    expect({ err, closed }).toEqual({ err: [], closed: 1 });
    expect(out).toEqual([
      'Service:          stack health, https://x/v1',
      'Version:          commit abc, deployed 2026-11-19T08:00:00.000Z',
      'Options:          waf=true',
      'Accounts:         3',
      'Last night:       2026-11-20, finished 123 s after midnight',
      'Accounts behind:  brown, late',
      'Feed faults:      brown: a: a.csv has no rows',
      'Feed faults:      late: b\\u001b: a.csv has no rows',
      'Feed faults:      late: c: no new file; the last one is of 2026-11-18, and one is expected every day',
      'Queues:           2 messages waiting, 1 dead letter, 0 missed nights',
      'Alarms:           health-a, health-b',
    ]);
    expect(asked).toEqual([
      {
        ...{ name: 'worker', from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 20, 12) },
        pattern: '{ $.kind = "score" && $.level = "info" && $.runDate = "2026-11-20" && $.again NOT EXISTS }',
      },
    ]);
  });

  const feedFaults = [
    ...['brown: a: a.csv has no rows', 'late: b\u001b: a.csv has no rows'],
    'late: c: no new file; the last one is of 2026-11-18, and one is expected every day',
  ];
  const facts = {
    ...{ accounts: 3, accountsBehind: ['brown', 'late'], lastNight: '2026-11-20', baseUrl: 'https://x/v1' },
    ...{ service: 'health', feedFaults },
    alarms: ['health-a', 'health-b'],
  };
  const statusOf = async (run: typeof local) => JSON.parse((await run('status --json')).out.join());

  it('has the same facts as JSON', async () => {
    expect(await statusOf(at())).toEqual({
      ...{ ...facts, commit: 'abc', deployedAt: '2026-11-19T08:00:00.000Z', options: 'waf=true', missingOutputs: [] },
      ...{ lastNightSeconds: 123, queues: { waiting: 2, deadLetters: 1, missedNights: 0 } },
    });
    // the night has not scored anything yet
    const { out } = await at({ alarms: async () => [], logs: async () => [] })('status');
    expect(linesOf(out)).toMatchObject({ 'Last night:': '2026-11-20', 'Alarms:': 'none' });
    const atOnce = { logs: async () => [{ id: '1', time: Date.UTC(2026, 10, 20), text: '' }] };
    const [, , , , quick] = (await at(atOnce)('status')).out;
    expect(quick).toBe('Last night:       2026-11-20, finished 0 s after midnight');
    // of the night of today, also while the newest scores are those of yesterday
    const target = { deployment: deployment() };
    expect(await statusOf(atTerminal(() => table, { target, clock: () => noon + 86_400_000 }))).toMatchObject({
      ...{ accountsBehind: ['acme', 'brown', 'late'], lastNight: '2026-11-20' },
    });
    expect(asked.at(-1)).toMatchObject({ from: Date.UTC(2026, 10, 21) });
  });

  it('shows what a stack with fewer outputs has', async () => {
    const fewer = { logs: async () => undefined, queues: async () => undefined, missing: ['LogGroups', 'Commit'] };
    const old = at({ ...fewer, commit: undefined, options: undefined });
    expect((await old('status')).out.filter((line) => /^(V|Q|O|M|Last)/.test(line))).toEqual([
      'Version:          commit unknown, deployed 2026-11-19T08:00:00.000Z',
      'Last night:       2026-11-20',
      'Queues:           unknown',
      'Missing:          outputs LogGroups, Commit: the stack is older than this version, or stands for a restored table',
    ]);
    expect(await statusOf(old)).toEqual({
      ...{ ...facts, commit: null, deployedAt: '2026-11-19T08:00:00.000Z', options: null, queues: null },
      ...{ missingOutputs: ['LogGroups', 'Commit'], lastNightSeconds: null },
    });
  });

  it('shows a local service without accounts', async () => {
    const empty = memTable(memDynamo(), 'job');
    expect(await statusOf(atTerminal(() => empty))).toEqual({
      ...{ accounts: 0, accountsBehind: [], lastNight: null, baseUrl: null, service: 'local', feedFaults: [] },
      ...{ alarms: null, commit: null, deployedAt: null, options: null, queues: null, missingOutputs: [] },
      lastNightSeconds: null,
    });
    expect((await atTerminal(() => empty, { target: { baseUrl: 'http://x/v1' } })('status')).out).toEqual([
      'Service:          local service, http://x/v1',
      'Version:          the sources of this folder',
      'Accounts:         0',
      'Last night:       none',
      'Accounts behind:  none',
      'Feed faults:      none',
      'Queues:           inside the local service',
      'Alarms:           only deployments have alarms',
    ]);
  });

  it('--backups fails if something is wrong, and only then', async () => {
    const times: number[] = [];
    const found = (...oks: boolean[]) =>
      at({
        backups: async (now) => {
          times.push(now);
          return oks.map((ok, place) => ({ name: `check ${place}`, ok, found: `f${place}` }));
        },
      });
    expect(await found(true, true)('status --backups')).toMatchObject({
      out: ['ok     check 0:                   f0', 'ok     check 1:                   f1'],
      ...{ err: [], exitCode: 0 },
    });
    expect(await found(false, true, false)('status --backups --json')).toMatchObject({
      out: [
        '{"backups":[{"name":"check 0","ok":false,"found":"f0"},{"name":"check 1","ok":true,"found":"f1"},{"name":"check 2","ok":false,"found":"f2"}]}',
      ],
      err: ['{"error":"2 of 3 checks failed: docs/operations.md, Backups in another account.","exitCode":1}'],
      exitCode: 1,
    });
    expect((await found(false)('status --backups')).out).toEqual(['wrong  check 0:                   f0']);
    expect(times).toEqual([noon, noon, noon]);
  });
});

describe('usage', () => {
  it('shows the keys that can be used, whatever their account', async () => {
    const { out, err } = await at()('usage');
    expect(out.map((line) => line.replaceAll('*', '').trim().split(/ {2,}/).join(' | '))).toEqual([
      'KEY | ACCOUNT | THIS MINUTE | THIS HOUR | THIS DAY | NAME',
      'busyxxxx | acme | 101 of 100 | 5,000 of 5,000 | 49,999 of 50,000 | busy',
      'endsxxxx | acme | 0 of 100 | 0 of 5,000 | 0 of 50,000 | ends',
      'idlexxxx | brown | 0 of 100 | 0 of 5,000 | 0 of 50,000 | idle',
    ]);
    expect(err).toEqual([
      'Refused in the last hour with status 429: 2 (of all keys; the logs do not name the key of a refused request).',
    ]);
    expect(asked.at(-1)).toEqual({ name: 'access', from: noon - 3_600_000, pattern: '{ $.status = "429" }' });
  });

  it('has the same as JSON, also of one account', async () => {
    const used = (counts: readonly [number, number, number], left: readonly [number, number, number]) => ({
      minute: { used: counts[0], limit: 100, left: left[0] },
      hour: { used: counts[1], limit: 5000, left: left[1] },
      day: { used: counts[2], limit: 50_000, left: left[2] },
    });
    expect(JSON.parse((await local('usage --account brown --json')).out.join())).toEqual({
      keys: [{ keyId: 'idlexxxx', customerId: 'brown', name: 'idle', windows: used([0, 0, 0], [100, 5000, 50_000]) }],
      refusedInLastHour: null,
    });
    const { keys, refusedInLastHour } = JSON.parse((await at()('usage --json')).out.join());
    expect([keys.length, keys[0].windows, refusedInLastHour]).toEqual([3, used([101, 5000, 49_999], [0, 0, 1]), 2]);
  });

  it('says that nothing was refused, which is not unknown', async () => {
    const quiet = at({ logs: async () => [] as never });
    expect((await quiet('usage')).err[0]).toMatch(/^Refused in the last hour with status 429: 0 \(/);
    expect(JSON.parse((await quiet('usage --json')).out.join()).refusedInLastHour).toBe(0);
  });

  it('says what is not known', async () => {
    expect((await at({ logs: async () => undefined })('usage')).err).toEqual([
      'Requests with status 429 are not known: the stack health lacks the output AccessLogGroup.',
    ]);
    expect((await local('usage')).err).toEqual([
      'Requests over a limit are not counted. The local service shows them in its terminal, with status 429.',
    ]);
    expect((await local('usage --account nobody')).err).toEqual(['error: There is no account nobody.']);
  });
});
