// Asks the MCP server through the official client, over stdio: every tool once. Prints JSON. Arguments: the command.

import process from 'node:process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [command, ...args] = process.argv.slice(2);
const { CLIENT_HEALTH_URL, CLIENT_HEALTH_KEY, PATH } = process.env;
const client = new Client({ name: 'tools', version: '1.0.0' });
const started = Date.now();
await client.connect(new StdioClientTransport({ command, args, env: { CLIENT_HEALTH_URL, CLIENT_HEALTH_KEY, PATH } }));
const milliseconds = Date.now() - started;
const { tools } = await client.listTools();

const calls = [
  ['find_clients', { limit: 100 }],
  ['get_overview', {}],
  ['get_movers', { direction: 'declining' }],
  ['get_client', { client_id: 'c-1044' }],
  ['get_history', { client_id: 'c-1044', days: 365 }],
  ['get_notes_and_people', { client_id: 'c-1044' }],
  ['get_streams', {}],
  ['list_portfolios_or_alignment', { about: 'portfolios' }],
  ['list_portfolios_or_alignment', { about: 'alignment', limit: 50 }],
];
const results = {};
for (const [name, given] of calls) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  if (isError) throw new Error(`${name}: ${content[0].text}`);
  results[`${name} ${given.about ?? ''}`.trim()] = content[0].text.length;
}
await client.close();
console.log(
  JSON.stringify({
    milliseconds,
    tools: tools.map(({ name }) => name),
    definitions: JSON.stringify(tools).length,
    results,
  }),
);
