import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { post } from '../../../notices/send/post.ts';
import { tlsInFrontOf } from '../../bench/peers/tls.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const here = { loopback: true };

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const receiver = (listener: RequestListener) => listening(createServer(listener));

it('posts the body once, and returns the status', async () => {
  const got: unknown[] = [];
  const url = await receiver(async ({ method, url: path, headers }, answer) => {
    got.push({ method, path, type: headers['content-type'], length: headers['content-length'], own: headers['x-own'] });
    answer.writeHead(202).end('thanks');
  });

  expect(await post(`${url}/hook?a=b`, { 'x-own': '1' }, '{"größe":1}', here)).toBe(202);
  expect(got).toEqual([{ method: 'POST', path: '/hook?a=b', type: 'application/json', length: '13', own: '1' }]);
});

it('follows no redirect', async () => {
  let asked = 0;
  const url = await receiver((_, answer) => {
    asked += 1;
    answer.writeHead(307, { location: '/elsewhere' }).end();
  });

  expect(await post(url, {}, '{}', here)).toBe(307);
  expect(asked).toBe(1);
});

describe('who does not answer', () => {
  const within = 300;
  const words = 'The receiver did not answer within 0.3 seconds.';

  it('takes no longer than the limit, at whatever step it stops', async () => {
    const silent = await listening(createTcp(() => undefined));
    const drops = await listening(
      createTcp((socket) => {
        socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\nx-slow: ');
        const drip = setInterval(() => socket.write('a'), 50);
        socket.on('close', () => clearInterval(drip));
      }),
    );
    for (const url of [silent, drops]) await expect(post(url, {}, '{}', { ...here, within })).rejects.toThrow(words);
    const never = () => new Promise<never>(() => undefined);
    await expect(post('https://example.com/', {}, '{}', { within, resolve: never })).rejects.toThrow(words);
  });

  it('is believed its status, even if the rest of the answer never comes', async () => {
    const url = await receiver((_, answer) => void answer.writeHead(200).write('and then'));

    expect(await post(url, {}, '{}', { ...here, within })).toBe(200);
  });

  it.each([
    ['refuses the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['says nothing and hangs up', (socket: Socket) => socket.end()],
    ['speaks another protocol', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
  ])('%s: words without its address', async (_, answer) => {
    const url = await listening(createTcp((socket) => void answer(socket.on('error', () => undefined))));

    const error = await post(url, {}, '{}', { ...here, within }).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'NoAnswer' });
    expect(error.message).not.toMatch(/127|ECONN|\d{4}/);
    expect(error.cause).toBeUndefined();
  });
});

it('an endless answer is cut off after 64 KB', async () => {
  let sent = 0;
  const url = await receiver((_, answer) => {
    const more = () => {
      sent += 16_384;
      if (!answer.destroyed) answer.write(Buffer.alloc(16_384), () => setImmediate(more));
    };
    answer.writeHead(200);
    more();
  });

  expect(await post(url, {}, '{}', here)).toBe(200);
  expect(sent).toBeLessThan(10_000_000);
});

describe('the addresses of a name', () => {
  const to = (...addresses: string[]) => ({
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  const refused = 'The receiver is in a network that is not public.';

  it.each([
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::a9fe:a9fe'],
    // one that is public beside one that is not
    ['93.184.216.34', '127.0.0.1'],
    [],
  ])('%s %s: nothing is connected to', async (...addresses) => {
    await expect(post('https://rebind.example/', {}, '{}', to(...addresses))).rejects.toThrow(refused);
  });

  it('are asked for once, and the one that was checked is connected to, whatever the next answer is', async () => {
    const folder = temporaryFolder();
    let asked = 0;
    const url = await receiver((_, answer) => answer.writeHead(200).end());
    const tls = await tlsInFrontOf(url, folder);
    onTestFinished(() => tls.close());
    const { port } = new URL(tls.endpoint);
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const ca = readFileSync(tls.certificate, 'utf8');

    expect(await post(`https://localhost:${port}/`, {}, '{}', { ...here, resolve, ca })).toBe(200);
    expect(asked).toBe(1);
    expect(await post(tls.endpoint, {}, '{}', { ...here, ca })).toBe(200);
    await expect(post(tls.endpoint, {}, '{}', here)).rejects.toThrow('The certificate of the receiver is not valid.');
  });

  it('an unknown name says so', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo x'), { code: 'ENOTFOUND' }));
    await expect(post('https://no.example/', {}, '{}', { resolve })).rejects.toThrow(
      'The name of the receiver has no address.',
    );
  });
});
