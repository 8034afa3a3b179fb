import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { accessFrom, help, NoAccess } from './access.ts';
import { createMcpServer } from './server.ts';

// The MCP server as a process. stdout carries the protocol and nothing else.

function start(words: readonly string[]): void {
  if (words.includes('--help') || words.includes('-h')) {
    process.stderr.write(help);
    return;
  }
  // not repeated: it may be a key
  if (words.length > 0) throw new NoAccess('client-health mcp takes no arguments. See client-health mcp --help.');
  const access = accessFrom(process.env);
  // wrong URLs and keys are found now, not at the first question
  createMcpServer(access);
  serveStdio(() => createMcpServer(access));
}

try {
  start(process.argv.slice(2));
} catch (error) {
  // a TypeError of the client says what is wrong with URL or key, without the key
  if (!(error instanceof NoAccess || error instanceof TypeError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
