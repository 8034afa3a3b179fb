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
  const built = await buildMcp(temporaryFolder({ 'stale.js': '' }));
  const textOf = (...path: string[]) => readFileSync(join(...path), 'utf8');
  const { version, license, dependencies: ours } = JSON.parse(textOf(root, 'package.json'));
  const dependencies = Object.fromEntries(['@modelcontextprotocol/server', 'zod'].map((name) => [name, ours[name]]));
  expect(JSON.parse(textOf(built, 'package.json'))).toEqual({
    name: 'client-health-mcp',
    version,
    license,
    type: 'module',
    dependencies,
    description: 'Answers questions about client health for an assistant, over MCP.',
    keywords: ['client-health', 'mcp', 'mcp-server'],
    engines: { node: '>=20.3' },
    bin: { 'client-health-mcp': './index.js' },
  });
  expect(textOf(built, 'index.js')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(textOf(built, 'README.md')).toBe(textOf(root, 'mcp', 'README.md'));
  expect(textOf(built, 'LICENSE')).toBe(textOf(root, 'LICENSE'));
  expect(readdirSync(built).sort()).toEqual(['LICENSE', 'README.md', 'index.js', 'package.json']);
  for (const name of Object.keys(dependencies)) {
    const installed = join(built, 'node_modules', name);
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), installed);
  }

  const command = join(built, 'index.js');
  for (const word of ['--help', '-h'])
    expect(await promisify(execFile)(process.execPath, [command, word])).toEqual({ stdout: '', stderr: help });
});
