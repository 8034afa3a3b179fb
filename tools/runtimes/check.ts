import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bin/build/paths.ts';
import { buildClient } from '../../bin/client.ts';
import { type Check, outputOf } from '../check.ts';

const here = import.meta.dirname;
const packages = join(here, 'node_modules');
const driver = 'driver.mjs';

/** How the driver is run in each runtime, in a folder in which the client is installed from its tarball. */
const runtimes: Readonly<Record<string, readonly string[]>> = {
  'node-20': [join(packages, 'node-20', 'bin', 'node'), driver],
  'node-22': [join(packages, 'node-22', 'bin', 'node'), driver],
  'node-24': [join(packages, 'node-24', 'bin', 'node'), driver],
  bun: [join(packages, 'bun', 'bin', 'bun.exe'), driver],
  deno: [process.execPath, join(packages, 'deno', 'bin.cjs'), 'run', '--allow-net', '--allow-env', driver],
  'edge-runtime': [process.execPath, join(here, 'edge.mjs')],
};

/** The client from its tarball, against the local service: every runtime must read the same. */
export const runtimesCheck: Check = {
  name: 'runtimes',
  missing: () => (existsSync(packages) ? undefined : 'npm ci --prefix tools/runtimes'),
  run: async ({ baseUrl, keys }) => {
    const folder = join(root, 'dist', 'runtimes');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const [packed] = JSON.parse(await outputOf('npm', ['pack', '--json', buildClient()], { cwd: folder }));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    await outputOf('npm', ['install', '--no-audit', '--no-fund', `./${packed.filename}`], { cwd: folder });
    cpSync(join(here, driver), join(folder, driver));
    // an edge runtime takes one script, without imports
    const esbuild = join(root, 'node_modules', '.bin', 'esbuild');
    await outputOf(esbuild, [driver, '--bundle', '--format=iife', '--outfile=driver.js'], { cwd: folder });
    const env = { BASE_URL: baseUrl, KEY: keys.brightwater?.[1] ?? '', PACKAGES: packages };
    const response = await fetch(`${baseUrl}/clients?limit=1`, { headers: { 'X-API-Key': env.KEY } });
    const { total: clients } = (await response.json()) as { total: number };
    const expected = { clients, ...rest };
    const told: string[] = [];
    for (const [name, [command = '', ...words]] of Object.entries(runtimes)) {
      const said = JSON.parse(await outputOf(command, words, { cwd: folder, env }));
      told.push(`${name} ${said.version}`);
      const { version: _, ...read } = said;
      if (JSON.stringify(read) !== JSON.stringify(expected)) throw new Error(`${name} read ${JSON.stringify(read)}`);
    }
    return `${packed.filename}, ${packed.size} bytes, in ${told.join(', ')}`;
  },
};

const rest = { page: 3, unchanged: true, error: 'NotFoundError', aborted: 'stopped', attempts: [1, 1] };
