import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { create } from '../../../functions/export/handler.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { openTable, type Table } from '../../../shared/table/store/table.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { expectConforms } from '../../support/service/conformance.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { publishMany } from './many-clients.ts';

const { db, ask, refusal } = useSmallAccount();

/** More pages than are read at a time. */
const count = 5000;

const header =
  'id,customerId,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,industry,location,revenueTTM,archived\r\n';
const northwind =
  'northwind,acme,Northwind Bank,152.5,onTrack,false,2026-11-18T15:30:00.000Z,Ada Okafor,Banking,Oslo,1200000,false\r\n';
const mill = "mill,acme,Old Mill,140,onTrack,false,,,,'=Graz,,true\r\n";
const muller = 'muller,acme,Café Müller,99.5,mediumRisk,true,,,,,90000.5,false\r\n';
const cafe = 'cafe,acme,CAFE MULLER & Sons,99.5,mediumRisk,true,,,,,,false\r\n';
const harbour = 'harbour,acme,Blue Harbour,0,highRisk,false,,,,,,false\r\n';

it('GET /clients/export/csv is the whole list of clients, in order, as a file', async () => {
  const { operationId, status, headers, body } = await ask('/clients/export/csv');

  expectConforms(operationId, status, headers, body);
  expect(headers).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="clients.csv"',
    ETag: expect.stringMatching(/^".+"$/),
    'X-RateLimit-Limit': '100',
  });
  expect(body).toBe([header, northwind, muller, cafe, harbour].join(''));
});

it('include_archived merges archived clients into the order; text that a spreadsheet would execute is escaped', async () => {
  const { body } = await ask('/clients/export/csv?include_archived=true');

  expect(body).toBe([header, northwind, mill, muller, cafe, harbour].join(''));
});

it.each([
  ['portfolio_id=key', [northwind, cafe]],
  ['portfolioId=key&include_archived=true', [northwind, mill, cafe]],
  ['portfolio_id=all-clients', [northwind, muller, cafe, harbour]],
  ['portfolio_id=empty', []],
])('%s scopes it', async (query, rows) => {
  const { body } = await ask(`/clients/export/csv?${query}`);

  expect(body).toBe([header, ...rows].join(''));
});

it('an unknown portfolio is 404', async () => {
  expect(await refusal('/clients/export/csv?portfolio_id=nothing')).toEqual([404, 'There is no such portfolio.']);
});

it('a caller who holds the file gets 304', async () => {
  const { headers } = await ask('/clients/export/csv');
  const again = await ask('/clients/export/csv', { 'If-None-Match': String(headers.ETag) });

  expect(again).toMatchObject({ status: 304, body: '' });
});

describe('a long list', () => {
  const account = asAccount('long');
  let apiKey: string;
  beforeAll(async () => {
    await publishMany(db.table, account, count, 'Client');
    apiKey = await putKey(db.table, { customerId: account });
  }, 60_000);

  const start = async (table: Table = db.table): Promise<Reply> =>
    callerOf(exportGroup, create(fakeDeps(table)))('/clients/export/csv?include_archived=true', { apiKey });

  it('is sent in parts of 100 rows', async () => {
    const reply = await start();
    const parts = await partsOf(reply);
    const rows = parts.join('').split('\r\n');

    expect(reply).toMatchObject({ statusCode: 200, body: '' });
    expect(parts.length).toBe(Math.ceil((count + 1) / 100));
    expect(rows).toHaveLength(count + 2);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(count + 2);
  });

  it('is read a few pages at a time while it is sent', async () => {
    const reads: unknown[] = [];
    const { stream = [] } = await start(watched((name) => reads.push(name)));
    const before = reads.length;
    for await (const _ of stream);

    expect(reads.length).toBeGreaterThan(before + 2);
  });

  it('is of one version from the first byte to the last, even if another version is published and old pages are deleted', async () => {
    const whole = (await partsOf(await start())).join('');
    const { stream = [] } = await start();

    let body = '';
    for await (const part of stream) {
      // the second half of the list has not been read yet
      if (body === '') for (const name of ['Renamed', 'Again']) await publishMany(db.table, account, count, name);
      body += part;
    }

    expect(body).toBe(whole);
    expect((await partsOf(await start())).join('')).toContain('client-7,long,Again 7,');
  }, 60_000);

  it('an error before the first part is answered 500', async () => {
    const reply = await start(failingAfter(0));

    expect(reply.statusCode).toBe(500);
    expect(reply.stream).toBeUndefined();
    expectConforms('exportClientsCsv', 500, reply.headers ?? {}, reply.body);
  });

  it('an error after the first part cuts the answer off', async () => {
    const reply = await start(failingAfter(4));

    expect(reply.statusCode).toBe(200);
    await expect(partsOf(reply)).rejects.toThrow('no page can be read');
  });

  function failingAfter(reads: number): Table {
    let left = reads;
    return watched(() => {
      if (left === 0) throw new Error('no page can be read');
      left -= 1;
    });
  }

  /** A client of its own that tells of every read of pages. */
  function watched(read: (commandName: string) => void): Table {
    const table = openTable(db.address, 'job');
    onTestFinished(() => table.documents.destroy());
    table.documents.middlewareStack.add(
      (next, { commandName = '' }) =>
        (sent) => {
          if (`${commandName}`.startsWith('BatchGet')) read(`${commandName}`);
          return next(sent);
        },
      { step: 'initialize' },
    );
    return table;
  }
});

async function partsOf({ stream }: Reply): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of stream ?? []) parts.push(part);
  return parts;
}
