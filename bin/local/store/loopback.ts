import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

const firstHost = '127.0.0.1';

/**
 * A random address of this machine with a port that is free now; another program may take it before the caller does.
 * A web page can send requests to any loopback address, but it cannot search 16 million of them for a database that
 * answers every origin. Systems that have only 127.0.0.1, such as macOS, get that one.
 */
export async function hiddenAddress(): Promise<{ host: string; port: number }> {
  const host = hostFrom([0, 1, 2].map(() => randomInt(1, 255)));
  const server = (await listenAt(host, 0)) ?? (await listenAt(firstHost, 0));
  if (!server) throw new Error('no loopback address');
  const { address, port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { host: address, port };
}

/** A port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, firstHost);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Takes the address that belongs to a name, which only one process at a time can hold. The system releases it when the
 * process ends, however it ends. Undefined if another process holds it.
 */
export async function holdName(name: string): Promise<Server | undefined> {
  const hash = createHash('sha256').update(name).digest();
  const host = hostFrom([0, 1, 2].map((at) => 1 + (hash.readUInt8(at) % 254)));
  // below the ports that systems give to outgoing connections
  const port = 20_000 + (hash.readUInt16BE(3) % 12_000);
  try {
    return (await listenAt(host, port)) ?? (await listenAt(firstHost, port));
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return undefined;
    throw error;
  }
}

function hostFrom(bytes: readonly number[]): string {
  const host = ['127', ...bytes].join('.');
  return host === firstHost ? '127.0.0.2' : host;
}

/** Undefined if the system does not have this address. */
async function listenAt(host: string, port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (codeOf(error) === 'EADDRNOTAVAIL') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
