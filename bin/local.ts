import { startFailureMessage, tellFailure } from './local/cli/failure.ts';
import { help, readOptions, UsageError } from './local/cli/options.ts';
import { startService } from './local/service.ts';
import { announce } from './local/service-file.ts';
import { welcome } from './local/welcome.ts';

// whatever was started ends with this process, also what is still starting
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (process.stderr.isTTY) process.stderr.write('\n');
    process.exit(0);
  });
}

// npm does not pass on every signal: under it, the service ends when npm has gone
if (process.env.npm_lifecycle_event === 'start') {
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.exit(0);
  }, 500).unref();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') return console.log(help);
  try {
    const service = await startService({
      ...options,
      ...(options.empty && { demos: [] }),
      log: tellFailure,
      onLoading: process.stderr.isTTY ? showShare : undefined,
    });
    announce(service);
    console.log(welcome(service, options.file));
  } catch (error) {
    console.error(startFailureMessage(error, options));
    process.exit(1);
  }
}

/** One line that is written over and over, and gone in the end. */
function showShare(share: number): void {
  process.stderr.write(`\r\x1b[K${share < 1 ? `Loading the demo data: ${Math.floor(share * 100)} %` : ''}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
}
