import { expect, it } from 'vitest';
import { printFailure } from '../../bin/local/cli/failure.ts';

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
