import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPythonClient, missingForPython, pythonOfTools } from '../../bin/build/client/python.ts';
import { putKey } from '../support/service/api-keys.ts';
import { serving } from '../support/service/served.ts';
import { endpointBehind } from '../support/store/stores.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const missing = missingForPython();
if (missing) console.warn(`test/client: the Python client is skipped. To install its generator: ${missing}`);

const db = useMemoryTable();
let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  if (!missing) buildPythonClient(join(folder, 'client'));
});

async function said(script: string, full = false, baseUrl?: string): Promise<string> {
  const KEY = await putKey(db.table, full ? { w: { m29919600: 100 } } : {});
  const lines = ['import os', 'from client_health import *', 'import client_health as c', script];
  const env = { PYTHONPATH: join(folder, 'client'), BASE_URL: baseUrl ?? (await serving(db.table)), KEY };
  return (await promisify(execFile)(pythonOfTools, ['-c', lines.join('\n')], { env })).stdout.trim();
}
const open = 'c.ClientHealth(os.environ["BASE_URL"], os.environ["KEY"], max_wait=0)';

describe.skipIf(missing)('the Python client', () => {
  it('answers with the types of openapi.json', async () => {
    expect(await said(`print(${open}.get(list_topics).total)`)).toBe('15');
    expect(await said(`print(${open}.all(list_clients), [p.total for p in ${open}.pages(list_streams)])`)).toBe(
      '[] [0]',
    );
  });

  it.each([
    ['get_client, "c1"', false, 'ApiError 404 Client not found'],
    ['list_clients, limit=0', false, 'ApiError 422 Validation error'],
    ['list_topics', true, 'RateLimitError 429 Rate limit exceeded'],
  ])('raises what the service refuses: %s', async (call, full, expected) => {
    const script = `
try: ${open}.get(${call})
except c.ApiError as error: print(type(error).__name__, error.status, error.error)`;

    expect(await said(script, full)).toBe(expected);
  });

  it('waits for Retry-After, and starts a list again whose data changes between two pages', async () => {
    const asked: string[] = [];
    const page = { customerId: 'acme', portfolioId: null, clients: [], total: 600 };
    const endpoint = await endpointBehind(({ url = '' }, response) => {
      asked.push(/offset=(\d+)/.exec(url)?.[1] ?? '');
      if (asked.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end('{}');
      else response.setHeader('ETag', `"v${Math.min(asked.length, 3)}.question.build"`).end(JSON.stringify(page));
    });
    const waiting = 'c.ClientHealth(os.environ["BASE_URL"], os.environ["KEY"]).all(list_clients)';
    const started = Date.now();
    await said(waiting, false, `${endpoint}/v1`);

    expect(Date.now() - started).toBeGreaterThanOrEqual(1000);
    expect(asked).toEqual(['0', '0', '500', '0', '500']);
  });

  it('sends no key in the clear', async () => {
    await expect(said('c.ClientHealth("http://example.com/v1", "k")')).rejects.toThrow('must begin with https://');
  });

  it('passes a strict type checker', () => {
    const command = ['-m', 'mypy', '--strict', '--follow-imports=silent', join('client_health', '__init__.py')];

    expect(execFileSync(pythonOfTools, command, { cwd: join(folder, 'client'), encoding: 'utf8' })).toMatch(/^Success/);
  });
});
