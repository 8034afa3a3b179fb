import { expect, it, vi } from 'vitest';
import { printFailure, startFailureMessage } from '../../../bin/local/cli/failure.ts';

it('prints error records in one line, and no others', () => {
  const printed: string[] = [];
  const log = (record: object) => printFailure(record, (line: string) => printed.push(line));

  for (const level of ['debug', 'info', 'warn', undefined]) log({ level, operation: 'listTopics', status: 200 });
  log({ level: 'error', operation: 'listClients', status: 500, error: { name: 'TimeoutError' } });
  log({ level: 'error', kind: 'score', customerId: 'acme', AccountsFailed: 1, _aws: { Timestamp: 0 } });

  expect(printed).toEqual([
    '{"level":"error","operation":"listClients","status":500,"error":{"name":"TimeoutError"}}',
    '{"level":"error","kind":"score","customerId":"acme","AccountsFailed":1}',
  ]);
});

it('a start on a full disk says so, with the file if the system names it', async () => {
  const full = (path?: string) =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', ...(path && { path }) });
  expect(await startFailureMessage(full(), { port: 3000 })).toBe(
    'The disk is full: a file of the service could not be written; free some space',
  );
  expect(await startFailureMessage(full('/data/x.sqlite'), { port: 3000 })).toBe(
    'The disk is full: /data/x.sqlite could not be written; free some space',
  );
});

it.each([
  [
    { syscall: 'listen', code: 'EADDRINUSE' },
    3000,
    /^Port 3000 is in use; choose another one: npm start -- --port \d+$/,
  ],
  [
    ...([{ syscall: 'listen', code: 'EACCES' }, 80] as const),
    /^Port 80 cannot be used \(EACCES\); choose another one: npm start -- --port \d+$/,
  ],
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST'].map(
    (code) => [{ code, path: '/a/b' }, 0, `/a/b cannot be written (${code}); choose another place`] as const,
  ),
  [{ code: 'EMFILE', path: '/a/b' }, 0, 'first'],
  [{ code: 'EACCES' }, 0, 'first'],
  // without DYNAMODB_ENDPOINT, nobody can start another one
  [{ code: 'ECONNREFUSED' }, 0, 'first'],
] as const)('a start that fails with %j on port %i says: %s', async (error, port, said) => {
  vi.stubEnv('DYNAMODB_ENDPOINT', '');

  expect(await startFailureMessage(Object.assign(new Error('first\nsecond'), error), { port })).toMatch(said);
});
