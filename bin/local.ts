import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from './local/service.ts';

const help = `npm start [-- OPTIONS]   runs the whole service on this machine

  --help       this text

  PORT=3000    the port to listen on
  DYNAMODB_ENDPOINT=URL   use that DynamoDB in place of the embedded one
`;

/** The operator's CLI and other programs find the running service here. */
const serviceFile = join(import.meta.dirname, '..', '.local', 'service.json');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(help);

  const { stop, ...service } = await startService({ port: portOf(process.env.PORT) });
  mkdirSync(join(serviceFile, '..'), { recursive: true });
  // it holds keys, though only local ones
  writeFileSync(serviceFile, `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      rmSync(serviceFile, { force: true });
      await stop();
      process.exit(0);
    });
  }

  const [first] = service.accounts;
  console.log(`Serving ${service.baseUrl}\n`);
  for (const { name, customerId, apiKey } of service.accounts) console.log(`  ${name} (${customerId})  ${apiKey}`);
  console.log(`\nTry it:\n\n  curl -H 'X-API-Key: ${first?.apiKey}' ${service.baseUrl}/topics\n\nStop it with Ctrl+C.`);
}

function portOf(text = '3000'): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535`);
  return port;
}

try {
  await main();
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  const taken = code === 'EADDRINUSE';
  console.error(taken ? `Port ${process.env.PORT ?? 3000} is taken; choose another one: PORT=3001 npm start` : message);
  process.exit(1);
}
