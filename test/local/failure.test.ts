import { expect, it } from 'vitest';
import { tellFailure } from '../../bin/local/cli/failure.ts';

it('the terminal shows what failed, in one line, and nothing else', () => {
  const told: string[] = [];
  const log = (record: object) => tellFailure(record, (line) => told.push(line));

  log({ level: 'info', operation: 'listTopics', status: 200 });
  log({ level: 'error', operation: 'listClients', status: 500, error: { name: 'TimeoutError' } });
  log({ level: 'error', kind: 'score', customerId: 'acme', AccountsFailed: 1, _aws: { Timestamp: 0 } });

  expect(told).toEqual([
    '{"level":"error","operation":"listClients","status":500,"error":{"name":"TimeoutError"}}',
    '{"level":"error","kind":"score","customerId":"acme","AccountsFailed":1}',
  ]);
});
