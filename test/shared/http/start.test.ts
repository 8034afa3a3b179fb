import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create } from '../../../functions/topics/handler.ts';
import { topicsGroup } from '../../../shared/contract/topics.ts';
import type { Deps } from '../../../shared/deps.ts';
import { startApi } from '../../../shared/http/start.ts';
import type { RequestTable } from '../../../shared/table/store/table.ts';
import { contextWith, requestId } from '../../support/service/caller.ts';
import { endpointBehind } from '../../support/store/stores.ts';

beforeEach(() => {
  const variables = {
    TABLE_NAME: 't',
    DEPLOYMENT: 'd',
    AWS_REGION: 'us-east-1',
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:9',
    COMMIT: 'abc123',
    OPTIONS: 'env=prod waf=true',
  };
  const credentials = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'a' };
  for (const [name, value] of Object.entries({ ...variables, ...credentials })) vi.stubEnv(name, value);
});
// before hooks of the next file run
afterEach(() => vi.unstubAllEnvs());

it('an API function answers and logs with the request id of Lambda, even if no table could be reached at its start', async () => {
  const lines: unknown[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(`${line}`)) > 0);
  const asked: string[] = [];
  const event = { resource: '/made-up' } as APIGatewayProxyEvent;
  const handler = await startApi(
    ({ log, buildId, table }) =>
      async ({ resource }) => {
        asked.push(resource);
        log({ level: 'info' });
        return { statusCode: 200, body: `${resource} of ${table.name} by ${buildId}` };
      },
    topicsGroup,
  );

  const answer = await handler(event, contextWith(10_000));
  write.mockRestore();

  expect(asked).toEqual(['/topics', '/made-up']);
  expect(answer).toEqual({ statusCode: 200, body: '/made-up of t by dev' });
  const common = { deployment: 'd', buildId: 'dev', level: 'info' };
  expect(lines).toEqual([
    { ...common, kind: 'start', commit: 'abc123', options: 'env=prod waf=true' },
    { ...common, lambdaRequestId: requestId },
  ]);
});

it('before an API function takes requests it has sent one itself, so that the first is not slow, and logged only what is deployed', async () => {
  // the SDK repeats a call that a busy machine answers late
  const calls = new Set<string>();
  const endpoint = await endpointBehind((request, response) => {
    calls.add(`${request.headers['x-amz-target']}`.replace(/.*\./, ''));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end('{"Responses":{}}');
  });
  // a busy machine may need longer than the deadline
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  vi.stubEnv('DYNAMODB_ENDPOINT', endpoint);
  const lines = vi.spyOn(process.stdout, 'write');
  let table: RequestTable | undefined;

  await startApi((deps: Deps) => {
    table = deps.table;
    return create(deps);
  }, topicsGroup);
  table?.close();

  expect([...calls].toSorted()).toEqual(['UpdateItem']);
  expect(lines.mock.calls.map(([line]) => JSON.parse(`${line}`).kind)).toEqual(['start']);
});
