import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { waitForGateway } from '../../../bin/admin/keys/wait-for-key.ts';
import { gatewayKeys } from '../../../bin/admin/target/gateway-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { controlPlane } from '../../support/admin/control-plane.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

/** A gateway that rejects a key this many times before it accepts it. */
async function gateway(refusals: number): Promise<{ baseUrl: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['x-api-key']}`);
    response.writeHead(asked.length > refusals ? 200 : 401).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { baseUrl: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`, asked };
}

it('--wait sends requests with the key until the gateway accepts it', async () => {
  const { baseUrl, asked } = await gateway(2);

  await waitForGateway({ baseUrl }, { keyId: 'abcd1234', apiKey: 'k' }, 1);

  expect(asked).toEqual(['/topics k', '/topics k', '/topics k']);
});

it('--wait fails after five minutes', async () => {
  const { baseUrl, asked } = await gateway(Number.POSITIVE_INFINITY);

  await expect(waitForGateway({ baseUrl }, { keyId: 'abcd1234', apiKey: 'the-key' }, 1)).rejects.toThrow(
    'The key abcd1234 is issued, but the gateway did not know it within five minutes; it will.',
  );
  expect(asked).toHaveLength(60);
});

it('the 9,001st key of a deployment is rejected and leaves no items', async () => {
  const plane = controlPlane();
  const cli = cliOn(
    () => db.table,
    async () => ({ table: db.table, keyPrefix: 'svctest', gateway: gatewayKeys(plane), close: () => undefined }),
  );
  await cli('accounts create --account acme --name Acme');
  const keys = Array.from({ length: 9000 }, (_, at) => ({
    keyId: `k${at}`,
    hash: `h${at}`,
    customerId: `other-${at}`,
  }));
  const known = { name: 'x', created: '2026-11-20T00:00:00.000Z', lastFour: 'xxxx', state: 'active', v: 1 };
  await putAll(
    db.table,
    keys.map(({ keyId, hash, customerId }) => ({ pk: 'KEYS', sk: keyId, keyId, hash, customerId, ...known })),
  );
  await putAll(
    db.table,
    keys.map(({ keyId, hash, customerId }) => ({
      pk: `KEY#${hash}`,
      sk: 'KEY',
      v: 1,
      st: 'active',
      keyId,
      customerId,
      w: {},
    })),
  );

  const { err, exitCode } = await cli('keys issue --account acme --name one-too-many');

  expect(err.join('\n')).toContain('This deployment has 9000 keys, the maximum that its API Gateway can hold');
  expect(exitCode).toBe(1);
  expect(plane.keys).toEqual([]);
  expect(JSON.parse((await cli('keys list --account acme --json')).out.join('') || '[]')).toEqual([]);
});
