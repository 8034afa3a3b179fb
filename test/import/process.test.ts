import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withImportLock } from '../../import/lock.ts';
import { takeImportLock } from '../../shared/table/access/import-lock.ts';
import { allClients, clientById } from '../../shared/table/records/clients.ts';
import { asAccount, importLockKey } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { cliOn } from '../support/admin/cli.ts';
import { root } from '../support/sources.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';

// Imports as processes of their own: standard input, Ctrl-C, and the lock that a process leaves.

const db = useTable();
const admin = cliOn(() => db.table);
const account = 'processes';
beforeAll(async () => {
  await admin(`accounts create --account ${account} --name X`);
});

const head = 'Client ID,Name\n';
const clients = async () => {
  let count = 0;
  for await (const part of allClients(db.table, asAccount(account))) count += part.length;
  return count;
};

/** Starts the CLI in a process that keeps its temporary files in a folder of its own. */
function start(words: string) {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
  const { tableName, endpoint } = db.address;
  writeFileSync(join(folder, 'service-0.json'), JSON.stringify({ tableName, dynamodbEndpoint: endpoint }));
  const script = join(root, 'test', 'bench', 'import', 'run.ts');
  const child = spawn(process.execPath, [script, folder, 'asked for', ...words.split(' ')], {
    env: { ...process.env, TMPDIR: temporary },
  });
  const said = text(child.stderr);
  const result = text(child.stdout);
  const ended = once(child, 'exit').then(async ([code]) => ({ code, said: await said, out: await result }));
  return { child, ended, temporary };
}

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await setTimeout(20);
};

describe('an import in a process of its own', () => {
  it('reads standard input', async () => {
    const { child, ended, temporary } = start(`import - --as clients --account ${account}`);
    child.stdin.end(`${head}from-stdin,One\n`);

    expect(JSON.parse((await ended).out)).toMatchObject({ exitCode: 0 });
    expect(await clients()).toBe(1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('reads an archive and a workbook from standard input', async () => {
    const before = await clients();
    const book = workbookOf({
      S: [
        ['Client ID', 'Name'],
        ['from-workbook', 'Three'],
      ],
    });
    for (const input of [gzipSync(`${head}from-archive,Two\n`), book]) {
      const { child, ended } = start(`import - --as clients --account ${account}`);
      child.stdin.end(input);
      expect(JSON.parse((await ended).out)).toMatchObject({ exitCode: 0 });
    }

    expect(await clients()).toBe(before + 2);
  });

  it('needs the kind of standard input', async () => {
    const { child, ended } = start(`import - --account ${account}`);
    child.stdin.end(head);

    expect((await ended).said).toContain('stdin is not named after a kind');
  });

  it('stopped with Ctrl-C before it writes: says so, exits with 130 and leaves no temporary files', async () => {
    const { child, ended, temporary } = start(`import - --as clients --account ${account}`);
    child.stdin.write(head);
    await until(() => readdirSync(temporary).length > 0);
    const [folder = ''] = readdirSync(temporary);
    await until(() => existsSync(join(temporary, folder, 'stdin')));
    child.kill('SIGINT');

    expect(await ended).toEqual({
      code: 130,
      said: 'Stopped: nothing is written. Run the same command again to import the files.\n',
      out: '',
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('stopped with Ctrl-C while it writes: says how far it came, and a second run completes it', async () => {
    const before = await clients();
    const rows = Array.from({ length: 2000 }, (_, at) => `C-${at},Client ${at}\n`).join('');
    const file = join(temporaryFolder({ 'clients.csv': head + rows }), 'clients.csv');
    const words = `import ${file} --account ${account}`;
    const { child, ended } = start(words);
    await until(async () => (await clientById(db.table, asAccount(account), 'C-0')) !== undefined);
    child.kill('SIGINT');

    const { code, said } = await ended;
    expect(code).toBe(130);
    expect(said).toMatch(
      /^Stopped: [\d,]+ of 2,000 rows are written\. Run the same command again to complete the import\.\n$/,
    );
    // the lock of the ended process does not stop the next import on this machine
    expect(JSON.parse((await start(words).ended).out)).toMatchObject({ exitCode: 0 });
    expect(await clients()).toBe(before + 2000);
  });
});

describe('the lock of imports', () => {
  afterEach(() => vi.useRealTimers());
  const lockTest = asAccount('lock');
  const other = { host: 'elsewhere', process: 7 };
  const locked = () => readItem(db.table, importLockKey(lockTest), { consistent: true });
  const take = (now: number) => takeImportLock(db.table, lockTest, other, now, () => false);

  it('is renewed as long as the import runs, and released at its end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = Date.parse('2026-11-20T12:00:00Z');
    await withImportLock(
      db.table,
      lockTest,
      () => now,
      async () => {
        const own = { host: hostname(), process: process.pid };
        for (let minutes = 0; minutes < 3; minutes += 0.5) {
          now += 30_000;
          await vi.advanceTimersByTimeAsync(30_000);
          // the renewal ends after the timer has started it
          await until(async () => (await locked())?.ttl === now / 1000 + 60);
          expect(await take(now)).toEqual(own);
        }
      },
    );

    expect(await locked()).toBeUndefined();
  });

  it('is taken over after a minute without renewal', async () => {
    const now = Date.parse('2026-11-20T13:00:00Z');
    await take(now);
    const run = (at: number) =>
      withImportLock(
        db.table,
        lockTest,
        () => at,
        async () => 'imported',
      );

    await expect(run(now + 59_000)).rejects.toMatchObject({ exitCode: 4 });
    expect(await run(now + 60_000)).toBe('imported');
  });
});
