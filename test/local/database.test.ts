import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, relative } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { localAddress } from '../../bin/local/store/table.ts';
import { layouts } from '../../shared/table/store/stored-item.ts';
import { serve } from '../support/service/http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// In which order a database file is locked, used and freed, and its service ends; database-file.test.ts does it with an engine.

interface Failures {
  readonly engine?: string;
  readonly table?: string;
}

/** Opens a database where the lock, the engine and the table only say what is done with them. */
async function opening(file: string, failures: Failures = {}) {
  const done: string[] = [];
  vi.resetModules();
  vi.doMock('../../bin/local/store/file-lock.ts', () => ({
    lockFile: async (locked: string) => {
      done.push(`locks ${relative(process.cwd(), locked)}`);
      return () => done.push('frees');
    },
  }));
  vi.doMock('../../bin/local/store/embedded-dynamodb.ts', () => ({
    startDynamoDb: async () => {
      if (failures.engine) throw new Error(failures.engine);
      return {
        endpoint: 'http://127.0.0.1:9',
        stop: async () => {
          await undefined;
          done.push('stops');
        },
      };
    },
  }));
  vi.doMock('../../bin/local/store/table.ts', async (original) => ({
    ...(await original<object>()),
    createTable: async () => {
      done.push('creates the table');
      if (failures.table) throw new Error(failures.table);
    },
  }));
  const { openDatabase } = await import('../../bin/local/store/database.ts');
  return { done, opened: openDatabase(file) };
}

afterEach(() => {
  for (const name of ['file-lock', 'embedded-dynamodb', 'table']) vi.doUnmock(`../../bin/local/store/${name}.ts`);
  vi.resetModules();
});

const keysOf = (file: string) => JSON.parse(readFileSync(`${file}.keys.json`, 'utf8'));

it('a database in a new folder is locked until its engine has stopped, and complete once it has its accounts', async () => {
  const file = join(temporaryFolder(), 'new', 'x.sqlite');
  const name = relative(process.cwd(), file);
  const { done, opened } = await opening(name);
  const { savedKeys, saveAccounts, stop } = await opened;
  expect([savedKeys, keysOf(file)]).toEqual([undefined, { version: layouts.writes, loading: true, accounts: [] }]);
  const accounts = [{ customerId: 'acme', name: 'Acme', apiKey: 'svctest' }];
  saveAccounts(accounts);
  await stop();

  expect(keysOf(file)).toEqual({ version: layouts.writes, loading: false, secret: expect.any(String), accounts });
  expect(done).toEqual([`locks ${name}`, 'creates the table', 'stops', 'frees']);
});

it('nothing of a database that was not complete is left for the next', async () => {
  const folder = temporaryFolder({ 'x.sqlite-wal': 'old', 'x.sqlite-shm': 'old', 'x.sqlite': 'old' });
  const file = join(folder, 'x.sqlite');
  writeFileSync(`${file}.keys.json`, JSON.stringify({ version: layouts.writes, loading: true, accounts: [] }));
  await (await (await opening(file)).opened).stop();

  expect(readFileSync(file, 'utf8')).toBe('');
  expect(['-wal', '-shm'].filter((ending) => existsSync(`${file}${ending}`))).toEqual([]);
});

it.each<[Failures, string, string[]]>([
  [{ engine: 'unable to open database file' }, 'FILE cannot be written; choose another place', []],
  [
    { engine: 'FILE is not a valid SQLite database' },
    'FILE is damaged, or not a database of npm start; remove it, or choose another file',
    [],
  ],
  [{ engine: 'no such engine' }, 'no such engine', []],
  [{ table: 'no room' }, 'no room', ['creates the table', 'stops']],
])('a start on a file that fails with %j frees it, and says: %s', async (failures, said, steps) => {
  const file = join(temporaryFolder(), 'x.sqlite');
  const { done, opened } = await opening(file, failures);

  await expect(opened).rejects.toThrow(new RegExp(`^${said.replaceAll('FILE', file)}$`));
  expect(done).toEqual([`locks ${relative(process.cwd(), file)}`, ...steps, 'frees']);
});

it('a database whose keys cannot be looked up is told by its whole path, and freed', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  const file = join(folder, 'data', 'x.sqlite');
  writeFileSync(file, 'anything');
  const accounts = [{ customerId: 'acme', name: 'Acme', apiKey: 'svctest' }];
  writeFileSync(`${file}.keys.json`, JSON.stringify({ version: layouts.writes, loading: false, accounts }));
  const { done, opened } = await opening(relative(process.cwd(), file));

  await expect(opened).rejects.toThrow(
    `${file} is damaged, or not a database of npm start; remove it, or choose another file`,
  );
  expect(done.slice(1)).toEqual(['stops', 'frees']);
});

it('a service that stops ends its jobs, then the requests in progress, and the database that they need last', async () => {
  const done: string[] = [];
  const ends = (name: string) => async () => {
    await undefined;
    done.push(name);
  };
  const address = localAddress('http://127.0.0.1:9', 't');
  const parts = {
    'store/database': {
      openDatabase: async () => ({ address, saveAccounts: () => undefined, stop: ends('database') }),
    },
    'jobs/jobs': { startJobs: () => ({ jobs: {}, stop: ends('jobs') }) },
    'gateway/drain': {
      drainable: (server: Server) => async (limit: number) => {
        server.close();
        await ends(`requests within ${limit} ms`)();
      },
    },
  };
  for (const [name, part] of Object.entries(parts)) vi.doMock(`../../bin/local/${name}.ts`, () => part);
  onTestFinished(() => {
    for (const name of Object.keys(parts)) vi.doUnmock(`../../bin/local/${name}.ts`);
    vi.resetModules();
  });
  vi.resetModules();
  const { startService: startAnew } = await import('../../bin/local/service.ts');
  await (await startAnew({ port: 0, demos: [] })).stop();
  expect(done.splice(0)).toEqual(['jobs', 'requests within 10000 ms', 'database']);

  await expect(startAnew({ port: await serve(createServer()), demos: [] })).rejects.toThrow('EADDRINUSE');
  expect(done).toEqual(['database']);
});
