import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bin/build/paths.ts';
import { type Check, outputOf } from '../check.ts';

const here = import.meta.dirname;
const packages = join(here, 'node_modules');
const program = join(root, 'bin', 'client-health.cjs');
/** Generic scenarios; all others need fixtures, or what this server does not have: expected-failures.yml. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const mostTokens = { definitions: 4000, result: 5000 };

interface Told {
  readonly milliseconds: number;
  readonly tools: readonly string[];
  readonly definitions: number;
  readonly results: Readonly<Record<string, number>>;
}

/** The MCP server under the official client, the Inspector's command line, and the conformance tests. */
export const mcpCheck: Check = {
  name: 'mcp',
  missing: () => (existsSync(packages) ? undefined : 'npm ci --prefix tools/mcp'),
  run: async ({ baseUrl, keys }) => {
    const env = { CLIENT_HEALTH_URL: baseUrl, CLIENT_HEALTH_KEY: keys.brightwater?.[2] ?? '' };
    const command = [process.execPath, program, 'mcp'];
    const told = JSON.parse(await outputOf(process.execPath, [join(here, 'client.mjs'), ...command], { env })) as Told;
    const largest = Math.max(...Object.values(told.results));
    if (told.definitions > mostTokens.definitions * 4) throw new Error(`definitions: ${told.definitions} characters`);
    if (largest > mostTokens.result * 4) throw new Error(`a result has ${largest} characters`);

    const inspector = [join(packages, '.bin', 'mcp-inspector'), '--cli', ...command];
    for (const [name, value] of Object.entries(env)) inspector.push('-e', `${name}=${value}`);
    const listed = await outputOf(process.execPath, [...inspector, '--method', 'tools/list'], { env });
    for (const tool of told.tools) if (!listed.includes(`"${tool}"`)) throw new Error(`the Inspector lists no ${tool}`);
    const call = ['--method', 'tools/call', '--tool-name', 'get_history', '--tool-arg', 'client_id=c-1044'];
    const called = await outputOf(process.execPath, [...inspector, ...call], { env });
    if (!called.includes('Juniper Row Solar')) throw new Error(`the Inspector got: ${called}`);

    const conformant = await conformance(env);
    const sizes = `definitions ${Math.ceil(told.definitions / 4)} tokens, largest result ${Math.ceil(largest / 4)}`;
    return `${told.tools.length} tools, started in ${told.milliseconds} ms, ${sizes}; Inspector lists and calls; ${conformant}`;
  },
};

async function conformance(env: Readonly<Record<string, string>>): Promise<string> {
  const server = spawn(process.execPath, [join(here, 'http.mjs')], { env: { ...process.env, ...env } });
  try {
    const [said] = await once(server.stdout, 'data');
    const url = String(said).trim();
    const program = join(packages, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
    for (const scenario of scenarios)
      await outputOf(process.execPath, [program, 'server', '--url', url, '--scenario', scenario]);
    const expected = ['--suite', 'all', '--expected-failures', join(here, 'expected-failures.yml')];
    await outputOf(process.execPath, [program, 'server', '--url', url, ...expected]);
    return `conformance at POST /mcp: ${scenarios.join(', ')} pass, the others fail as expected`;
  } finally {
    server.kill();
  }
}
