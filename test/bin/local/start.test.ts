import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root, runningServicesFolder } from '../../../bin/build/paths.ts';
import { readOptions, UsageError } from '../../../bin/local/cli/options.ts';
import { announce } from '../../../bin/local/service-file.ts';
import { localAddress } from '../../../bin/local/store/table.ts';
import { welcome } from '../../../bin/local/welcome.ts';
import { accessFrom } from '../../../mcp/access.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { serve } from '../../support/service/http.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const program = join(root, 'bin', 'local.ts');
const flags = { empty: false, watch: false, quiet: false, json: false };

describe('npm start', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['an option that it does not have', ['--dbb'], {}, "Unknown option '--dbb'; see npm start -- --help"],
    ['--db without a file', ['--db'], {}, "Option '--db <value>' argument missing; see npm start -- --help"],
    ['--db with a blank', ['--db', ' '], {}, '--db needs the name of a file'],
    ['--inbox with a blank', ['--inbox', ' '], {}, '--inbox needs the name of a folder'],
    ['a word', ['now'], {}, "Unexpected argument 'now'; see npm start -- --help"],
    ['a port that is too high', [], { PORT: '65536' }, 'PORT must be a number from 0 to 65535'],
    ['a port that is no number', ['--port', 'http'], {}, '--port must be a number from 0 to 65535'],
    ['a blank port', [], { PORT: '' }, 'PORT must be a number from 0 to 65535'],
    [
      'two databases',
      ['--db', 'x'],
      { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' },
      '--db uses the embedded DynamoDB, and DYNAMODB_ENDPOINT names another one; remove one of them',
    ],
  ])('rejects %s', (_, args, environment, said) => {
    expect(() => readOptions(args, environment)).toThrow(new UsageError(said));
  });

  it.each([
    [[], {}, { ...flags, port: 3000 }],
    [['--empty'], { PORT: '0' }, { ...flags, port: 0, empty: true }],
    [['--db', 'data/x.sqlite'], { PORT: '65535' }, { ...flags, port: 65_535, file: 'data/x.sqlite' }],
    [['--db', 'x'], { DYNAMODB_ENDPOINT: '' }, { ...flags, port: 3000, file: 'x' }],
    [['--inbox', 'box'], {}, { ...flags, port: 3000, inbox: 'box' }],
    [['--port', '3001'], { PORT: '3002' }, { ...flags, port: 3001 }],
    [['--quiet', '--json', '--watch'], {}, { ...flags, port: 3000, quiet: true, json: true, watch: true }],
    [['--help'], {}, 'help'],
    [['-h', '--empty'], {}, 'help'],
  ])('reads %j with %j', (args, environment, options) => {
    expect(readOptions(args, environment)).toEqual(options);
  });

  const run = (args: string[], environment: Record<string, string>) => {
    const env = { ...process.env, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
    return { status, out: stdout, said: stderr };
  };

  it('exits with 2 after a usage error', () => {
    expect(run([], { PORT: 'x' })).toEqual({ status: 2, out: '', said: 'PORT must be a number from 0 to 65535\n' });
  });

  it('reports a port in use in one line, and exits with 1', async () => {
    const port = String(await serve(createServer()));
    const { status, out, said } = run([], { PORT: port });
    const [, free = ''] =
      said.match(`^Port ${port} is in use; choose another one: npm start -- --port (\\d+)\n$`) ?? [];

    expect({ status, out }).toEqual({ status: 1, out: '' });
    // nothing listens there
    await once(createServer().listen(Number(free), '127.0.0.1'), 'listening');
  });

  it('reports an inbox that cannot be made', () => {
    const said = `${join(program, 'in')} cannot be written (ENOTDIR); choose another place\n`;

    expect(run(['--empty', '--inbox', program], { PORT: '0' })).toEqual({ status: 1, out: '', said });
  });

  it('reports that no DynamoDB answers at DYNAMODB_ENDPOINT', () => {
    const said = 'No DynamoDB answers at http://127.0.0.1:9; start it, or unset DYNAMODB_ENDPOINT\n';

    expect(run([], { PORT: '0', DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })).toEqual({ status: 1, out: '', said });
  });

  it.skipIf(process.env.DYNAMODB_ENDPOINT)(
    '--json prints an object for the start, one per request and one per line of the inbox; a closed terminal ends it with 0; paths are of the caller',
    async () => {
      const folder = temporaryFolder();
      const words = ['--json', '--empty', '--db', 'x.sqlite', '--inbox', 'box'];
      // as npm does
      const env = { ...process.env, PORT: '0', npm_lifecycle_event: 'start', INIT_CWD: folder };
      const child = spawn(process.execPath, [program, ...words], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const lines: string[] = [];
      child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
      const line = async (at: number) => {
        while (lines.length <= at) await once(child.stdout, 'data');
        return JSON.parse(lines[at] ?? '');
      };

      const { baseUrl, accounts, file } = await line(0);
      await fetch(`${baseUrl}/nothing?a=b`);
      const request = await line(1);
      // from now on the inbox cannot be read
      rmSync(join(folder, 'box', 'in'), { recursive: true });
      writeFileSync(join(folder, 'box', 'in'), '');
      const { tableName, dynamodbEndpoint } = JSON.parse(
        readFileSync(join(runningServicesFolder, `service-${new URL(baseUrl).port}.json`), 'utf8'),
      );
      const table = openTable(localAddress(dynamodbEndpoint, tableName));
      await createAccount(table, asAccount('acme'), 'Acme');
      table.close();
      const { inbox } = await line(2);
      child.kill('SIGHUP');
      const [code] = await once(child, 'exit');

      expect({ accounts, file, kept: existsSync(join(folder, 'x.sqlite')) }).toEqual({
        accounts: [],
        file: 'x.sqlite',
        kept: true,
      });
      expect(request).toMatchObject({ method: 'GET', url: '/v1/nothing?a=b', status: 401, units: 0 });
      expect(inbox).toMatch(/^inbox : (ENOTDIR|EEXIST): .*\. It is tried again\.$/);
      expect(code).toBe(0);
    },
  );
});

const running = {
  baseUrl: 'http://127.0.0.1:1/v1',
  tableName: 't',
  dynamodbEndpoint: 'http://127.0.0.1:2',
  accounts: [],
};

it('a start without accounts says how to make one, where the data is, and where files are put', () => {
  expect(welcome({ ...running, inbox: '/box' }, 'x.sqlite')).toBe(
    [
      ...['Serving http://127.0.0.1:1/v1, data in x.sqlite', ''],
      ...['Name your agency and hand in its files: http://127.0.0.1:1. Or with commands:', ''],
      '  npm run admin -- accounts create --account acme --name Acme',
      ...['  npm run admin -- keys issue --account acme --name first', ''],
      'Put the exports of your systems into a folder such as /box/in/acme. It becomes the account acme;',
      ...['after some seconds its board is at http://127.0.0.1:1.', '', 'Stop it with Ctrl+C.'],
    ].join('\n'),
  );
});

it('an assistant takes its access from what a start with accounts prints', () => {
  const accounts = [{ name: 'Northlight', customerId: 'northlight', apiKey: 'svctestA' }];
  const [line = ''] = /^ *\{"mcpServers".*$/m.exec(welcome({ ...running, accounts }, undefined)) ?? [];
  const { command, args, env } = JSON.parse(line).mcpServers['client-health'];

  expect([command, ...args]).toEqual(['node', join(root, 'bin', 'client-health.cjs'), 'mcp']);
  expect(accessFrom(env)).toEqual({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'svctestA' });
});

it('a running service is described in a file of its owner, which goes with it unless another service wrote it', () => {
  const file = join(runningServicesFolder, 'service-1.json');
  onTestFinished(() => rmSync(file, { force: true }));
  const started = () => {
    announce({ ...running, stop: async () => undefined });
    const [end] = process.listeners('exit').slice(-1);
    if (end) process.off('exit', end);
    return () => end?.(0);
  };
  mkdirSync(runningServicesFolder, { recursive: true });
  writeFileSync(file, 'of an earlier one', { mode: 0o644 });

  const end = started();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(running);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, 'of a later one');
  end();
  expect(readFileSync(file, 'utf8')).toBe('of a later one');
  started()();
  expect(existsSync(file)).toBe(false);
});
