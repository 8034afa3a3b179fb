import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { help } from '../../mcp/access.ts';
import { root } from '../build/paths.ts';
import { accountsCommand } from './accounts/command.ts';
import { boardCommand } from './board/command.ts';
import { clientsCommand } from './erase/client.ts';
import { examples } from './examples.ts';
import { exportCommand } from './export/command.ts';
import { feedsCommand } from './feeds/command.ts';
import { importCommand } from './import/command.ts';
import { inboxCommand } from './inbox/command.ts';
import { inspectCommand } from './inspect/command.ts';
import { keysCommand } from './keys/command.ts';
import { matchCommand } from './match/command.ts';
import { morningCommand } from './morning/command.ts';
import { statusCommand } from './observe/status.ts';
import { usageCommand } from './observe/usage.ts';
import { peopleCommand } from './people/command.ts';
import { type Context, collected } from './terminal/context.ts';
import { messageOf } from './terminal/errors.ts';
import { visible } from './terminal/visible.ts';
import { trackRecordCommand } from './track-record/command.ts';
import { verifyCommand } from './verify/command.ts';
import { rebuildCommand, scoreCommand } from './worker/command.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Runs one command and returns the exit code of the process. */
export async function runAdmin(words: readonly string[], given: Context): Promise<number> {
  const { out, err } = given.terminal;
  const program = createProgram(given);
  for (const command of commandsBelow(program)) {
    refuseRepeatedOptions(command);
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .configureOutput({
        writeOut: (text) => out(text.trimEnd()),
        writeErr: (text) => err(text.trimEnd()),
        // reported below, as text or as JSON
        outputError: () => undefined,
      });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return exitCodes.done;
    const exitCode = isUsage ? exitCodes.usage : exitCodeOf(error);
    // a command group without a command prints its help
    if (isUsage && error.code === 'commander.help') return exitCode;
    const message = messageOf(error);
    err(words.includes('--json') ? JSON.stringify({ error: message, exitCode }) : `error: ${visible(message)}`);
    return exitCode;
  }
}

/** Commander would use the last value of an option that is given twice. */
function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options) {
    if (option.isBoolean() || option.parseArg === collected) continue;
    let count = 0;
    command.on(`option:${option.name()}`, () => {
      count += 1;
      if (count > 1) throw new CommanderError(1, 'repeatedOption', `--${option.name()} can be given only once.`);
    });
  }
}

/** Errors can name an exit code of their own. */
function exitCodeOf(error: unknown): number {
  return error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : exitCodes.failed;
}

function createProgram(given: Context): Command {
  const program = new Command('client-health')
    .description('Operates the service: its accounts, their API keys and their data.')
    .version(versionText(), '--version', 'print the version')
    .option('--stack <name>', 'work on the deployment with this stack name instead of the local service')
    .option('--local <port>', 'work on the local service on this port, if several are running')
    .addHelpText('after', '\nnpm run admin -- COMMAND runs the same commands without npx.');
  const context: Context = {
    ...given,
    open: () => {
      const { stack, local } = program.opts<{ stack?: string; local?: string }>();
      return given.open(stack, local);
    },
  };
  program
    .addCommand(accountsCommand(context))
    .addCommand(keysCommand(context))
    .addCommand(peopleCommand(context))
    .addCommand(clientsCommand(context))
    .addCommand(importCommand(context))
    .addCommand(feedsCommand(context))
    .addCommand(inboxCommand(context))
    .addCommand(matchCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(scoreCommand(context))
    .addCommand(rebuildCommand(context))
    .addCommand(inspectCommand(context))
    .addCommand(statusCommand(context))
    .addCommand(usageCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(boardCommand(context))
    .addCommand(morningCommand(context))
    .addCommand(trackRecordCommand(context))
    .addCommand(
      new Command('mcp')
        .description('answer an assistant over MCP (stdio), with CLIENT_HEALTH_URL and CLIENT_HEALTH_KEY')
        // bin/client-health.cjs starts it; here it is listed only
        .addHelpText('after', `\n${help}`),
    );
  for (const group of program.commands) {
    const isGroup = group.commands.length > 0;
    for (const command of isGroup ? group.commands : [group]) {
      const name = isGroup ? `${group.name()} ${command.name()}` : command.name();
      const words = examples.get(name);
      if (words !== undefined) command.addHelpText('after', `\nExample: client-health ${name} ${words}`.trimEnd());
    }
  }
  return program;
}

function versionText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return `client-health ${version} (Node ${process.version})`;
}

function commandsBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)];
}

/** Long names of all options, of every command. */
export function optionNames(given: Context): string[] {
  const options = commandsBelow(createProgram(given)).flatMap((command) => command.options);
  return [...new Set(options.flatMap(({ long }) => long?.slice(2) ?? []))];
}

/** Names of all commands: `status`, `keys issue`. */
export function commandNames(given: Context): string[] {
  const namesBelow = (command: Command): string[] =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.flatMap((each) => namesBelow(each).map((name) => `${command.name()} ${name}`));
  return createProgram(given).commands.flatMap(namesBelow);
}
