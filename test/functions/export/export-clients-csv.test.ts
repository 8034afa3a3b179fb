import { beforeAll, describe, expect, it, vi } from 'vitest';
import { create } from '../../../functions/export/handler.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { expectConforms } from '../../support/service/contract-conformance.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { clientOf, publishClients, publishMany } from './many-clients.ts';

const { ask, refusal } = useSmallAccount();
const db = useMemoryTable();

/** More pages than are read at a time. */
const count = 5000;

const header =
  'id,customerId,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,industry,location,revenueTTM,archived,externalClientId,change7day,change30day,alignment,portfolios,scoredTopics,largestMove\r\n';
const northwind =
  'northwind,acme,Northwind Bank,152.5,onTrack,false,2026-11-18T15:30:00.000Z,Ada Okafor,Banking,Oslo,1200000,false,NW-7,2.5,52.5,green,key,15,\r\n';
const mill = "mill,acme,Old Mill,140,onTrack,false,,,,'=Graz,,true,,0,0,,key,15,\r\n";
const muller = 'muller,acme,Café Müller,99.5,mediumRisk,true,,,,,90000.5,false,,-10.5,,,,1,\r\n';
const cafe = 'cafe,acme,CAFE MULLER & Sons,99.5,mediumRisk,true,,,,,,false,,,,,key,0,\r\n';
const harbour = 'harbour,acme,Blue Harbour,0,highRisk,false,,,,,,false,,,,red,,15,\r\n';

it('GET /clients/export/csv is the whole list of clients, in order, as a file', async () => {
  const { operationId, status, headers, body } = await ask('/clients/export/csv');

  expectConforms(operationId, status, headers, body);
  expect(headers).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="clients-acme-2026-11-20.csv"',
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
])('%s sets the scope', async (query, rows) => {
  const { body } = await ask(`/clients/export/csv?${query}`);

  expect(body).toBe([header, ...rows].join(''));
});

it('include adds the score of each topic, and of each of the last days', async () => {
  const { operationId, status, headers, body } = await ask('/clients/export/csv?include=history,topics&days=9');
  const [names = '', ...rows] = body.split('\r\n').slice(0, -1);

  expectConforms(operationId, status, headers, body);
  const added = names.slice(header.trimEnd().length + 1).split(',');
  expect(added.slice(0, 15)).toEqual(topics.map(({ id }) => `topic.${id}`));
  expect(added.slice(15).join()).toBe(
    'score.2026-11-12,score.2026-11-13,score.2026-11-14,score.2026-11-15,score.2026-11-16,score.2026-11-17,score.2026-11-18,score.2026-11-19,score.2026-11-20',
  );
  const cells = rows.map((row) => row.split(',').slice(19));
  const timeliness = topics.findIndex(({ id }) => id === 'timeliness');
  expect(cells[1]).toEqual([
    ...Array.from({ length: 15 }, (_, at) => (at === timeliness ? '99.5' : '')),
    ...['', '110', '110', '110', '110', '110', '110', '110', '99.5'],
  ]);
  // never scored here
  expect(cells[2]?.join('')).toBe('');
});

it('an unknown portfolio is 404', async () => {
  expect(await refusal('/clients/export/csv?portfolio_id=nothing')).toEqual([404, 'There is no such portfolio.']);
});

it('a caller who writes archived is told the name of the switch', async () => {
  expect(await refusal('/clients/export/csv?archived=true')).toEqual([
    422,
    'Unknown parameter `archived`. Did you mean `include_archived`?',
  ]);
});

it('a caller who holds the file gets 304', async () => {
  const { headers } = await ask('/clients/export/csv');
  // also in the other words for the same list
  const again = await ask('/clients/export/csv?portfolio_id=all-clients', { 'If-None-Match': String(headers.ETag) });

  expect(again).toMatchObject({ status: 304, body: '' });
});

it('bom=true begins the file with a byte order mark, and is another file', async () => {
  const plain = await ask('/clients/export/csv');
  const marked = await ask('/clients/export/csv?bom=true');

  expect(marked.body).toBe(`\uFEFF${plain.body}`);
  expect(marked.headers.ETag).not.toBe(plain.headers.ETag);
});

describe("the account's own metadata", () => {
  const account = asAccount('own-metadata');
  const columns = header.trimEnd();
  let apiKey: string;
  beforeAll(async () => {
    const clients = [
      { region: 'EMEA', employees: 12, active: true, location: 'Oslo' },
      { '=1;+1': '=1', 'a,"b"': '-1', constructor: 'x', revenueTTM: 5 },
      { region: '-', employees: -3 },
    ].map((metadata, at) => ({
      ...clientOf(at, 'Client'),
      id: `c${at}`,
      importedScore: 100 + at,
      archived: at === 2,
      metadata: metadata as Record<string, string | number | boolean>,
    }));
    await publishClients(db.table, account, clients);
    apiKey = await putKey(db.table, { customerId: account });
  });

  const rowsOf = async (query: string, key = apiKey) => {
    const reply = await callerOf(exportGroup, create(fakeDeps(db.table)))(`/clients/export/csv${query}`, {
      apiKey: key,
    });
    return (await partsOf(reply)).join('').split('\r\n');
  };

  it('has a column for each key, sorted and guarded, but none for keys that have a column already', async () => {
    const [names, ...rows] = await rowsOf('?include_archived=true');

    expect(names).toBe(
      `${columns},metadata.=1;'+1,"metadata.a,""b""",metadata.active,metadata.constructor,metadata.employees,metadata.region`,
    );
    expect(rows.map((row) => row.split(',').slice(-6).join(','))).toEqual([
      ",,,,-3,'-",
      "'=1,'-1,,x,,",
      ',,true,,12,EMEA',
      '',
    ]);
  });

  it('has the same columns for every scope of a version', async () => {
    const [[plain], [withArchived]] = await Promise.all([rowsOf(''), rowsOf('?include_archived=true')]);

    expect(plain).toBe(withArchived);
  });

  it('is limited to 500 columns, the first by name', async () => {
    const many = asAccount('many-keys');
    const clients = Array.from({ length: 30 }, (_, at) => ({
      ...clientOf(at, 'Client'),
      metadata: Object.fromEntries(Array.from({ length: 20 }, (_, key) => [`k${1000 + at * 20 + key}`, key])),
    }));
    await publishClients(db.table, many, clients);
    const [names = ''] = await rowsOf('', await putKey(db.table, { customerId: many }));

    expect(names.split(',').length).toBe(columns.split(',').length + 500);
    expect(names.endsWith(',metadata.k1499')).toBe(true);
  });
});

describe('a long list', () => {
  const account = asAccount('long');
  let apiKey: string;
  beforeAll(async () => {
    await publishMany(db.table, account, count, 'Client');
    apiKey = await putKey(db.table, { customerId: account });
  });

  const start = async (table: Table = db.table, headers: Record<string, string> = {}): Promise<Reply> =>
    callerOf(exportGroup, create(fakeDeps(table)))('/clients/export/csv?include_archived=true', { apiKey, headers });

  it('is sent in parts of 100 rows', async () => {
    const reply = await start();
    const parts = await partsOf(reply);
    const rows = parts.join('').split('\r\n');

    expect(reply).toMatchObject({ statusCode: 200, body: '' });
    expect(parts.length).toBe(count / 100);
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
  });

  it('may take longer than one read: each read begins a timeout of its own', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    const { stream = [] } = await start();
    const before = timeouts.mock.calls.length;
    for await (const _ of stream);

    expect(timeouts.mock.calls.length).toBeGreaterThan(before);
  });

  it('an error before the first part is answered 500', async () => {
    const reply = await start(failingAfter(0));

    expect(reply.statusCode).toBe(500);
    expect(reply.stream).toBeUndefined();
    expectConforms('exportClientsCsv', 500, reply.headers ?? {}, reply.body);
  });

  it.each([{}, { 'Accept-Encoding': 'gzip' }])(
    'an error after the first part cuts the answer off: %o',
    async (headers) => {
      const reply = await start(failingAfter(7), headers);

      expect(reply.statusCode).toBe(200);
      await expect(partsOf(reply)).rejects.toThrow('no page can be read');
    },
  );

  function failingAfter(reads: number): Table {
    let left = reads;
    return watched(() => {
      if (left === 0) throw new Error('no page can be read');
      left -= 1;
    });
  }

  /** A separate DynamoDB client that reports every read of pages. */
  function watched(read: (commandName: string) => void): Table {
    const table = db.open();
    aroundCalls(table, async (send, command) => {
      if (command === 'getMany') read(command);
      return send();
    });
    return table;
  }
});

async function partsOf({ stream }: Reply): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of stream ?? []) parts.push(String(part));
  return parts;
}
