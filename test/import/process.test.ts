import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { allClients, type Client, clientById } from '../../shared/table/entities/client.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { cliOn } from '../support/cli/cli.ts';
import { root } from '../support/sources.ts';
import { dumpOf } from '../support/store/dump.ts';
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
const clients = async () => (await allOf(account)).length;
const listOf = (count: number, id: string, name: string) =>
  head + Array.from({ length: count }, (_, at) => `${id}-${at},${name} ${at}\n`).join('');

/** Starts the CLI in a process that keeps its temporary files in a folder of its own. */
function start(words: string) {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
  const { tableName, endpoint } = db.address;
  writeFileSync(join(folder, 'service-0.json'), JSON.stringify({ tableName, dynamodbEndpoint: endpoint }));
  const script = join(root, 'test', 'bench', 'import', 'run.ts');
  const slept = join(folder, 'slept');
  const child = spawn(process.execPath, [script, folder, 'asked for', ...words.split(' ')], {
    env: { ...process.env, TMPDIR: temporary, SLEPT: slept },
  });
  const said = text(child.stderr);
  const result = text(child.stdout);
  const ended = once(child, 'exit').then(async ([code]) => ({ code, said: await said, out: await result }));
  /** Lets the stopped process go on a minute later. */
  const wake = () => {
    writeFileSync(slept, '');
    child.kill('SIGCONT');
  };
  return { child, ended, temporary, wake };
}

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await setTimeout(20);
};

describe('an import in a process of its own', () => {
  it.each<[what: string, input: string | Uint8Array]>([
    ['a text', `${head}from-text,One\n`],
    ['an archive', gzipSync(`${head}from-archive,Two\n`)],
    ['a workbook', workbookOf({ S: ['Client ID,Name', 'from-workbook,Three'].map((row) => row.split(',')) })],
  ])('reads %s from standard input', async (_, input) => {
    const before = await clients();
    const { child, ended, temporary } = start(`import - --as clients --account ${account}`);
    child.stdin.end(input);

    expect(JSON.parse((await ended).out)).toMatchObject({ exitCode: 0 });
    expect(await clients()).toBe(before + 1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('needs the kind of standard input', async () => {
    const { child, ended } = start(`import - --account ${account}`);
    child.stdin.end(head);

    expect((await ended).said).toContain(
      'stdin:1: it is not named after a kind, such as clients.csv, and no preset reads it; use such a name or --as KIND',
    );
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
    const file = join(temporaryFolder({ 'clients.csv': listOf(300, 'C', 'Client') }), 'clients.csv');
    const words = `import ${file} --account ${account}`;
    const { child, ended } = start(words);
    await until(async () => (await clientById(db.table, asAccount(account), 'C-0')) !== undefined);
    child.kill('SIGINT');

    const { code, said } = await ended;
    expect(code).toBe(130);
    expect(said).toMatch(
      /^Stopped: [\d,]+ of 300 rows are written\. Run the same command again to complete the import\.\n$/,
    );
    // the lock of the ended process does not stop the next import on this machine
    expect(JSON.parse((await start(words).ended).out)).toMatchObject({ exitCode: 0 });
    expect(await clients()).toBe(before + 300);
  });
});

it('an import that sleeps while another takes over writes nothing when it goes on', async () => {
  await admin('accounts create --account sleeps --name X');
  const importing = (word: string) =>
    `import ${join(temporaryFolder({ 'clients.csv': listOf(300, 'S', word) }), 'clients.csv')} --account sleeps`;
  const { child, ended, wake } = start(importing('Old'));
  await until(async () => (await clientById(db.table, asAccount('sleeps'), 'S-0')) !== undefined);
  child.kill('SIGSTOP');
  // a minute later, by the clock of another machine
  const later = cliOn(() => db.table, { randomBytes, clock: () => Date.now() + 61_000 });
  const taking = importing('New');
  expect(await later(taking)).toMatchObject({ err: [], exitCode: 0 });
  wake();

  expect(await ended).toMatchObject({ out: expect.stringContaining('"exitCode":4') });
  const left = (await allOf('sleeps')).filter(({ name }) => name.startsWith('Old')).length;
  // requests that were on their way: at most four batches of 25
  expect(left).toBeLessThanOrEqual(100);
});

it('an account that is deleted while its import sleeps stays deleted', async () => {
  await admin('accounts create --account asleep --name X');
  const file = join(temporaryFolder({ 'clients.csv': listOf(300, 'D', 'Client') }), 'clients.csv');
  const { child, ended, wake } = start(`import ${file} --account asleep`);
  await until(async () => (await clientById(db.table, asAccount('asleep'), 'D-0')) !== undefined);
  child.kill('SIGSTOP');
  const later = cliOn(() => db.table, { randomBytes, clock: () => Date.now() + 61_000 });
  expect(await later('accounts delete --account asleep --yes')).toMatchObject({ exitCode: 0 });
  wake();

  expect(await ended).toMatchObject({ out: expect.stringContaining('"exitCode":4') });
  expect((await admin('accounts list')).out.join('\n')).toMatch(/asleep +deleted/);
  const much = cliOn(() => db.table, { randomBytes, clock: () => Date.now() + 600_000 });
  expect(await much('accounts create --account asleep --name Y')).toMatchObject({ exitCode: 0 });
  expect((await dumpOf(db.table, 'asleep')).filter(({ sk }) => sk !== 'ROOT')).toEqual([]);
});

async function allOf(of: string): Promise<Client[]> {
  const found: Client[] = [];
  for await (const part of allClients(db.table, asAccount(of))) found.push(...part);
  return found;
}
