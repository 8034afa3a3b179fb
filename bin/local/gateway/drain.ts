import type { Server, ServerResponse } from 'node:http';

/**
 * Returns a function that stops the server: it accepts no further connection, tells the open ones to close with their
 * response, and cuts what is left after this time.
 */
export function drainable(server: Server): (milliseconds: number) => Promise<void> {
  const inProgress = new Set<ServerResponse>();
  let isStopping = false;
  const follow = (_: unknown, response: ServerResponse) => {
    if (isStopping) response.shouldKeepAlive = false;
    inProgress.add(response);
    response.once('close', () => {
      inProgress.delete(response);
      // a response that had begun before the stop could not announce the end of its connection
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
  };
  for (const event of ['request', 'checkExpectation']) server.prependListener(event, follow);
  return async (milliseconds) => {
    isStopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const response of inProgress) response.shouldKeepAlive = false;
    server.closeIdleConnections();
    const timeout = setTimeout(() => server.closeAllConnections(), milliseconds);
    await closed;
    clearTimeout(timeout);
  };
}
