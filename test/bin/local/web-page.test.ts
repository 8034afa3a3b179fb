import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { northlight } from '../../../bin/local/demo/accounts.ts';
import { type LocalService, startService } from '../../../bin/local/service.ts';
import { noBrowser, useBrowser } from '../../support/browser.ts';
import { serve } from '../../support/service/http.ts';

// The database engine answers every origin and every signature, so a page that can name its address reads everything.

const host = 'evil.example';
const open = useBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`]);

let service: LocalService;
beforeAll(async () => {
  service = await startService({ port: 0, demos: [northlight] });
});
afterAll(() => service.stop());

const scan = (tableName: string) => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': 'DynamoDB_20120810.Scan',
    'X-Amz-Date': '20261122T000000Z',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=x/20261122/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  },
  body: JSON.stringify({ TableName: tableName, Limit: 1 }),
});

/** Sends the scan to addresses that a page can guess, if it knows the port, and returns those that answered. */
const attack = `(async (port, init) => {
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '127.0.0.2', '127.1.1.1', 'evil.example'];
  const tries = hosts.map(async (host) => {
    const answer = await fetch('http://' + host + ':' + port + '/', init).catch(() => undefined);
    return answer === undefined ? [] : [host + ': ' + (await answer.text()).slice(0, 200)];
  });
  return (await Promise.all(tries)).flat();
})`;

describe.skipIf(process.platform === 'darwin' || process.env.DYNAMODB_ENDPOINT)(
  'the database of the local service',
  () => {
    it('is at a random loopback address that is not 127.0.0.1', async () => {
      const { hostname } = new URL(service.dynamodbEndpoint);
      const second = await startService({ port: 0, demos: [] });
      await second.stop();

      expect(hostname).toMatch(/^127(\.\d+){3}$/);
      expect(hostname).not.toBe('127.0.0.1');
      expect(new URL(second.dynamodbEndpoint).hostname).not.toBe(hostname);
    });

    it.skipIf(noBrowser)('does not answer a web page that knows its port, but not its address', async () => {
      const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>evil</p>'));
      const { page } = await open();
      await page.goto(`http://${host}:${await serve(server)}/`);
      const { port } = new URL(service.dynamodbEndpoint);

      // the engine does answer a page that has both
      const init = JSON.stringify(scan(service.tableName));
      expect(await page.evaluate(`(${attack})(${port}, ${init})`)).toEqual([]);
    });
  },
);

describe.skipIf(noBrowser)('a web page whose name resolves to this machine', () => {
  it('reads neither keys nor boards of the local service, and no answer of the API', async () => {
    const { page } = await open();
    const { origin, port } = new URL(service.baseUrl);
    await page.goto(`http://${host}:${port}/`);
    const rebound = await page.evaluate<string>('document.documentElement.outerHTML');
    const board = await page.evaluate<number>(`fetch('/accounts/northlight').then(({ status }) => status)`);
    const across = await page.evaluate<string>(
      `fetch('${origin}/').then((answer) => answer.text()).catch((error) => error.name)`,
    );
    const key = service.accounts[0]?.apiKey ?? 'none';

    expect(rebound).toContain('Accounts and keys are shown only on the machine of the service');
    expect(rebound).not.toMatch(new RegExp(`Northlight|${key}`));
    expect({ board, across }).toEqual({ board: 403, across: 'TypeError' });
  });
});
