import { once } from 'node:events';
import { type AddressInfo, connect, Server } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hiddenAddress, holdName } from '../../bin/local/store/loopback.ts';

/** Refuses some addresses as the system would, and returns all that are asked for. */
function refusing(codeFor: (host: string) => string | undefined): { readonly host: string; readonly port: number }[] {
  const asked: { host: string; port: number }[] = [];
  const { listen } = Server.prototype;
  const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given: unknown[]) {
    const [{ host, port }] = given as [{ host: string; port: number }];
    asked.push({ host, port });
    const code = codeFor(host);
    if (code === undefined) return listen.apply(this, given as never);
    process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
  onTestFinished(() => spy.mockRestore());
  return asked;
}

it('a name has an address of its own, below the ports of outgoing connections', async () => {
  const asked = refusing(() => 'EADDRINUSE');
  for (let name = 0; name < 200; name += 1) expect(await holdName(`file ${name}`)).toBeUndefined();
  await holdName('file 0');

  expect(asked.filter(({ host }) => !/^127(\.([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-4])){3}$/.test(host))).toEqual([]);
  expect(asked.filter(({ port }) => port < 20_000 || port >= 32_000)).toEqual([]);
  const places = asked.map(({ host, port }) => `${host}:${port}`);
  expect([places.length, new Set(places).size, places.at(-1) === places[0]]).toEqual([201, 200, true]);
  for (const part of ['host', 'port'] as const)
    expect(new Set(asked.map((each) => each[part])).size).toBeGreaterThan(190);
});

it('a name that one holds is held by no other until it is given back, and keeps no process alive', async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = open();
  const held = await holdName('the only one');
  expect(open()).toBe(before);
  expect(await holdName('the only one')).toBeUndefined();
  // nothing waits there for an answer
  const { address = '', port = 0 } = { ...(held?.address() as AddressInfo | undefined) };
  await once(connect(port, address).resume(), 'close');
  held?.close();

  const again = await holdName('the only one');
  expect(again).toBeInstanceOf(Server);
  again?.close();
});

it('a system that has no loopback address but 127.0.0.1 gets that one, with the port of the name', async () => {
  const asked = refusing((host) => (host === '127.0.0.1' ? undefined : 'EADDRNOTAVAIL'));
  expect(await hiddenAddress()).toEqual({ host: '127.0.0.1', port: expect.any(Number) });
  const held = await holdName('on macOS');
  onTestFinished(() => void held?.close());

  expect(asked.slice(2).map(({ port }) => port)).toEqual([asked.at(-1)?.port, asked.at(-1)?.port]);
  expect(held?.address()).toMatchObject({ address: '127.0.0.1', port: asked.at(-1)?.port });
  expect(await holdName('on macOS')).toBeUndefined();
});

it('what else prevents an address is told, and is not taken for a name that another one holds', async () => {
  let code = 'EMFILE';
  refusing(() => code);

  await expect(holdName('a name')).rejects.toThrow('EMFILE');
  await expect(hiddenAddress()).rejects.toThrow('EMFILE');
  code = 'EADDRNOTAVAIL';
  await expect(hiddenAddress()).rejects.toThrow('no loopback address');
});
