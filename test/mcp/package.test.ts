import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildMcp } from '../../bin/mcp.ts';
import { help } from '../../mcp/access.ts';
import { root } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('the package is complete: its command runs with the dependencies that it names', async () => {
  const built = await buildMcp(join(temporaryFolder(), 'client-health-mcp'));
  const { bin, dependencies } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  expect(readdirSync(built).sort()).toEqual(['LICENSE', 'README.md', 'index.js', 'package.json']);
  for (const name of Object.keys(dependencies)) {
    const installed = join(built, 'node_modules', name);
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), installed);
  }

  const command = join(built, bin['client-health-mcp']);
  for (const word of ['--help', '-h'])
    expect(await promisify(execFile)(process.execPath, [command, word])).toEqual({ stdout: '', stderr: help });
});
