import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { accessFrom, NoAccess } from './access.ts';
import { createMcpServer } from './server.ts';

/** Serves over stdin and stdout, which carry the protocol and nothing else. Throws NoAccess if something is not set. */
export function start(words: readonly string[], environment: NodeJS.ProcessEnv): void {
  // not repeated: it may be a key
  if (words.length > 0) throw new NoAccess('No arguments are taken. Set CLIENT_HEALTH_URL and CLIENT_HEALTH_KEY.');
  const access = accessFrom(environment);
  try {
    // a wrong URL or key is found now, not at the first question
    createMcpServer(access);
  } catch (error) {
    if (error instanceof TypeError) throw new NoAccess(error.message);
    throw error;
  }
  serveStdio(() => createMcpServer(access));
}
