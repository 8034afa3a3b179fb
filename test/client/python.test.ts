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

  it.each([
    ['get_client, ""', 'ValueError an id is empty, or a dot'],
    ['list_clients, portfolio_id=None', 'ValueError portfolio_id is None. Leave it out, or give it a value.'],
    ['list_clients, limt=3', "TypeError got an unexpected keyword argument 'limt'"],
  ])('sends nothing that would ask for more: %s', async (call, expected) => {
    const script = `
try: ${open}.get(${call})
except Exception as error: print(type(error).__name__, error)`;
    expect(await said(script, false, 'http://127.0.0.1:9/v1')).toBe(expected);
  });

  it.each(['<html>a proxy</html>', '[1]', '{"total": 1}'])(
    'says that %s with 200 is not of the service',
    async (body) => {
      const endpoint = await endpointBehind((_, response) => response.end(body));
      const script = `
try: ${open}.get(list_topics)
except c.UnexpectedResponseError as error: print(error)`;
      expect(await said(script, false, `${endpoint}/v1`)).toBe('200 with a body that the service does not send');
    },
  );

  it('reads a list without a version, such as alignment of a week, beyond one page', async () => {
    let pages = 0;
    const endpoint = await endpointBehind((_, response) => {
      pages += 1;
      response.setHeader('ETag', `W/"hash${pages}.build"`);
      response.end(JSON.stringify({ customerId: 'acme', week: '2026-11-16', clients: [], total: 600 }));
    });
    expect(await said(`print(${open}.all(list_alignment))`, false, `${endpoint}/v1`)).toBe('[]');
    expect(pages).toBe(2);
  });

  it('reads all notes, page after page', async () => {
    const asked: string[] = [];
    const note = (at: number) => ({
      id: `n${at}`,
      content: '',
      createdAt: '2026-11-20T00:00:00.000Z',
      createdBy: '',
      type: 'call',
    });
    const endpoint = await endpointBehind(({ url = '' }, response) => {
      asked.push(url.split('before=')[1] ?? '');
      const notes = Array.from({ length: asked.length === 1 ? 100 : 3 }, (_, at) => note(at));
      response.end(JSON.stringify({ clientId: 'c1', notes, total: 103 }));
    });
    expect(await said(`print(len(list(${open}.notes("c1"))))`, false, `${endpoint}/v1`)).toBe('103');
    expect(asked.map(decodeURIComponent)).toEqual(['', expect.stringMatching(/^2026-11-20T00:00:00.*,n99$/)]);
  });

  it('waits until the date of Retry-After, or as long as the body says', async () => {
    const script =
      'import time; print(c.seconds_in(time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 30)), {}) > 28, c.seconds_in(None, {"retryAfter": 7}), c.seconds_in("x", ""))';
    expect(await said(script)).toBe('True 7.0 1.0');
  });

  it('has no key in a message', async () => {
    const script = `
try: c.ClientHealth("https://example.com/v1", "svctest\\n")
except ValueError as error: print("svctest" in str(error))`;
    expect(await said(script)).toBe('False');
  });

  it('sends no key in the clear', async () => {
    await expect(said('c.ClientHealth("http://example.com/v1", "k")')).rejects.toThrow('must begin with https://');
  });

  it('passes a strict type checker', () => {
    const command = ['-m', 'mypy', '--strict', '--follow-imports=silent', join('client_health', '__init__.py')];

    expect(execFileSync(pythonOfTools, command, { cwd: join(folder, 'client'), encoding: 'utf8' })).toMatch(/^Success/);
  });
});
