import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const platform = `${process.platform}-${process.arch}`;

/** The start of the engine, where the package of this platform holds this shell script as its engine. */
async function withEngine(script: string | undefined, endpoint = '') {
  const folder = temporaryFolder();
  if (script !== undefined) writeFileSync(join(folder, 'dynoxide'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const children: ChildProcess[] = [];
  const asked: string[] = [];
  const resolve = (name: string) => {
    asked.push(name);
    return join(folder, 'package.json');
  };
  vi.stubEnv('DYNAMODB_ENDPOINT', endpoint);
  vi.resetModules();
  vi.doMock('node:module', () => ({ createRequire: () => ({ resolve }) }));
  vi.doMock('node:child_process', () => ({
    spawn: (...given: Parameters<typeof spawn>) => {
      const child = spawn(...given);
      children.push(child);
      return child;
    },
  }));
  const { startDynamoDb } = await import('../../../bin/local/store/embedded-dynamodb.ts');
  return { startDynamoDb, children, asked, folder };
}

afterEach(() => {
  for (const name of ['node:module', 'node:child_process']) vi.doUnmock(name);
  vi.resetModules();
  vi.useRealTimers();
});

const listens = 'echo "listening on http://$2:$4" >&2; exec sleep 600';

describe.skipIf(process.platform === 'win32')('the embedded DynamoDB', () => {
  it.each(['SIGKILL', undefined] as const)('ends with its start, whether or not %s has ended it', async (signal) => {
    const before = process.listenerCount('exit');
    const { startDynamoDb, children, asked } = await withEngine(listens);
    const { endpoint, stop } = await startDynamoDb();
    const [child = expect.unreachable()] = children;
    expect([asked, children.length, process.listenerCount('exit') - before]).toEqual([
      [`@dynoxide/${platform}/package.json`],
      ...[1, 1],
    ]);
    expect(endpoint).toMatch(/^http:\/\/127(\.\d+){3}:\d+$/);

    if (signal) {
      child.kill(signal);
      await once(child, 'exit');
    }
    await stop();
    await stop();
    expect([child.signalCode, process.listenerCount('exit') - before]).toEqual([signal ?? 'SIGTERM', 0]);
  });

  it('is started five times at most, each time at another address, as others may take one', async () => {
    const log = join(temporaryFolder(), 'log');
    const refuses = `echo "$@" >> '${log}'; if [ $(wc -l < '${log}') = 5 ]; then ${listens}; fi; echo "port $4 is taken" >&2; exit 1`;
    const { startDynamoDb, children } = await withEngine(refuses);
    const { endpoint, stop } = await startDynamoDb('x.sqlite');
    await stop();
    const words = () => readFileSync(log, 'utf8').trim().split('\n');
    expect(words().at(-1)).toMatch(/^--host \S+ --port \d+ --db-path x\.sqlite$/);
    expect(
      words()
        .at(-1)
        ?.startsWith(`--host ${endpoint.slice(7).replace(':', ' --port ')} `),
    ).toBe(true);
    expect([new Set(words()).size, children.length]).toEqual([5, 5]);

    await expect(startDynamoDb('x.sqlite')).rejects.toThrow(
      /^the embedded DynamoDB did not start with x\.sqlite: port \d+ is taken$/,
    );
    expect(words()).toHaveLength(10);
    const silent = await withEngine('exit 3');
    await expect(silent.startDynamoDb()).rejects.toThrow(/^the embedded DynamoDB did not start: exit code 3$/);
    const killed = await withEngine('kill -9 $$');
    await expect(killed.startDynamoDb()).rejects.toThrow(/^the embedded DynamoDB did not start: ended by SIGKILL$/);
  });

  it('is not in every package: the error says what to do', async () => {
    const { startDynamoDb } = await withEngine(undefined);

    await expect(startDynamoDb()).rejects.toThrow(
      `there is no embedded DynamoDB for ${platform}; set DYNAMODB_ENDPOINT to the address of another one`,
    );
  });

  it('is not started where the environment names another one', async () => {
    const { startDynamoDb, children } = await withEngine(listens, 'http://localhost:8000');
    const { endpoint, stop } = await startDynamoDb('x.sqlite');
    await stop();

    expect([endpoint, children.length]).toEqual(['http://localhost:8000', 0]);
  });
});
