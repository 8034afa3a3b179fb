import { marshall } from '@aws-sdk/util-dynamodb';
import * as fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { localAddress } from '../../../../bin/local/store/table.ts';
import { openRequestTable } from '../../../../shared/table/store/lean/table.ts';
import { readBatch, readItem, readRange } from '../../../../shared/table/store/read.ts';
import { JobHttpHandler, openTable } from '../../../../shared/table/store/sdk.ts';
import { ConditionFailed, type RequestTable, type Sending, withSignal } from '../../../../shared/table/store/table.ts';
import { putAll, updateItem } from '../../../../shared/table/store/write.ts';
import { inProofs } from '../../../support/size.ts';
import { type FaultName, faultProxy } from '../../../support/store/fault-proxy.ts';
import { endpointBehind } from '../../../support/store/stores.ts';
import { useTable } from '../../../support/store/table.ts';

// The port of a table, held by both of its adapters: that of the API and that on the AWS SDK.

const db = useTable();
const key = { pk: 'P', sk: 'S' };
const item = {
  ...key,
  text: 'é💡',
  number: -1.5,
  yes: true,
  nothing: null,
  bytes: Uint8Array.of(0, 1, 255),
  map: { a: [1] },
};
/** Milliseconds, on a busy machine. */
const patient = 5000;
const impatient = 500;

const adapters = {
  'of the API': (endpoint: string, responding: number): RequestTable =>
    openRequestTable(localAddress(endpoint, db.table.name), {
      clock: Date.now,
      timeouts: { connecting: patient, responding },
    }),
  'on the SDK': (endpoint: string, responding: number): RequestTable =>
    openTable(
      localAddress(endpoint, db.table.name),
      new JobHttpHandler({ requestTimeout: responding, socketTimeout: responding, throwOnRequestTimeout: true }),
    ),
};
const names = ['of the API', 'on the SDK'] as const;
const mostAttempts = { 'of the API': 3, 'on the SDK': 8 };

function opened(adapter: keyof typeof adapters, endpoint = db.address.endpoint, responding = patient): RequestTable {
  const table = adapters[adapter](endpoint, responding);
  onTestFinished(() => table.close());
  return table;
}

beforeAll(() => putAll(db.table, [item]));
afterEach(() => vi.restoreAllMocks());

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    (value) => (value === undefined ? 'nothing' : 'the item'),
    ({ name, code = name }: Error & { code?: string }) => (code === 'ETIMEDOUT' ? 'TimeoutError' : code),
  );

describe.each(names)('the adapter %s', (adapter) => {
  it('reads an item as it was stored, alone, among many and in a range', async () => {
    const table = opened(adapter);

    expect(await readItem(table, key)).toEqual(item);
    expect(await readItem(table, { pk: 'P', sk: 'none' })).toBeUndefined();
    expect(await readBatch(table, [key, { pk: 'P', sk: 'none' }], { consistent: true })).toEqual([item]);
    expect(await readRange(table, { pk: 'P', from: 'S', to: 'S' }, { attributes: ['sk'] })).toEqual([{ sk: 'S' }]);
  });

  it('updates under a condition, and returns what is stored afterwards, or what was in the way', async () => {
    const table = opened(adapter);
    const update = {
      key: { pk: 'P', sk: adapter },
      update: 'SET #n = :n',
      condition: 'attribute_not_exists(pk)',
      names: { '#n': 'n' },
      values: { ':n': 1 },
      returnsItem: true,
    };

    expect(await updateItem(table, update)).toEqual({ pk: 'P', sk: adapter, n: 1 });
    const failure = await updateItem(table, update).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConditionFailed);
    expect(failure).toMatchObject({ item: { n: 1 }, wasRetried: false });
  });

  // the first is repeated; the second is what callers of a lasting fault get
  it.each<[fault: FaultName, once: string, lasting: string]>([
    ['request lost', 'the item', 'ECONNRESET'],
    ['answer lost', 'the item', 'ECONNRESET'],
    ['500 before', 'the item', 'InternalServerError'],
    ['500 after', 'the item', 'InternalServerError'],
    ['unavailable', 'the item', 'Unknown'],
    ['a proxy fails', 'the item', expect.stringMatching('Unknown|SyntaxError')],
    ['throttled', 'the item', 'ProvisionedThroughputExceededException'],
    ['late', 'the item', 'TimeoutError'],
    ['begun and never ended', 'the item', 'TimeoutError'],
    ['cut', 'the item', 'ECONNRESET'],
  ])('makes another attempt: %s', async (fault, once, lasting) => {
    // no pauses
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const passing = await faultProxy(db.address.endpoint, (count) => (count === 1 ? fault : 'none'));
    const staying = await faultProxy(db.address.endpoint, () => fault);

    const wait = ['late', 'begun and never ended'].includes(fault) ? impatient : patient;
    const outcomes = [passing, staying].map(({ endpoint }) =>
      outcomeOf(readItem(opened(adapter, endpoint, wait), key)),
    );
    expect(await Promise.all(outcomes)).toEqual([once, lasting]);
    expect([passing, staying].map(({ requests }) => requests.length)).toEqual([2, mostAttempts[adapter]]);
  });

  it.each<[fault: FaultName, outcome: string]>([
    ['garbage', 'SyntaxError'],
    ['no HTTP', 'HPE_INVALID_CONSTANT'],
    ['expired token', 'ExpiredTokenException'],
    ['access denied', 'AccessDeniedException'],
    // TLS knows better
    ['wrong checksum', 'the item'],
  ])('makes no other attempt: %s', async (fault, outcome) => {
    const { endpoint, requests } = await faultProxy(db.address.endpoint, () => fault);

    expect(await outcomeOf(readItem(opened(adapter, endpoint), key))).toBe(outcome);
    expect(requests.length).toBe(1);
  });

  it('takes over the clock of DynamoDB once, if its own is twenty minutes off', async () => {
    const { endpoint, requests } = await faultProxy(db.address.endpoint, () => 'another clock');
    const table = opened(adapter, endpoint);
    for (let call = 0; call < 3; call += 1) expect(await outcomeOf(readItem(table, key))).toBe('the item');

    expect(requests.length).toBe(4);
  });

  it('says of a failed condition whether an earlier attempt may have met it', async () => {
    const { endpoint } = await faultProxy(db.address.endpoint, (count) => (count === 1 ? 'answer lost' : 'none'));
    const update = {
      key: { pk: 'P', sk: `${adapter} again` },
      update: 'SET n = :n',
      condition: 'attribute_not_exists(pk)',
      values: { ':n': 1 },
    };

    await expect(updateItem(opened(adapter, endpoint), update)).rejects.toMatchObject({
      name: 'ConditionFailed',
      wasRetried: true,
      item: { n: 1 },
    });
  });

  it('asks before every attempt whether it may still be sent', async () => {
    const { endpoint, requests } = await faultProxy(db.address.endpoint, () => '500 before');
    let asked = 0;
    const beforeSending = () => {
      asked += 1;
      if (asked === 2) throw new RangeError('too late');
    };

    expect(await outcomeOf(readItem({ ...opened(adapter, endpoint), beforeSending }, key))).toBe('RangeError');
    expect(requests.length).toBe(1);
  });

  it.each<[string, FaultName, () => AbortSignal]>([
    ['before it is sent', 'none', () => AbortSignal.abort()],
    ['while it waits for an answer', 'late', () => AbortSignal.timeout(50)],
    ['while it waits for the next attempt', 'throttled', () => AbortSignal.timeout(5)],
  ])('ends with its signal: %s', async (_, fault, signal) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { endpoint } = await faultProxy(db.address.endpoint, () => fault);

    expect(await outcomeOf(readItem(withSignal(opened(adapter, endpoint), signal()), key))).toBe('AbortError');
  });
});

describe('the adapter of the API', () => {
  it('waits up to 20 ms before the second attempt, and up to 40 ms before the third: a caller waits', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { endpoint } = await faultProxy(db.address.endpoint, () => 'throttled');
    const set = vi.spyOn(globalThis, 'setTimeout');
    await outcomeOf(readItem(opened('of the API', endpoint), key));

    expect(set.mock.calls.flatMap(([, wait = 0]) => (wait <= 100 ? wait : []))).toEqual([20, 40]);
  });

  it('makes fewer retries when most calls fail, until calls succeed again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let fault: FaultName = '500 before';
    const { endpoint, requests } = await faultProxy(db.address.endpoint, () => fault);
    const table = opened('of the API', endpoint);
    const requestsOf = async (calls: number) => {
      const before = requests.length;
      for (let call = 0; call < calls; call += 1) await outcomeOf(readItem(table, key));
      return requests.length - before;
    };

    expect(await requestsOf(30)).toBe(30 + 50);
    fault = 'none';
    expect(await requestsOf(20)).toBe(20);
    fault = '500 before';
    expect(await requestsOf(2)).toBe(2 + 2);
  });

  it.each([
    ['eu-west-1', 'https://dynamodb.eu-west-1.amazonaws.com/'],
    ['us-gov-west-1', 'https://dynamodb.us-gov-west-1.amazonaws.com/'],
    ['cn-north-1', 'https://dynamodb.cn-north-1.amazonaws.com.cn/'],
  ])('is connected to DynamoDB in %s', (region, address) => {
    const urls: string[] = [];
    const connect = (url: URL) => {
      urls.push(url.href);
      return { send: () => Promise.reject(new Error('not sent')), close: () => undefined };
    };
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    openRequestTable({ tableName: 't', region, credentials }, { clock: Date.now, connect });

    expect(urls).toEqual([address]);
  });

  it('refuses values that it would not store or read exactly', async () => {
    const table = opened('of the API');
    for (const value of [2 ** 53, Number.NaN, undefined, new Set(['a']), new Date()]) {
      await expect(
        updateItem(table, { key: { pk: 'P', sk: 'X' }, update: 'SET a = :a', values: { ':a': value } }),
      ).rejects.toThrow(TypeError);
    }
  });
});

describe('random calls', () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 });
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      text,
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 9 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.string({ minLength: 1, maxLength: 4 }).filter((name) => name !== '__proto__'),
        tie('value'),
        {
          maxKeys: 3,
          noNullPrototype: true,
        },
      ),
    ),
  })).value;
  const document = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { maxKeys: 4, noNullPrototype: true });
  const itemKey = fc.record({ pk: text, sk: text });
  const flags = { consistent: fc.boolean(), backwards: fc.boolean() };
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const call = fc.oneof(
    fc.record({ call: fc.constant('get'), command: fc.record({ key: itemKey, consistent: flags.consistent }) }),
    fc.record({
      call: fc.constant('getMany'),
      command: fc.record({ keys: fc.array(itemKey, { minLength: 1, maxLength: 3 }), consistent: flags.consistent }),
    }),
    fc.record({
      call: fc.constant('query'),
      command: fc.record({
        range: fc.record({ pk: text, from: text, to: text }),
        ...flags,
        limit: optional(fc.integer({ min: 1, max: 9 })),
        attributes: optional(fc.constant(['pk', 'n'])),
        countOnly: fc.boolean(),
        after: optional(itemKey),
      }),
    }),
    fc.record({
      call: fc.constant('update'),
      command: fc.record(
        {
          key: itemKey,
          update: text,
          condition: text,
          names: fc.dictionary(text, text),
          values: document,
          returnsItem: fc.boolean(),
        },
        { requiredKeys: ['key', 'update'] },
      ),
    }),
  );

  it('are sent and understood alike by both adapters', async () => {
    let answer = '';
    let sent: unknown[] = [];
    const endpoint = await endpointBehind(async (request, response) => {
      const body = (await request.toArray()).join('');
      sent.push([
        request.method,
        request.url,
        request.headers['x-amz-target'],
        request.headers['content-type'],
        JSON.parse(body),
      ]);
      response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end(answer);
    });
    const tables = names.map((adapter) => opened(adapter, endpoint));
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const output = (stored: object) => {
      const Item = marshall(stored);
      const many = { [db.table.name]: [Item, Item] };
      return {
        Item,
        Attributes: Item,
        Items: [Item],
        Count: 1,
        LastEvaluatedKey: Item,
        Responses: many,
        UnprocessedKeys: { [db.table.name]: { Keys: [Item] } },
        ConsumedCapacity: { CapacityUnits: 1.5 },
      };
    };

    await fc.assert(
      fc.asyncProperty(call, document, fc.boolean(), async (made, stored, isMetered) => {
        answer = JSON.stringify(output(stored), (_, each) => (each instanceof Uint8Array ? base64(each) : each));
        const results = [];
        for (const table of tables) {
          sent = [];
          const consumed: unknown[] = [];
          const sending: Sending = {
            name: table.name,
            ...(isMetered && { onConsumed: (...units) => consumed.push(units) }),
          };
          const result = await table.send(made.call as 'get', made.command as never, sending);
          results.push({ result, sent, consumed });
        }
        expect(results[0]).toEqual(results[1]);
      }),
      { numRuns: inProofs(5_000, 300) },
    );
  });
});
