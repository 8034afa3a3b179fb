import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../bin/build/paths.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const launcher = join(root, 'bin', 'client-health.cjs');
const run = (args: string[], options: { cwd?: string; env?: Record<string, string> } = {}) => {
  const env = { ...process.env, npm_lifecycle_event: '', ...options.env };
  const { status, stdout, stderr } = spawnSync('node', args, { cwd: options.cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the command client-health', () => {
  it('runs with any Node from any folder, on the Node version that npm ci installs', () => {
    expect(run([launcher, '--version'], { cwd: temporaryFolder() })).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^client-health \d+\.\d+\.\d+ \(Node v24\.\d+\.\d+\)\n$/),
      stderr: '',
    });
  });

  it('takes paths from the folder of the caller', () => {
    const folder = temporaryFolder();

    // of a script of another package
    const elsewhere = { INIT_CWD: temporaryFolder() };
    expect(run([launcher, 'import', '--templates', 'files'], { cwd: folder, env: elsewhere })).toMatchObject({
      status: 0,
    });
    const underNpm = { npm_lifecycle_event: 'admin', INIT_CWD: folder };
    expect(run([launcher, 'import', '--templates', 'more'], { cwd: root, env: underNpm })).toMatchObject({ status: 0 });
    expect(readdirSync(folder)).toEqual(['files', 'more']);
  });

  it('says which options npm took if the -- is missing', () => {
    const env = { npm_lifecycle_event: 'admin', npm_config_account: 'acme', npm_config_name: 'Acme' };

    expect(run([launcher, 'accounts', 'create', 'acme', 'Acme'], { env })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: npm took --account, --name for itself. Put -- before the command: npm run admin -- accounts …\n',
    });
    // without --dry-run, the import would be real
    const npm = { npm_lifecycle_event: 'admin', npm_config_dry_run: 'true' };
    expect(run([launcher, 'import', 'crm', '--account', 'acme'], { env: npm })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: npm took --dry-run for itself. Put -- before the command: npm run admin -- import …\n',
    });
  });

  it('ends without an error when nobody reads its output any more', async () => {
    const child = spawn('node', [launcher, 'import', '--help']);
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    expect([await once(child, 'close'), said]).toEqual([[0, null], '']);
  });

  /** A repository whose Node and programs are stand-ins: each runs this code, then prints its name and words. */
  function launcherBefore(code: string) {
    const folder = temporaryFolder();
    for (const path of ['bin', 'mcp', 'node_modules/node/bin']) mkdirSync(join(folder, path), { recursive: true });
    const command = join(folder, 'bin', 'client-health.cjs');
    cpSync(launcher, command);
    for (const name of ['bin/cli.ts', 'bin/local.ts', 'mcp/main.ts'])
      writeFileSync(join(folder, name), `${code};console.log('${name}', ...process.argv.slice(2));`);
    const node = join(folder, 'node_modules', 'node', 'bin', 'node');
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    chmodSync(node, 0o755);
    return { command, node };
  }

  it.skipIf(process.platform === 'win32')('starts the service, the MCP server or the CLI, and exits as they do', () => {
    const { command, node } = launcherBefore('process.exitCode = process.argv.length - 3;');
    const ran = (...words: string[]) => Object.values(run([command, ...words]));

    expect(ran('start', '--port', '1')).toEqual([1, 'bin/local.ts --port 1\n', '']);
    expect(ran('mcp', '-h')).toEqual([0, 'mcp/main.ts -h\n', '']);
    expect(ran('keys', 'list', 'start')).toEqual([2, 'bin/cli.ts keys list start\n', '']);
    chmodSync(node, 0o644);
    expect(ran('keys')).toEqual([
      1,
      '',
      expect.stringMatching(/^error: .* cannot be started: .*EACCES\. Run "npm ci" in .* again\.\n$/),
    ]);
  });

  it.skipIf(process.platform === 'win32').each<[signal: NodeJS.Signals, code: number, handling?: string]>([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    // the terminal sends it to the program as well, which ends as it likes
    ['SIGINT', 7, "process.on('SIGINT', () => setTimeout(process.exit, 50, 7));"],
    ['SIGINT', 130],
  ])('hands %s on, and exits with %i', async (signal, code, handling = '') => {
    const { command } = launcherBefore(`${handling} process.stdin.resume();`);
    const child = spawn('node', [command], { detached: true });
    await once(child.stdout, 'data');
    process.kill(signal === 'SIGINT' ? -(child.pid ?? 0) : (child.pid ?? 0), signal);

    expect(await once(child, 'exit')).toEqual([code, null]);
  });

  it('says what to do before npm ci', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    cpSync(launcher, join(folder, 'bin', 'client-health.cjs'));

    expect(run([join(folder, 'bin', 'client-health.cjs'), '--version'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: The dependencies are not installed. Run "npm ci" in ${folder}.\n`,
    });
  });
});
