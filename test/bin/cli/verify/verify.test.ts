import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callsOf } from '../../../../bin/cli/verify/calls.ts';
import { createAccount } from '../../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { putKey } from '../../../support/service/api-keys.ts';
import { noon } from '../../../support/service/deps.ts';
import { serving } from '../../../support/service/served.ts';
import { aClient, aStream } from '../../../support/store/facts.ts';
import { memoryTable } from '../../../support/store/table.ts';
import { writeFacts } from '../../../support/store/writer.ts';

const table = memoryTable('job');
let now = noon;
// a request takes 7 ms
const admin = cliOn(() => table, {
  clock: () => {
    now += 7;
    return now;
  },
});
const operations = callsOf().map(({ name }) => name);
const keys: Record<string, string> = {};
let url = '';
let stop: () => void;

beforeAll(async () => {
  for (const account of ['full', 'empty']) {
    await createAccount(table, asAccount(account), account);
    keys[account] = await putKey(table, { customerId: account });
  }
  await writeFacts({ table, randomBytes: bytesOf(randomOf(5)), changed: async () => undefined }, asAccount('full'), [
    ...[aClient('first'), aClient('second'), aStream('second', 'web')],
  ]);
  await admin('score');
  url = await serving(table, (end) => {
    stop = end;
  });
});
afterAll(() => stop());

type Answer = Pick<Response, 'status' | 'headers' | 'text'>;
type Change = (path: string, answer: Answer, headers: Record<string, string>) => Answer | Promise<Answer>;
interface Row {
  readonly operation: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly faults: readonly string[];
  readonly skipped?: true;
}

/** Changes answers of the service. Returns what is asked. */
function changing(change: Change): string[] {
  const asked: string[] = [];
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (to: string, { headers, ...init }: { headers: Record<string, string> }) => {
    const { 'X-API-Key': key = '', 'If-None-Match': tag } = headers;
    const path = to.slice(url.length);
    asked.push([path, tag ? 'if changed' : '', Object.values(keys).includes(key) ? '' : key].filter(Boolean).join(' '));
    const answer = await send(to, { headers, ...init });
    const body = await answer.text();
    return await change(path, { status: answer.status, headers: answer.headers, text: async () => body }, headers);
  });
  return asked;
}

/** The rows of a check by operation, those with faults, and what was asked. */
async function verified(account: string, change: Change = (_, answer) => answer) {
  // each key has its own limit a minute
  keys[account] = await putKey(table, { customerId: account });
  const asked = changing(change);
  const { out, err, exitCode } = await admin(`verify --url ${url} --key ${keys[account]} --json`).finally(() =>
    vi.unstubAllGlobals(),
  );
  const { checks, failed } = JSON.parse(out[0] ?? '{}') as { checks: Row[]; failed: number };
  const rows = Object.fromEntries(checks.map(({ operation, ...row }) => [operation, row]));
  const faults = checks.flatMap(({ operation, faults }) => faults.map((fault) => `${operation}: ${fault}`));
  return { rows, faults, asked, failed, err, exitCode };
}

describe('a service that follows the contract', () => {
  it('passes; every endpoint is called, with ids from its lists', async () => {
    const { rows, asked, ...rest } = await verified('full');

    expect(rest).toEqual({ failed: 0, err: [], exitCode: 0, faults: [] });
    const [first = '', ...others] = operations;
    const [unchanged, wrong, unknown] = [`${first}, unchanged`, `${first}, with a wrong key`, 'getClient, unknown'];
    expect(Object.keys(rows)).toEqual([first, unchanged, wrong, ...others, unknown, 'listTopics, ten at once']);
    expect([unchanged, wrong, unknown, 'getStream', 'getPortfolio'].map((name) => rows[name])).toEqual([
      { path: '/clients', status: 304, milliseconds: 7, faults: [] },
      { path: '/clients', status: 401, milliseconds: 7, faults: [] },
      { path: '/clients/no-such-client-of-anybody', status: 404, milliseconds: 7, faults: [] },
      { path: '/clients/second/streams/web', status: 200, milliseconds: 7, faults: [] },
      { path: '/portfolios/all-clients', status: 200, milliseconds: 7, faults: [] },
    ]);
    expect(asked.slice(0, 4)).toEqual([
      ...['/clients', '/clients if changed', `/clients ${keys.full?.slice(0, -1)}~`, '/clients/portfolio-health'],
    ]);
    expect(asked).toHaveLength(operations.length + 13);
  });

  it('passes with an empty account; endpoints without data are skipped', async () => {
    const { rows, failed, exitCode } = await verified('empty');

    expect({ failed, exitCode }).toEqual({ failed: 0, exitCode: 0 });
    const [path, nothing] = ['/clients/{client_id}/streams/{stream_id}', { status: 0, milliseconds: 0, faults: [] }];
    expect(rows.getStream).toEqual({ path, ...nothing, skipped: true });
    expect(Object.values(rows).filter(({ skipped }) => skipped)).toHaveLength(8);
  });
});

describe('a service with faults', () => {
  const html = { status: 200, text: async () => '<html>' };

  it('fails, with all that is wrong, and takes no ids from what is wrong', async () => {
    const { rows, ...rest } = await verified('full', (path, answer) =>
      path === '/topics' || path === '/streams' ? { ...answer, ...html } : answer,
    );

    expect(rest).toMatchObject({
      faults: ['listStreams: the body is no JSON', 'listTopics: the body is no JSON'],
      failed: 2,
      err: ['{"error":"2 of 25 checks failed.","exitCode":1}'],
      exitCode: 1,
    });
    expect(rows.getStream).toMatchObject({ skipped: true });
    expect(rows.getClient).toMatchObject({ path: '/clients/first' });
  });

  it('fails if it answers a wrong key, an unknown client or a known version', async () => {
    const { rows, failed } = await verified('full', (path, answer, headers) => {
      const isOdd = headers['If-None-Match'] || headers['X-API-Key']?.endsWith('~') || path.includes('anybody');
      return isOdd ? { ...answer, status: 200, text: async () => '{}' } : answer;
    });
    expect(failed).toBe(3);
    expect(Object.entries(rows).flatMap(([name, { faults }]) => (faults[0] ? [`${name}: ${faults[0]}`] : []))).toEqual([
      'listClients, unchanged: status 200 in place of 304',
      'listClients, with a wrong key: status 200 in place of 401',
      'getClient, unknown: status 200 in place of 404',
    ]);
  });

  it('that runs too few functions at once is told which quota to ask for', async () => {
    let running = 0;
    const { faults } = await verified('full', async (path, answer) => {
      running += 1;
      const isRefused = path === '/topics' && running > 4;
      await setImmediate();
      running -= 1;
      return isRefused ? { ...answer, status: 500 } : answer;
    });
    expect(faults).toEqual([expect.stringMatching(/^listTopics, ten at once: \d of 10 .* L-B99A9384/)]);
  });
});

it('is printed as a table, with what is wrong below it', async () => {
  changing((path, answer) => {
    if (path === '/topics') throw new TypeError('fetch failed\u001b');
    return path === '/streams' ? { ...answer, text: async () => '' } : answer;
  });
  const { out, err } = await admin(`verify --url ${url}// --key ${keys.empty}`).finally(() => vi.unstubAllGlobals());
  const rows = out.map((line) => line.trim().split(/ {2,}/).join(' | '));
  expect(rows.filter((row) => / (OPERATION|list(Top|Str|Cli.*ey)|getP)/.test(row))).toEqual([
    'STATUS | TIME | OPERATION | PATH',
    'ok | 401 | 7 ms | listClients, with a wrong key | /clients',
    'ok | 200 | 7 ms | getPortfolioHealth | /clients/portfolio-health',
    'ok | 200 | 7 ms | getPortfolioHealthHistory | /clients/portfolio-health/history',
    'failed | 200 | 7 ms | listStreams | /streams',
    'failed | - | 7 ms | listTopics | /topics',
    'skipped | - | - | listClientKeyPeople | /clients/{client_id}/key-people | (the account has none)',
    'ok | 200 | 7 ms | getPortfolio | /portfolios/all-clients',
    'ok | - | 147 ms | listTopics, ten at once | /topics',
  ]);
  expect(rows.slice(-2)).toEqual(['listStreams: the body is no JSON', 'listTopics: no answer: fetch failed\\u001b']);
  expect(err).toEqual(['error: 2 of 25 checks failed.']);
});
