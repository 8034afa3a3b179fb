import { printFailure, startFailureMessage } from './local/cli/failure.ts';
import { help, type Options, readOptions, UsageError } from './local/cli/options.ts';
import { requestLine } from './local/gateway/request-line.ts';
import { announce } from './local/service-file.ts';
import { watch } from './local/watch.ts';
import { welcome } from './local/welcome.ts';

/** Called on a stop signal. During start-up it is enough to end the process, because the engine ends with it. */
let stop: () => void = () => process.exit(0);
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

// npm does not pass on every signal, so under npm the service also stops when npm has ended
if (process.env.npm_lifecycle_event === 'start') {
  // npm starts scripts in the folder of package.json; paths are relative to the folder of the caller
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) end();
  }, 500).unref();
}

/** The first signal waits for requests in progress; the second one ends the process at once. */
function end(): void {
  if (isStopping) process.exit(1);
  isStopping = true;
  if (process.stderr.isTTY) process.stderr.write('\n');
  stop();
}

async function run(options: Options): Promise<void> {
  const { quiet, json, file, empty } = options;
  if (process.stderr.isTTY) process.stderr.write('Starting…');
  try {
    // loading it takes a second, during which a person should see something
    const { startService } = await import('./local/service.ts');
    // next to the data, or for as long as it lasts
    const inbox = options.inbox ?? (file === undefined ? undefined : `${file}.inbox`);
    const service = await startService({
      ...options,
      ...(inbox === undefined ? { temporaryInbox: true } : { inbox }),
      ...(empty && { demos: [] }),
      log: printFailure,
      onLoading: process.stderr.isTTY ? showProgress : undefined,
      onInbox: (line) => console.log(json ? JSON.stringify({ inbox: line }) : line),
      ...(!quiet && { onRequest: (record) => console.log(json ? JSON.stringify(record) : requestLine(record)) }),
    });
    announce(service);
    stop = () => {
      const failed = (error: unknown) => {
        console.error(`The service did not stop as it should: ${error instanceof Error ? error.message : error}`);
        process.exit(1);
      };
      service.stop().then(() => process.exit(0), failed);
    };
    if (process.stderr.isTTY) showProgress(1);
    const { baseUrl, accounts, inbox: used, ...rest } = service;
    // nobody looks for the folder that was not named
    const named = options.inbox !== undefined && used !== undefined && { inbox: used };
    console.log(
      json ? JSON.stringify({ baseUrl, file, accounts }) : welcome({ ...rest, baseUrl, accounts, ...named }, file),
    );
  } catch (error) {
    if (process.stderr.isTTY) showProgress(1);
    console.error(await startFailureMessage(error, options));
    process.exit(1);
  }
}

/** Overwrites one line of the terminal and clears it in the end. */
function showProgress(share: number): void {
  process.stderr.write(`\r\x1b[K${share < 1 ? `Loading the demo data: ${Math.floor(share * 100)} %` : ''}`);
}

try {
  const args = process.argv.slice(2);
  const options = readOptions(args, process.env);
  if (options === 'help') console.log(help);
  else if (options.watch) {
    const keepsData = options.file !== undefined || process.env.DYNAMODB_ENDPOINT !== undefined;
    stop = watch(import.meta.filename, args, keepsData);
  } else await run(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
}
