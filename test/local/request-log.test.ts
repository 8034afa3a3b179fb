import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { northlight } from '../../bin/local/demo/northlight.ts';
import { requestLine } from '../../bin/local/gateway/request-line.ts';
import { createRequestLog, type RequestRecord } from '../../bin/local/gateway/request-log.ts';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { noon } from '../support/service/deps.ts';

const records: RequestRecord[] = [];
let service: LocalService;
beforeAll(async () => {
  service = await startService({ port: 0, demos: [northlight], onRequest: (record) => records.push(record) });
});
afterAll(() => service.stop());

async function recordOf(path: string, apiKey = service.accounts[0]?.apiKey ?? ''): Promise<RequestRecord | undefined> {
  records.length = 0;
  await (await fetch(`${service.baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } })).text();
  while (records.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return records[0];
}

it('a record has method, path, status, duration, capacity units and the key of a request', async () => {
  const { apiKey = '' } = service.accounts[0] ?? {};

  expect(await recordOf('/topics?a=b')).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    url: '/v1/topics?a=b',
    status: 200,
    milliseconds: expect.any(Number),
    waitedMilliseconds: expect.any(Number),
    // the write that checks the key and counts the request
    units: 1,
    keyId: apiKey.slice(7, 15),
    keyName: 'local',
  });
});

it('the units of concurrent requests are counted separately', async () => {
  records.length = 0;
  const headers = { 'X-API-Key': service.accounts[0]?.apiKey ?? '' };
  const paths = ['/topics', '/clients/c-1001', '/topics', '/clients/c-1001', '/topics'];
  await Promise.all(paths.map(async (path) => (await fetch(`${service.baseUrl}${path}`, { headers })).text()));
  while (records.length < paths.length) await new Promise((resolve) => setTimeout(resolve, 5));

  const units = (url: string) => records.filter((record) => record.url === url).map((record) => record.units);
  expect(units('/v1/topics')).toEqual([1, 1, 1]);
  const [first, second] = units('/v1/clients/c-1001');
  expect(first).toBeGreaterThan(1);
  expect(second).toBe(first);
});

it('a record whose key has no name that can be read is written without it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  onTestFinished(() => void vi.useRealTimers());
  const time = new Date(noon).toISOString();
  const written: RequestRecord[] = [];
  const { invoke, log, onAnswered } = createRequestLog(
    () => Promise.reject(new Error('busy')),
    (record) => written.push(record),
  );
  const answered = {
    ...{ requestId: 'r1', method: 'GET', url: '/v1/topics', status: 200 },
    ...{ milliseconds: 12, waitedMilliseconds: 0 },
  };

  await invoke('r1', async () => {
    log({ keyId: 'AbCd1234' });
    log({ level: 'warn' });
  });
  onAnswered(answered);
  await setImmediate();
  // nothing is kept of a request that is recorded
  onAnswered(answered);

  expect(written).toEqual([
    { time, ...answered, units: 0, keyId: 'AbCd1234' },
    { time, ...answered, units: 0 },
  ]);
});

it('a request without a valid key has no key', async () => {
  const record = await recordOf('/topics', 'svctest');

  expect(record).toMatchObject({ status: 401, units: 0 });
  expect(record?.keyId).toBeUndefined();
});

it.each<[Record<string, unknown>, string]>([
  [{}, '12:00:30  GET  200     12 ms   1.5 units  ci            /v1/clients?limit=3'],
  [
    { units: 1, keyName: undefined, milliseconds: 1234 },
    '12:00:30  GET  200   1234 ms      1 unit  AbCd1234      /v1/clients?limit=3',
  ],
  [
    { status: 404, units: 0, keyId: undefined, keyName: undefined },
    '12:00:30  GET  404     12 ms     0 units  -             /v1/clients?limit=3',
  ],
  [
    { waitedMilliseconds: 250 },
    '12:00:30  GET  200     12 ms   1.5 units  ci            /v1/clients?limit=3  (waited 250 ms)',
  ],
])('%j is one line', (changed, line) => {
  const record = {
    ...{ time: '2026-11-20T12:00:30.000Z', requestId: 'r', method: 'GET', url: '/v1/clients?limit=3', status: 200 },
    ...{ milliseconds: 12, waitedMilliseconds: 0, units: 1.5, keyId: 'AbCd1234', keyName: 'ci', ...changed },
  };
  expect(requestLine(record as unknown as RequestRecord)).toBe(line);
});
