import { join } from 'node:path';
import { root } from '../build/paths.ts';
import type { LocalService } from './service.ts';

const program = join(root, 'bin', 'client-health.cjs');

/** What the MCP server is told. */
const environmentOf = (baseUrl: string, { apiKey }: { readonly apiKey: string }) => ({
  CLIENT_HEALTH_URL: baseUrl,
  CLIENT_HEALTH_KEY: apiKey,
});

/** The text that a person sees when the service is ready. */
export function welcome({ baseUrl, accounts, inbox }: Omit<LocalService, 'stop'>, file: string | undefined): string {
  const [first] = accounts;
  const { origin } = new URL(baseUrl);
  const width = Math.max(...accounts.map(({ name, customerId }) => name.length + customerId.length));
  const keys = accounts.map(
    ({ name, customerId, apiKey }) => `  ${`${name} (${customerId})`.padEnd(width + 3)}  ${apiKey}`,
  );
  const call = (path: string) => `  curl -H 'X-API-Key: ${first?.apiKey}' '${baseUrl}${path}'`;
  return [
    `Serving ${baseUrl}${file === undefined ? '' : `, data in ${file}`}`,
    '',
    ...(first
      ? [
          ...keys,
          '',
          `Board, files and keys in a browser: ${origin}/accounts/${first.customerId}`,
          '',
          'Try it:',
          '',
          call('/clients?limit=3'),
          call('/clients/trending?direction=declining&limit=1'),
          call('/clients/c-1044/notes?limit=2'),
          '',
          'Ask an assistant (Claude Code; for others, the same as JSON):',
          '',
          `  claude mcp add --transport http client-health ${baseUrl}/mcp --header 'Authorization: Bearer ${first.apiKey}'`,
          `  ${JSON.stringify({ mcpServers: { 'client-health': { command: 'node', args: [program, 'mcp'], env: environmentOf(baseUrl, first) } } })}`,
        ]
      : [
          `Name your agency and hand in its files: ${origin}. Or with commands:`,
          '',
          '  npm run admin -- accounts create --account acme --name Acme',
          '  npm run admin -- keys issue --account acme --name first',
        ]),
    ...(inbox === undefined
      ? []
      : [
          '',
          `Put the exports of your systems into a folder such as ${join(inbox, 'in', 'acme')}. It becomes the account acme;`,
          `after some seconds its board is at ${origin}.`,
        ]),
    '',
    'Stop it with Ctrl+C.',
  ].join('\n');
}
