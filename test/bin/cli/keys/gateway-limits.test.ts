import { expect, it } from 'vitest';
import { gatewayKeys } from '../../../../account/keys/gateway-keys.ts';
import { waitForGateway } from '../../../../bin/cli/keys/wait-for-key.ts';
import { putAll } from '../../../../shared/table/store/write.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { controlPlane } from '../../../support/cli/control-plane.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { endpointBehind } from '../../../support/store/stores.ts';
import { memoryTable, useMemoryTable } from '../../../support/store/table.ts';

const db = useMemoryTable();
const randomBytes = bytesOf(randomOf(5));

/** A gateway that responds with these statuses in turn, and then always with the last one. */
async function gateway(...statuses: number[]): Promise<{ baseUrl: string; asked: string[]; at: number[] }> {
  const asked: string[] = [];
  const at: number[] = [];
  const baseUrl = await endpointBehind((request, response) => {
    at.push(performance.now());
    response.writeHead(statuses[Math.min(asked.length, statuses.length - 1)] ?? 200).end();
    asked.push(`${request.url} ${request.headers['x-api-key']}`);
  });
  return { baseUrl, asked, at };
}

const key = { keyId: 'abcd1234', apiKey: 'k' };

it('--wait sends requests with the key until one succeeds, and reports each change of the result', async () => {
  const { baseUrl, asked, at } = await gateway(403, 403, 429, 429, 500, 404, 200);
  const reported: string[] = [];

  await waitForGateway({ baseUrl }, key, { wait: 50, report: (line) => reported.push(line) });

  expect(asked).toEqual(Array(7).fill('/topics k'));
  // each request is sent after a response and the pause
  expect(Math.min(...at.slice(1).map((time, before) => time - (at[before] ?? 0)))).toBeGreaterThan(45);
  expect(reported).toEqual([
    'Waiting for the key abcd1234: 403, the gateway does not accept it yet.',
    'Waiting for the key abcd1234: 429, too many requests.',
    'Waiting for the key abcd1234: 500, the service fails.',
    'Waiting for the key abcd1234: 404, not an answer of this service.',
  ]);
});

it.each(['keys issue --account wait --name ci', 'keys roll KEY'])('%s waits only if it is told to', async (line) => {
  const { baseUrl, asked } = await gateway(200);
  const plane = controlPlane();
  const table = memoryTable();
  const cli = cliOn(() => table, { target: { gateway: gatewayKeys(plane), baseUrl }, randomBytes });
  await cli('accounts create --account wait --name Wait');
  const { out } = await cli(`keys issue --account wait --name ${line.length} --json`);
  const command = line.replace('KEY', JSON.parse(out[0] ?? '').keyId);
  expect(asked).toEqual([]);

  expect((await cli(`${command} --wait`)).out[1]).toMatch(/^It works now/);
  expect(asked).toEqual([`/topics ${plane.keys.at(-1)?.value}`]);
});

it('--wait fails after five minutes with the last result', async () => {
  const { baseUrl, asked } = await gateway(403);

  await expect(waitForGateway({ baseUrl }, key, { wait: 1 })).rejects.toThrow(
    'The key abcd1234 is issued, but requests with it did not succeed within five minutes; the last one met: 403, the gateway does not accept it yet.',
  );
  expect(asked).toHaveLength(60);
});

it('the 9,001st key of a deployment is rejected and leaves no items', async () => {
  const plane = controlPlane();
  const cli = cliOn(() => db.table, { target: { gateway: gatewayKeys(plane) } });
  await cli('accounts create --account acme --name Acme');
  const known = { name: 'x', created: '2026-11-20T00:00:00.000Z', lastFour: 'xxxx', state: 'active', v: 3 };
  const authority = { sk: 'KEY', v: 3, st: 'active', w: {} };
  const items = Array.from({ length: 9000 }, (_, at) => {
    const key = { keyId: `k${at}`, customerId: `other-${at}` };
    return [
      { ...known, ...key, pk: 'KEYS', sk: `k${at}`, hash: `h${at}` },
      { ...authority, ...key, pk: `KEY#h${at}` },
    ];
  });
  await putAll(db.table, items.flat());

  const { err, exitCode } = await cli('keys issue --account acme --name one-too-many');

  expect(err.join('\n')).toContain('This deployment has 9000 keys, the maximum that its API Gateway can hold');
  expect(exitCode).toBe(1);
  expect(plane.keys).toEqual([]);
  expect(JSON.parse((await cli('keys list --account acme --json')).out.join('') || '[]')).toEqual([]);

  // a key that nobody can use any more takes no place
  expect(await cli('keys revoke k0')).toMatchObject({ err: [], exitCode: 0 });
  expect(await cli('keys issue --account acme --name fits')).toMatchObject({ err: [], exitCode: 0 });
});
