import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../../../bin/build/paths.ts';
import { CannotStart, startFailureMessage } from '../../../bin/local/cli/failure.ts';
import { northlight } from '../../../bin/local/demo/accounts.ts';
import { type ServiceOptions, startService } from '../../../bin/local/service.ts';
import { holdName } from '../../../bin/local/store/loopback.ts';
import { createTable, localAddress } from '../../../bin/local/store/table.ts';
import { tableSchema } from '../../../shared/table/store/schema.ts';
import { layouts } from '../../../shared/table/store/stored-item.ts';
import { serve } from '../../support/service/http.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe.skipIf(process.env.DYNAMODB_ENDPOINT)('a database in a file', () => {
  let folder: string;
  // only if its tests run: a file without tests to run has no end at which the folder is deleted
  beforeAll(() => {
    folder = temporaryFolder();
  });

  const begin = async (options: Partial<ServiceOptions>) => {
    const started = await startService({ port: 0, demos: [], ...options });
    onTestFinished(() => started.stop());
    return started;
  };

  it('is reused at the next start, with the same keys', async () => {
    const file = join(folder, 'kept.sqlite');
    const shares: number[] = [];
    const onLoading = (share: number) => shares.push(share);
    const demos = [northlight, { ...northlight, customerId: 'southlight' }];
    const first = await begin({ file, demos, onLoading });
    await first.stop();
    const told = shares.splice(0);
    expect([told.toSorted((a, b) => a - b), told.at(-1)]).toEqual([told, 1]);
    const second = await begin({ file, demos, onLoading });
    const [{ apiKey, customerId } = { apiKey: '', customerId: '' }] = second.accounts;
    const answer = await fetch(`${second.baseUrl}/clients?include_archived=true`, { headers: { 'X-API-Key': apiKey } });

    expect(second.accounts).toEqual(first.accounts);
    expect(customerId).toBe('northlight');
    expect(await answer.json()).toMatchObject({ customerId, total: 12 });
    const front = await (await fetch(new URL('/', second.baseUrl))).text();
    expect([front.includes('data that is kept in a file'), front.includes(apiKey)]).toEqual([true, false]);
    expect(shares).toEqual([]);
  });

  it('has the scores of today after a start, however many midnights the service was off', async () => {
    const file = join(folder, 'off.sqlite');
    const first = await begin({ file, demos: [northlight] });
    await first.stop();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { baseUrl, accounts } = await begin({ file });
    const headers = { 'X-API-Key': accounts[0]?.apiKey ?? '' };
    const scoredAt = async () =>
      JSON.parse(await (await fetch(`${baseUrl}/clients/statistics/overview`, { headers })).text()).scoresUpdatedAt;

    const today = new Date().toISOString().slice(0, 10);
    const often = { timeout: 20_000, interval: 500 };
    await vi.waitFor(async () => expect(await scoredAt()).toBe(`${today}T00:00:00.000Z`), often);
  });

  it('is readable by its owner only, also if another program created it otherwise', async () => {
    const file = join(folder, 'private.sqlite');
    const first = await begin({ file, demos: [northlight] });
    const modes = () =>
      ['', '-wal', '-shm', '.keys.json'].map((ending) => [ending, statSync(`${file}${ending}`).mode & 0o777]);
    const closed = ['', '-wal', '-shm', '.keys.json'].map((ending) => [ending, 0o600]);
    expect(modes()).toEqual(closed);
    await first.stop();
    for (const ending of ['', '.keys.json']) chmodSync(`${file}${ending}`, 0o644);
    await begin({ file, demos: [northlight] });
    expect(modes()).toEqual(closed);
  });

  it('is created again if an earlier start was killed while loading', async () => {
    const file = join(folder, 'killed.sqlite');
    for (const ending of ['', '-wal', '-shm']) writeFileSync(`${file}${ending}`, 'half of it');
    writeFileSync(`${file}.keys.json`, JSON.stringify({ version: layouts.writes, loading: true, accounts: [] }));

    expect((await begin({ file })).accounts).toEqual([]);
    expect(JSON.parse(readFileSync(`${file}.keys.json`, 'utf8'))).toMatchObject({ loading: false });
    for (const ending of ['', '-wal', '-shm']) expect(readFileSync(`${file}${ending}`, 'utf8')).not.toBe('half of it');
  });

  it('is unlocked after its service is killed, which also stops the database engine', async () => {
    const file = join(folder, 'killed-service.sqlite');
    const options = JSON.stringify({ port: 0, demos: [], file });
    const module = JSON.stringify(join(root, 'bin', 'local', 'service.ts'));
    const code = `import { startService } from ${module}; const { dynamodbEndpoint } = await startService(${options}); console.log(dynamodbEndpoint);`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    await begin({ file });

    await expect(fetch(String(line).trim())).rejects.toThrow();
  });

  it.skipIf(process.platform === 'win32')(
    'is still served after Ctrl+C, which a terminal sends to all of a service, for the requests in progress',
    async () => {
      const options = JSON.stringify({ port: 0, demos: [], file: join(folder, 'interrupted.sqlite') });
      const code = `
        import { startService } from ${JSON.stringify(join(root, 'bin', 'local', 'service.ts'))};
        const { dynamodbEndpoint, stop } = await startService(${options});
        process.once('SIGINT', async () => {
          for (let at = 0; at < 50; at += 1) await (await fetch(dynamodbEndpoint)).arrayBuffer();
          console.log('served');
          await stop();
          process.exit();
        });
        console.log('started');
      `;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const printed = text(child.stdout);
      await once(child.stdout, 'data');
      process.kill(-(child.pid ?? 0), 'SIGINT');

      expect(await printed).toBe('started\nserved\n');
    },
  );

  it('is used by one service at a time', async () => {
    const file = join(folder, 'shared.sqlite');
    const first = await begin({ file });

    await expect(begin({ file })).rejects.toThrow(
      new CannotStart(`${file} is in use by another npm start; choose another file`),
    );
    // however its path is written
    symlinkSync(file, join(folder, 'link.sqlite'));
    await expect(begin({ file: join(folder, 'link.sqlite') })).rejects.toThrow('is in use by another npm start');
    await first.stop();
    await begin({ file });
  });

  it('has the keys of the deployed table, and deletes what has expired', async () => {
    const { dynamodbEndpoint, tableName } = await begin({});
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: dynamodbEndpoint, region: 'us-east-1', credentials });
    onTestFinished(() => client.destroy());
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));

    expect(Table?.KeySchema?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType])).toEqual([
      [tableSchema.partitionKey, 'HASH'],
      [tableSchema.sortKey, 'RANGE'],
    ]);
    // a table that is there stays as it is
    await createTable(localAddress(dynamodbEndpoint, tableName));
    expect(TimeToLiveDescription).toEqual({ AttributeName: tableSchema.timeToLive, TimeToLiveStatus: 'ENABLED' });
  });

  it('is free again after a start that failed, and may be an empty file', async () => {
    const file = join(folder, 'repaired.sqlite');
    writeFileSync(file, 'no database');
    await expect(begin({ file })).rejects.toThrow('is not a database of npm start');
    writeFileSync(file, '');
    const port = await serve(createServer());
    await expect(begin({ file, port })).rejects.toThrow('EADDRINUSE');
    expect((await begin({ file })).accounts).toEqual([]);
  });

  const keys = (version: number, accounts: object[] = []) => JSON.stringify({ version, loading: false, accounts });
  const somebody = { customerId: 'acme', name: 'Acme', apiKey: 'svctest' };

  it.each<[string, string | undefined, string]>([
    [
      'of another program',
      undefined,
      'FILE is not a database of npm start: FILE.keys.json is missing; choose another file',
    ],
    ['that is damaged', keys(3), 'FILE is damaged, or not a database of npm start; remove it, or choose another file'],
    [
      'of another version',
      keys(1),
      'FILE was created by another version of this program; remove it, or choose another file',
    ],
    [
      'whose keys are damaged',
      '{"version":3}',
      'FILE.keys.json is damaged; remove it and FILE, or choose another file',
    ],
    ['whose keys are no JSON', '{', 'FILE.keys.json is damaged; remove it and FILE, or choose another file'],
  ])('%s is not changed, and the error says why', async (_, keysContent, said) => {
    const file = join(folder, 'strange.sqlite');
    writeFileSync(file, 'FILE');
    if (keysContent === undefined) rmSync(`${file}.keys.json`, { force: true });
    else writeFileSync(`${file}.keys.json`, keysContent);

    expect(await failureOf({ file })).toBe(said.replaceAll('FILE', file));
    expect(readFileSync(file, 'utf8')).toBe('FILE');
  });

  it('with the keys of another database is rejected', async () => {
    const file = join(folder, 'mixed.sqlite');
    const known = await begin({ file, demos: [northlight] });
    await known.stop();
    writeFileSync(`${file}.keys.json`, keys(3, [...known.accounts, somebody]));

    expect(await failureOf({ file })).toBe(
      `${file}.keys.json holds keys that are not in ${file}; remove both, or choose another file`,
    );
    // the file is free at once
    const held = await holdName(`client-health ${realpathSync.native(file)}`);
    expect(held).toBeDefined();
    held?.close();
  });

  /** The message that the terminal shows. */
  async function failureOf(options: Partial<ServiceOptions>): Promise<string> {
    try {
      await begin(options);
    } catch (error) {
      return startFailureMessage(error, { port: 0 });
    }
    throw new Error('the service started');
  }
});
