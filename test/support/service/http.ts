import { once } from 'node:events';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Listens until the test ends; returns the port. */
export async function serve(server: Server, onEnd: (end: () => void) => void = onTestFinished): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Sends the path unchanged; fetch would normalize it. */
export async function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Reply> {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  // not a kept-alive connection of an earlier test to a server at the same port
  const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  // the server may close the connection before reading the rest of a body to which it has already responded
  sent.on('error', () => undefined);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Sends any bytes, not necessarily valid HTTP; returns what the server sends until it closes the connection. */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return await text(socket);
}
