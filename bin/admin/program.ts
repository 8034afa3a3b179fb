import { Command, CommanderError } from 'commander';
import { accountsCommand } from './accounts/command.ts';
import type { Context } from './cli/context.ts';
import { exportCommand } from './export/command.ts';
import { importCommand } from './import/command.ts';
import { inspectCommand } from './inspect/command.ts';
import { keysCommand } from './keys/command.ts';
import { rebuildCommand, scoreCommand } from './score/command.ts';
import { verifyCommand } from './verify/command.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Runs one command and returns the exit code of the process. */
export async function runAdmin(words: readonly string[], given: Context): Promise<number> {
  const { out, err } = given.terminal;
  const program = new Command('npm run admin --')
    .description('Runs the service: its accounts, their API keys and their data.')
    .option('--stack <name>', 'work on the deployment with this stack name, not on the local service')
    .option('--local <port>', 'work on the local service on this port, if several are running');
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
    .addCommand(importCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(scoreCommand(context))
    .addCommand(rebuildCommand(context))
    .addCommand(inspectCommand(context))
    .addCommand(verifyCommand(context));
  for (const command of allOf(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => err(text.trimEnd()),
      outputError: (text, write) => write(oneLine(text)),
    });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    err(`error: ${oneLine(error instanceof Error ? error.message || error.name : String(error))}`);
    return exitCodes.failed;
  }
}

function allOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
