import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../bin/paths.ts';
import { serve } from '../support/service/http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

    expect(run([launcher, 'import', '--templates', 'files'], { cwd: folder })).toMatchObject({ status: 0 });
    const underNpm = { npm_lifecycle_event: 'admin', INIT_CWD: folder };
    expect(run([launcher, 'import', '--templates', 'more'], { cwd: root, env: underNpm })).toMatchObject({ status: 0 });
    expect(readdirSync(folder)).toEqual(['files', 'more']);
  });

  it('says that npm took an option if the -- is missing', () => {
    const env = { npm_lifecycle_event: 'admin', npm_config_account: 'acme' };

    expect(run([launcher, 'accounts', 'create', 'acme'], { env })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: npm took --account for itself. Put -- before the command: npm run admin -- accounts …\n',
    });
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

  it.skipIf(process.platform === 'win32')('exits with 130 after Ctrl+C', async () => {
    // a server that never answers keeps the command waiting
    const server = createServer();
    const url = `http://127.0.0.1:${await serve(server)}/v1`;
    const child = spawn('node', [launcher, 'verify', '--url', url, '--key', 'x'], { detached: true, stdio: 'ignore' });
    await once(server, 'connection');

    // a terminal sends the signal to the whole process group
    process.kill(-(child.pid ?? 0), 'SIGINT');
    const [code] = await once(child, 'exit');

    expect(code).toBe(130);
  });
});
