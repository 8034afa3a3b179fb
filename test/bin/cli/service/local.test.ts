import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLocalService } from '../../../../bin/cli/service/target.ts';
import { listAccounts } from '../../../../shared/table/access/accounts.ts';
import { endpointBehind } from '../../../support/store/stores.ts';
import { filesIn, temporaryFolder } from '../../../support/temporary-folder.ts';

// The local service is found through the files that running services write.

/** A database that has this table only. */
const database =
  (tableName: string): RequestListener =>
  async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const has = body === '' || body.includes(`"${tableName}"`);
    response.writeHead(has ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(has ? '{"Items":[],"Responses":{}}' : '{"__type":"x#ResourceNotFoundException","message":"no table"}');
  };
const service = async (port: number, more: object = {}) =>
  JSON.stringify({
    tableName: 'ours',
    dynamodbEndpoint: await endpointBehind(database('ours')),
    baseUrl: `http://127.0.0.1:${port}/v1`,
    ...more,
  });
/** The folder of a service, with its file. */
async function opened(files: Readonly<Record<string, string>>, port?: string) {
  const target = await openLocalService(port, temporaryFolder(files));
  onTestFinished(() => target.close());
  return target;
}
const refusal = (files: Readonly<Record<string, string>>, port?: string) =>
  opened(files, port).then(
    ({ baseUrl }) => `found ${baseUrl}`,
    ({ message }: Error) => message,
  );
const none = 'No local service is running. Start one: npm start';

describe('the local service', () => {
  it('is the one that runs, with its table, accounts and inbox', async () => {
    const inbox = temporaryFolder({ 'a.csv': 'x' });
    const accounts = [
      { customerId: 'acme', apiKey: 'k1', name: 'Acme' },
      { customerId: 'brown', apiKey: 'k2' },
    ];
    const {
      table,
      inbox: store,
      close,
      ...target
    } = await opened({ 'service-3000.json': await service(3000, { accounts, inbox }) });

    expect(target).toEqual({ keyPrefix: 'svctest', baseUrl: 'http://127.0.0.1:3000/v1', localAccounts: accounts });
    expect(table.name).toBe('ours');
    expect(await listAccounts(table)).toEqual([]);
    await store?.put('in/b.csv', 'y');
    expect(Object.keys(filesIn(join(inbox, 'in')))).toEqual(['b.csv']);
  });

  it('is chosen by its port if several are running', async () => {
    const files = {
      'service-4001.json': await service(4001),
      'service-4000.json': await service(4000),
      'service-40001.json': '{}',
    };
    const closed = vi.spyOn(DynamoDBClient.prototype, 'destroy');
    expect(await refusal(files)).toBe(
      'Several local services are running, on the ports 4000, 4001. Choose one: --local 4000',
    );
    expect(closed).toHaveBeenCalledTimes(2);
    expect(await refusal(files, '4001')).toBe('found http://127.0.0.1:4001/v1');
    expect(await refusal(files, '400')).toBe('No local service is running on port 400. Start one: npm start');
    const nameless = { 'service-1.json': await service(0, { baseUrl: undefined }), 'service-2.json': await service(2) };
    expect(await refusal(nameless)).toBe('Several local services are running, on the ports , 2. Choose one: --local ');
  });

  it.each<[string, () => Promise<Readonly<Record<string, string>>>]>([
    ['there is no file', async () => ({})],
    [
      'files have other names',
      async () => ({
        'xservice-3000.json': await service(3000),
        'service-3000.jsonx': await service(3000),
        'service-.json': await service(3000),
        'service-3000xjson': await service(3000),
      }),
    ],
    ['its file is damaged', async () => ({ 'service-3000.json': '{' })],
    [
      'its file lacks the database',
      async () => ({ 'service-3000.json': await service(3000, { dynamodbEndpoint: undefined }) }),
    ],
    [
      'it was killed',
      async () => ({ 'service-3000.json': await service(3000, { dynamodbEndpoint: 'http://127.0.0.1:9' }) }),
    ],
    ['its table is gone', async () => ({ 'service-3000.json': await service(3000, { tableName: 'gone' }) })],
  ])('is not running if %s', async (_, files) => {
    const [given, opened] = [await files(), vi.spyOn(DynamoDBDocumentClient, 'from')];
    const closed = vi.spyOn(DynamoDBClient.prototype, 'destroy');
    expect(await refusal(given)).toBe(none);
    expect(closed.mock.calls.length).toBe(opened.mock.calls.length);
  });
});
