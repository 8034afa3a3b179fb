import { randomBytes } from 'node:crypto';
import { exitCodes, optionNames, runAdmin } from './cli/program.ts';
import { openLocalService } from './cli/service/target.ts';
import type { Context } from './cli/terminal/context.ts';
import { terminal } from './cli/terminal/terminal.ts';

// the reader of the output may close it early: `… | head`
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.on('SIGINT', () => {
  terminal.status?.('');
  process.exit(exitCodes.interrupted);
});

const context: Context = {
  // loaded on demand: the local service needs no AWS clients
  open: async (stack, port) =>
    stack === undefined ? openLocalService(port) : (await import('./cli/service/stack.ts')).openStack(stack),
  terminal,
  clock: Date.now,
  randomBytes,
};

const words = process.argv.slice(2);
const isNpmRun = process.env.npm_lifecycle_event === 'admin';
// npm starts scripts in the folder of package.json; paths are relative to the folder of the caller
if (isNpmRun && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
// without `--`, npm consumes the options and passes on only their values; `yes` may also come from npm's configuration
const isTaken = (name: string) =>
  name !== 'yes' && !words.includes(`--${name}`) && `npm_config_${name.replaceAll('-', '_')}` in process.env;
const taken = isNpmRun ? optionNames(context).filter(isTaken) : [];
if (taken.length > 0) {
  terminal.err(
    `error: npm took --${taken.join(', --')} for itself. Put -- before the command: npm run admin -- ${words[0] ?? 'COMMAND'} …`,
  );
  process.exitCode = exitCodes.usage;
} else {
  process.exitCode = await runAdmin(words, context);
}
