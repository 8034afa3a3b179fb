import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionEnvironment } from '../support/infra/function-environment.ts';
import { synthesise } from '../support/infra/template.ts';
import { putKey } from '../support/service/api-keys.ts';
import { eventFor } from '../support/service/events.ts';
import { fakeQueue } from '../support/service/fake-queue.ts';
import { startBundle } from '../support/service/fresh-process.ts';
import { useTable } from '../support/store/table.ts';
import { useBuild } from './use-build.ts';

// More than sixty events that no caller, queue or schedule of ours sends. Each gets a documented answer or a failure with a name, its
// text is in no log line and no answer, and the same process goes on to serve what follows.

const { template } = synthesise({ env: 'prod' });
const database = useTable();
const { built } = useBuild();
const canary = 'canary-51c2';

async function sendAll(name: string, events: readonly unknown[]) {
  const { url } = await fakeQueue();
  const { endpoint = '', tableName } = database.address;
  const environment = functionEnvironment(template, name, { tableName, endpoint, queueUrl: url });
  const { seen, output, errors } = await startBundle({
    bundle: join(built(name).folder, 'index.mjs'),
    environment: { ...environment, EVENTS_URL: url },
    events,
  });
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; error?: { name: string } });
  return {
    answers: seen?.answers ?? [],
    said: output + errors,
    errorLines: lines.filter(({ level }) => level === 'error'),
  };
}

type Odd = readonly [what: string, change: object, status: number];
const query = (multiValueQueryStringParameters: unknown) => ({ multiValueQueryStringParameters });
const headers = (given: object) => ({ headers: given });
const path = (client_id: unknown) => ({ pathParameters: { client_id } });

/** Changes of the event of a request with a valid key. */
const ofList: readonly Odd[] = [
  ['no resource', { resource: undefined }, 404],
  ['a resource of another function', { resource: '/topics' }, 404],
  ['a resource with the name of a method', { resource: 'constructor' }, 404],
  ['a resource that is a number', { resource: 7 }, 404],
  ['no headers', { headers: undefined }, 401],
  ['headers null', { headers: null }, 401],
  ['headers as a list', { headers: [canary] }, 401],
  ['a key as a list', headers({ 'X-API-Key': [canary] }), 401],
  ['a key as a number', headers({ 'X-API-Key': 7 }), 401],
  ['a key as an object', headers({ 'X-API-Key': { key: canary } }), 401],
  ['a key null', headers({ 'X-API-Key': null }), 401],
  ['a key of 1 MB', headers({ 'X-API-Key': canary.repeat(90_000) }), 401],
  ['a key with control characters', headers({ 'X-API-Key': `svclive\0\r\n${canary}` }), 401],
  ['a key among headers of many values only', { headers: {} }, 401],
  ['no query', query(undefined), 200],
  ['a query as text', query(canary), 200],
  ['a parameter null', query({ unknown: null }), 200],
  ['a parameter without values', query({ unknown: [] }), 200],
  ['a value null', query({ unknown: [null] }), 200],
  ['a value that is a number', query({ limit: [5] }), 422],
  ['a value that is an object', query({ limit: [{ canary }] }), 422],
  ['a value that is text where a list is usual', query({ limit: canary }), 422],
  ['the parameter __proto__', query(JSON.parse(`{"__proto__":["${canary}"]}`)), 200],
  [
    '5,000 parameters',
    query(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${canary}${at}`, ['']]))),
    200,
  ],
  ['a value of 1 MB', query({ limit: [canary.repeat(90_000)] }), 422],
  ['another method', { httpMethod: 'DELETE' }, 404],
  ['a body', { body: canary, isBase64Encoded: true }, 200],
  ['no request context', { requestContext: undefined }, 200],
  ['a request context null', { requestContext: null }, 200],
];

const ofClient: readonly Odd[] = [
  ['no path parameters', { pathParameters: undefined }, 404],
  ['path parameters null', { pathParameters: null }, 404],
  ['an id null', path(null), 404],
  ['an id that is a number', path(7), 404],
  ['an id that is an object', path({ canary }), 404],
  ['an id with a path', path(`..%2f${canary}`), 404],
  ['an id that cannot be decoded', path(`%ff${canary}`), 404],
  ['an id of 100 KB', path(canary.repeat(9000)), 404],
  ['the id of a key of the table', path('CUST%23other'), 404],
];

/** Events of other services, and no events at all. */
const foreign: readonly [string, unknown][] = [
  ['an empty object', {}],
  ['a list', []],
  ['a text', canary],
  ['a number', 7],
  ['true', true],
  ['an event of an HTTP API', { version: '2.0', rawPath: `/${canary}`, headers: { host: canary } }],
  ['an event of a load balancer', { requestContext: { elb: {} }, path: `/${canary}`, headers: { host: canary } }],
  ['a message of a queue', { Records: [{ body: canary }] }],
  ['an event of a bus', { source: 'aws.events', detail: { canary } }],
];

const errors: Record<number, RegExp> = {
  401: /API key/,
  404: /no such (client|endpoint)/,
  422: /limit/,
};

describe.each([
  ['clients', '/clients', ofList],
  ['export', '/clients/export/csv', ofList.filter(([, , status]) => status !== 422)],
  ['client-records', '/clients/{client_id}/notes', ofClient],
])('the bundle %s', (name, resource, changes) => {
  it('answers every odd event, except null, and the request after it', async () => {
    const apiKey = await putKey(database.table, { customerId: 'acme' });
    const usual = eventFor(resource, apiKey);
    const rows = [
      ...foreign.map(([what, event]) => ({ what, event, status: 401 })),
      ...changes.map(([what, change, status]) => ({ what, event: { ...usual, ...change }, status })),
      { what: 'nothing odd', event: usual, status: name === 'client-records' ? 404 : 200 },
    ];

    const {
      answers: [first, ...answers],
      said,
    } = await sendAll(name, [null, ...rows.map(({ event }) => event)]);

    expect(first?.failed?.name).toBe('TypeError');
    const seen = answers.map(({ statusCode, failed, body }, at) => ({
      what: rows[at]?.what,
      status: statusCode,
      failed,
      body: errors[statusCode]?.test(body) ?? true,
    }));
    expect(seen).toEqual(rows.map(({ what, status }) => ({ what, status, failed: undefined, body: true })));
    expect(answers.map(({ body }) => body).join() + said).not.toContain(canary);
  });
});

const score = { kind: 'score', customerId: 'nobody', runDate: '2026-11-20' };
const record = (body: unknown) => ({
  Records: [
    {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      messageId: '1',
      receiptHandle: '1',
      attributes: {},
    },
  ],
});

/** Each with the name of the error; undefined if there is nothing to do. */
const ofWorker: readonly (readonly [what: string, event: unknown, failure: string | undefined])[] = [
  ['null', null, 'TypeError'],
  ['no records', {}, 'TypeError'],
  ['records null', { Records: null }, 'TypeError'],
  ['an empty batch', { Records: [] }, undefined],
  ['a record without a body', { Records: [{ attributes: {} }] }, 'SyntaxError'],
  ['an empty body', record(''), 'SyntaxError'],
  ['a body that is no JSON', record(canary), 'SyntaxError'],
  ['null', record('null'), 'ZodError'],
  ['a list', record('[]'), 'ZodError'],
  ['a text', record(`"${canary}"`), 'ZodError'],
  ['lists in lists, 10,000 deep', record('['.repeat(10_000) + ']'.repeat(10_000)), 'ZodError'],
  ['an unknown kind', record({ ...score, kind: canary }), 'ZodError'],
  ['an account that is an object', record({ ...score, customerId: { canary } }), 'ZodError'],
  ['an account without a name', record({ ...score, customerId: '' }), 'ZodError'],
  ['no date', record({ ...score, runDate: undefined }), 'ZodError'],
  ['a day that does not exist', record({ ...score, runDate: '2026-02-30' }), 'ZodError'],
  ['again without meaning it', record({ ...score, again: false }), 'ZodError'],
  ['366 days before', record({ ...score, history: 366 }), 'ZodError'],
  ['an unknown part of a run', record({ ...score, only: canary }), 'ZodError'],
  ['a morning of nobody in particular', record({ kind: 'morning' }), 'ZodError'],
  ['an account that does not exist', record(score), undefined],
  ['views of an account that does not exist', record({ kind: 'rebuild', customerId: 'nobody' }), undefined],
  ['a morning of an account that does not exist', record({ kind: 'morning', customerId: 'nobody' }), undefined],
];

const ofNightly: typeof ofWorker = [
  ['null', null, 'ZodError'],
  ['an empty object', {}, 'ZodError'],
  ['a list', [], 'ZodError'],
  ['a text', canary, 'ZodError'],
  ['no time', { task: 'dispatch' }, 'ZodError'],
  ['a time in words', { task: 'dispatch', scheduledTime: canary }, 'ZodError'],
  ['a time that was not filled in', { task: 'dispatch', scheduledTime: '<aws.scheduler.scheduled-time>' }, 'ZodError'],
  ['a time that is a number', { task: 'check', scheduledTime: 0 }, 'ZodError'],
  ['an unknown task', { task: canary, scheduledTime: '2026-11-20T00:00:00Z' }, 'ZodError'],
  ['an event of a rule', { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }, 'ZodError'],
  ['a message of a queue', record(score), 'ZodError'],
  ['a check of a day before there was a service', { task: 'check', scheduledTime: '1970-01-01T00:00:00Z' }, undefined],
];

describe.each([
  ['worker', ofWorker, record(score)],
  ['nightly', ofNightly, { task: 'dispatch', scheduledTime: '2026-11-20T00:00:00Z' }],
])('the bundle %s', (name, rows, usual) => {
  it('fails by a name that its log repeats, and does the job after it', async () => {
    const { answers, said, errorLines } = await sendAll(name, [...rows.map(([, event]) => event), usual]);

    const seen = answers.map(({ failed }, at) => [rows[at]?.[0] ?? 'nothing odd', failed]);
    const failing = rows.flatMap(([, , failure]) => failure ?? []);
    expect(seen).toEqual(
      [...rows, ['nothing odd', usual, undefined] as const].map(([what, , failure]) => [
        what,
        failure && { name: failure, message: 'The failure is in the log.' },
      ]),
    );
    expect(errorLines.map(({ error }) => error?.name)).toEqual(failing);
    expect(said).not.toContain(canary);
  });
});
