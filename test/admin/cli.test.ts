import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openLocalService } from '../../bin/admin/service/target.ts';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { cliOn } from '../support/admin/cli.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const db = useTable();
const admin = cliOn(() => db.table);
const json = async (line: string) => JSON.parse((await admin(`${line} --json`)).out.join('\n'));

describe('accounts', () => {
  it('are created once; repeating the command changes nothing', async () => {
    const line = 'accounts create --account made-once --name "Made Once Ltd"';

    expect(await admin(line)).toEqual({ out: ['Created the account made-once.'], err: [], exitCode: 0 });
    expect(await admin(line)).toEqual({ out: ['The account made-once already exists.'], err: [], exitCode: 0 });
    const made = { customerId: 'made-once', name: 'Made Once Ltd', status: 'active', created: false };
    expect(await json(line)).toEqual(made);
  });

  it('are listed', async () => {
    await admin('accounts create --account listed-2 --name "Two of them"');
    await admin('accounts create --account listed-1 --name One');
    await admin('accounts suspend --account listed-2');

    const { out } = await admin('accounts list');
    expect(out[0]).toMatch(/^ACCOUNT +STATUS +CLIENTS +KEYS +LAST NIGHT +LAST IMPORT +FEED FAULTS +NAME$/);
    expect(out.filter((line) => line.startsWith('listed')).map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
      'listed-1 | active | 0 | 0 | - | - | 0 | One',
      'listed-2 | suspended | 0 | 0 | - | - | 0 | Two of them',
    ]);
  });

  it('are suspended and resumed with their keys, except revoked ones', async () => {
    await admin('accounts create --account paused --name Paused');
    const kept = await json('keys issue --account paused --name kept');
    const revoked = await json('keys issue --account paused --name revoked');
    await admin(`keys revoke ${revoked.keyId}`);
    const states = async () =>
      Object.fromEntries(
        (await json('keys list --account paused')).map((key: { name: string; state: string }) => [key.name, key.state]),
      );

    expect(await json('accounts suspend --account paused')).toEqual({
      customerId: 'paused',
      status: 'suspended',
      keyIds: [kept.keyId],
    });
    expect(await states()).toEqual({ kept: 'suspended', revoked: 'revoked' });
    expect(await admin('accounts suspend --account paused')).toMatchObject({ exitCode: 0 });

    expect(await json('accounts resume --account paused')).toEqual({
      customerId: 'paused',
      status: 'active',
      keyIds: [kept.keyId],
    });
    expect(await states()).toEqual({ kept: 'active', revoked: 'revoked' });
    expect(await json('accounts resume --account paused')).toMatchObject({ keyIds: [] });
  });
});

describe('keys', () => {
  it('are issued as one line of JSON with --json', async () => {
    await admin('accounts create --account acme --name Acme');
    const { out, err, exitCode } = await admin('keys issue --account acme --name "CI server" --json');
    const key = JSON.parse(out[0] ?? '');

    expect({ lines: out.length, err, exitCode }).toEqual({ lines: 1, err: [], exitCode: 0 });
    expect(key).toEqual({
      keyId: key.apiKey.slice(7, 15),
      apiKey: expect.stringMatching(/^svctest[0-9A-Za-z]{36}$/),
      customerId: 'acme',
    });
  });

  it('are shown once, and their secret is not stored', async () => {
    await admin('accounts create --account shown --name Shown');
    const { out } = await admin('keys issue --account shown --name once');
    const apiKey = out.join('\n').match(/svctest\w{36}/)?.[0] ?? '';
    const listed = await admin('keys list --account shown');

    expect(apiKey).not.toBe('');
    expect(listed.out.join('\n')).not.toContain(apiKey);
    expect(await json('keys list --account shown')).toEqual([
      {
        keyId: apiKey.slice(7, 15),
        customerId: 'shown',
        name: 'once',
        created: '2026-11-20T12:00:30.000Z',
        lastFour: apiKey.slice(-4),
        state: 'active',
      },
    ]);
    expect(apiKeyHash(apiKey)).not.toContain(apiKey);
  });

  it('are limited to ten per account, not counting revoked ones', async () => {
    await admin('accounts create --account full --name Full');
    const first = await json('keys issue --account full --name 1');
    for (let count = 2; count <= 10; count += 1) await admin(`keys issue --account full --name ${count}`);

    expect(await admin('keys issue --account full --name 11')).toEqual({
      out: [],
      err: ['error: The account full has 10 keys, which is the most; revoke one first.'],
      exitCode: 1,
    });
    await admin(`keys revoke ${first.keyId}`);
    expect(await admin('keys issue --account full --name 11')).toMatchObject({ exitCode: 0 });
  });

  it('are revoked permanently; revoking again changes nothing', async () => {
    await admin('accounts create --account over --name Over');
    const { keyId } = await json('keys issue --account over --name gone');
    const revoked = { keyId, customerId: 'over', state: 'revoked' };

    expect(await json(`keys revoke ${keyId}`)).toEqual(revoked);
    expect(await json(`keys revoke ${keyId}`)).toEqual(revoked);
  });
});

describe('help', () => {
  const commands = ['create', 'list', 'suspend', 'resume'].map((name) => `accounts ${name}`);
  it.each([...commands, 'keys issue', 'keys list', 'keys revoke'])('describes %s', async (command) => {
    const { out, err, exitCode } = await admin(`${command} --help`);

    expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
    expect(out.join('\n')).toContain(`client-health ${command}`);
    expect(out.join('\n')).toContain('--json');
    expect(out.join('\n')).toContain('--stack');
  });

  it('a group without a command lists its commands', async () => {
    const { err, exitCode } = await admin('accounts');

    expect(exitCode).toBe(2);
    expect(err.join('\n')).toContain('suspend');
  });

  it('the process exits with the code of its command', async () => {
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../bin/admin.ts'), ...words]);

    expect(await run('--help')).toMatchObject({ stderr: '' });
    await expect(run('keys', 'frob')).rejects.toMatchObject({ code: 2, stderr: "error: unknown command 'frob'\n" });
  });
});

describe('the local service', () => {
  const serviceAt = (dynamodbEndpoint: string, tableName: string, port = 3000) =>
    JSON.stringify({ baseUrl: `http://127.0.0.1:${port}/v1`, tableName, dynamodbEndpoint, accounts: [] });
  const running = (port?: number) => serviceAt(`${db.address.endpoint}`, db.table.name, port);
  const killed = serviceAt('http://127.0.0.1:9', 'x');
  const cliIn = (files: Record<string, string>) => {
    const folder = temporaryFolder(files);
    return cliOn(() => db.table, { open: (_, port) => openLocalService(port, folder) });
  };

  it('is found through the file that it writes', async () => {
    const cli = cliIn({ 'service-3000.json': running(), 'service-3001.json': killed, 'watch.sqlite': '' });

    expect(await cli('accounts create --account by-file --name "By file"')).toMatchObject({ exitCode: 0 });
    expect(await json('accounts list')).toContainEqual(expect.objectContaining({ customerId: 'by-file' }));
  });

  it.each<[string, () => Record<string, string>]>([
    ['none was started', () => ({})],
    ['its file is damaged', () => ({ 'service-3000.json': '{' })],
    ['it was killed', () => ({ 'service-3000.json': killed })],
    ['its table is gone', () => ({ 'service-3000.json': serviceAt(`${db.address.endpoint}`, 'gone') })],
  ])('the error says how to start one if %s', async (_, files) => {
    expect(await cliIn(files())('accounts list')).toEqual({
      out: [],
      err: ['error: No local service is running. Start one: npm start'],
      exitCode: 1,
    });
  });

  it('is chosen with --local if several are running', async () => {
    const cli = cliIn({ 'service-3000.json': running(3000), 'service-3001.json': running(3001) });

    expect(await cli('accounts list')).toEqual({
      out: [],
      err: ['error: Several local services are running, on the ports 3000, 3001. Choose one: --local 3000'],
      exitCode: 1,
    });
    expect(await cli('accounts list --local 3001')).toMatchObject({ err: [], exitCode: 0 });
    expect(await cli('accounts list --local 3002')).toMatchObject({
      err: ['error: No local service is running on port 3002. Start one: npm start'],
    });
  });
});
