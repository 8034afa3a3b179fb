import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './build/paths.ts';

/** The MCP server as a package: one file with our client in it; the SDK and zod are its dependencies. */
export async function buildMcp(into = join(root, 'dist', 'mcp')): Promise<string> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  await build({
    entryPoints: [join(root, 'mcp', 'main.ts')],
    outfile: join(into, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.3',
    packages: 'external',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'error',
  });
  const { version, license, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const needed = ['@modelcontextprotocol/server', 'zod'];
  const manifest = {
    name: 'client-health-mcp',
    version,
    description: 'Answers questions about client health for an assistant, over MCP.',
    license,
    keywords: ['client-health', 'mcp', 'mcp-server'],
    type: 'module',
    engines: { node: '>=20.3' },
    bin: { 'client-health-mcp': './index.js' },
    dependencies: Object.fromEntries(needed.map((name) => [name, dependencies[name]])),
  };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'mcp', 'README.md'), join(into, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  return into;
}

if (import.meta.main) console.log(`${await buildMcp()} written`);
