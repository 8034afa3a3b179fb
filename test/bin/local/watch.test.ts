import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../../bin/build/paths.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A copy of the sources, so that a test can change one, in a folder whose name is no part of a URL as it is. */
function copyOfSources(): string {
  const copy = join(temporaryFolder(), 'copy #1 100%');
  mkdirSync(copy);
  const folders = ['account', 'bin', 'board', 'client', 'functions', 'import', 'mcp', 'notices', 'shared'];
  for (const name of [...folders, 'openapi.json', 'package.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

it.skipIf(process.env.DYNAMODB_ENDPOINT)(
  'npm start -- --watch restarts with the changed source, keeps its data, and ends with SIGTERM',
  async () => {
    const copy = copyOfSources();
    const program = join(copy, 'bin', 'local.ts');
    const child = spawn(process.execPath, [program, '--watch', '--json', '--empty'], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGTERM'));
    const starts: string[] = [];
    const changed = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    createInterface(child.stdout).on('line', (line) => {
      if (!line.startsWith('{"baseUrl"')) return;
      starts.push(JSON.parse(line).baseUrl);
      (starts.length === 1 ? started : changed).resolve();
    });
    const withoutKey = async () =>
      ((await (await fetch(`${starts.at(-1)}/nothing`)).json()) as { detail: string }).detail;

    await started.promise;
    const before = await withoutKey();
    const keys = readFileSync(join(copy, '.local', 'watch.sqlite.keys.json'), 'utf8');
    const errors = join(copy, 'shared', 'contract', 'errors.ts');
    writeFileSync(errors, readFileSync(errors, 'utf8').replace(before, 'Another text.'));
    await changed.promise;
    const after = await withoutKey();
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');

    expect(before).toBe('The X-API-Key header is missing or does not hold a valid API key.');
    expect(after).toBe('Another text.');
    expect(readFileSync(join(copy, '.local', 'watch.sqlite.keys.json'), 'utf8')).toBe(keys);
    expect(code).toBe(0);
    await expect(fetch(`${starts.at(-1)}/nothing`)).rejects.toThrow();
  },
);
