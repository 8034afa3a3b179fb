import type { Server } from 'node:http';

/** Stops accepting connections, waits at most this long for requests in progress, then closes open connections. */
export async function drain(server: Server, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timeout = setTimeout(() => server.closeAllConnections(), milliseconds);
  await closed;
  clearTimeout(timeout);
}
