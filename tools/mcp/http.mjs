// Serves the MCP server over HTTP, for the conformance tests only. Prints its URL.

import { createServer } from 'node:http';
import process from 'node:process';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { accessFrom } from '../../mcp/access.ts';
import { createMcpServer } from '../../mcp/server.ts';

const access = accessFrom(process.env);
const handler = toNodeHandler(createMcpHandler(() => createMcpServer(access)));
const [validateHost, validateOrigin] = [localhostHostValidation(), localhostOriginValidation()];

const server = createServer((request, response) => {
  if (validateHost(request, response) && validateOrigin(request, response)) void handler(request, response);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
