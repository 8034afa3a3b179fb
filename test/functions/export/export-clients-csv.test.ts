import { beforeAll, describe, expect, it } from 'vitest';
import { create } from '../../../functions/export/handler.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { expectConforms } from '../../support/service/conformance.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { publishMany } from './many-clients.ts';

const db = useMemoryTable();

// What is in the file: test/model, for random accounts.

/** More pages than are read at a time. */
const count = 5000;

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
