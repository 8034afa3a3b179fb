import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdsAsync } from '../../support/holds.ts';
import { expectConforms } from '../../support/service/conformance.ts';
import { type FakeDeps, fakeDeps } from '../../support/service/deps.ts';
import { putTenants, type Tenant } from '../../support/service/tenants.ts';
import { type WholeService, wholeService } from '../../support/service/whole-service.ts';
import { everyNth, everyNthSaid, tried } from '../../support/size.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { type Credentials, credentials } from './credentials.ts';
import { operations } from './document.ts';
import { asker, fuzzed, type Tally } from './hold.ts';
import { sweep } from './requests.ts';

const db = useMemoryTable();
const tally: Tally = { requests: 0, statuses: {} };
let tenant: Tenant;
let deps: FakeDeps;
let call: WholeService;
let ask: ReturnType<typeof asker>;
let keys: fc.Arbitrary<Credentials>;
beforeAll(async () => {
  [tenant] = (await putTenants(db.table, 2)) as [Tenant];
  deps = fakeDeps(db.table);
  call = await wholeService(deps);
  ask = asker(deps, call, tenant, tally);
  keys = await credentials(db.table, tenant.apiKey, tenant.account);
});

describe('any input gets the expected status and the documented body', () => {
  it(`${everyNthSaid(7)} pair of a parameter of an endpoint and a kind of invalid value`, async () => {
    for (const request of everyNth(7, sweep(tenant)))
      await ask({ ...request, rawHeaders: ['X-API-Key', tenant.apiKey] });
  });

  it('random values in any parameter, with any key', async () => {
    await holdsAsync(fuzzed(ask, tenant, keys), { numRuns: tried(300, 15_000, 100_000) });
  });

  it('(the requests above covered every kind)', () => {
    expect(Object.keys(tally.statuses)).toEqual(['200', '400', '401', '403', '404', '422', '429']);
    expect(tally.statuses[200]).toBeGreaterThan(tally.requests / 10);
    expect(deps.logged.length).toBe(tally.requests);
  });
});

describe('events that no URL can produce', () => {
  const inEach = (texts: string[]) => (event: APIGatewayProxyEvent, names: string[]) => {
    const [text = null] = texts;
    const path = Object.keys(event.pathParameters ?? {}).map((name) => [name, text]);
    event.pathParameters = path.length > 0 ? Object.fromEntries(path) : null;
    event.multiValueQueryStringParameters = Object.fromEntries(names.map((name) => [name, texts]));
  };

  it.each<[string, (event: APIGatewayProxyEvent, names: string[]) => void]>([
    ['without a query, written {}', (event) => Object.assign(event, { multiValueQueryStringParameters: {} })],
    ['without path parameters', (event) => Object.assign(event, { pathParameters: null })],
    ['without headers', (event) => Object.assign(event, { headers: null, multiValueHeaders: null })],
    ['with half of a character in each parameter', inEach(['\ud800'])],
    ['with the other half', inEach(['x\udc00'])],
    ['with parameters of no value', inEach([])],
  ])('%s', async (_, change) => {
    for (const { path, parameters } of operations) {
      deps.now += 2000;
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const url = path.replaceAll(/\{\w+\}/g, 'x');
      const rawHeaders = ['X-API-Key', tenant.apiKey];
      const answered = await call({ url, rawHeaders, tweak: (event) => change(event, names) });
      const { operationId = '', status = 0, headers = {}, body = '' } = answered ?? {};

      expectConforms(operationId, status, headers, body);
      expect([status, body], path).not.toEqual([500, body]);
    }
  });
});
