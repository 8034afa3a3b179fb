import type { Server } from 'node:http';

/** Stops accepting connections, waits for requests in progress, at most this long, then closes what is left. */
export async function drain(server: Server, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timeout = setTimeout(() => server.closeAllConnections(), milliseconds);
  await closed;
  clearTimeout(timeout);
}
