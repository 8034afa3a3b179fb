import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { accessFrom, help, NoAccess } from './access.ts';
import { createMcpServer } from './server.ts';

// The command, of the package and of the repository. Stdin and stdout carry the protocol and nothing else.

function start(words: readonly string[]): void {
  // not repeated: it may be a key
  if (words.length > 0) throw new NoAccess('No arguments are taken. Set CLIENT_HEALTH_URL and CLIENT_HEALTH_KEY.');
  const access = accessFrom(process.env);
  try {
    // a wrong URL or key is found now, not at the first question
    createMcpServer(access);
  } catch (error) {
    if (error instanceof TypeError) throw new NoAccess(error.message);
    throw error;
  }
  serveStdio(() => createMcpServer(access));
}

const words = process.argv.slice(2);
try {
  if (words.includes('--help') || words.includes('-h')) process.stderr.write(help);
  else start(words);
} catch (error) {
  if (!(error instanceof NoAccess)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
