import { expect, it, vi } from 'vitest';
import { printFailure, startFailureMessage } from '../../bin/local/cli/failure.ts';

it('prints error records in one line, and no others', () => {
  const printed: string[] = [];
  const log = (record: object) => printFailure(record, (line: string) => printed.push(line));

  log({ level: 'info', operation: 'listTopics', status: 200 });
  log({ level: 'error', operation: 'listClients', status: 500, error: { name: 'TimeoutError' } });
  log({ level: 'error', kind: 'score', customerId: 'acme', AccountsFailed: 1, _aws: { Timestamp: 0 } });

  expect(printed).toEqual([
    '{"level":"error","operation":"listClients","status":500,"error":{"name":"TimeoutError"}}',
    '{"level":"error","kind":"score","customerId":"acme","AccountsFailed":1}',
  ]);
});

it('a start on a full disk says so, with the file if the system names it', () => {
  const full = (path?: string) =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', ...(path && { path }) });
  expect(startFailureMessage(full(), { port: 3000 })).toBe(
    'The disk is full: a file of the service could not be written; free some space',
  );
  expect(startFailureMessage(full('/data/x.sqlite'), { port: 3000 })).toBe(
    'The disk is full: /data/x.sqlite could not be written; free some space',
  );
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EHOSTUNREACH', 'TimeoutError'])(
  'a start whose DynamoDB fails with %s names its address',
  (name) => {
    vi.stubEnv('DYNAMODB_ENDPOINT', 'http://localhost:1');

    expect(startFailureMessage(Object.assign(new Error('failed'), { name }), { port: 3000 })).toBe(
      'No DynamoDB answers at http://localhost:1; start it, or unset DYNAMODB_ENDPOINT',
    );
  },
);
