import type { Command } from 'commander';
import type { Context } from '../../bin/admin/cli/context.ts';
import type { Target } from '../../bin/admin/service/target.ts';
import type { Message } from '../../shared/jobs/message.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { recorded, type Standing } from './recorded.ts';

/** Runs one command, without the program around it. What it asks of the worker is kept, unless the target says how. */
export function oneCommand(
  make: (context: Context) => Command,
  table: () => Table,
  { target, ...standing }: Omit<Standing, 'randomBytes'> = {},
) {
  return async (...words: string[]) => {
    const asked: Message[] = [];
    const queue: Target['queue'] = {
      send: async (outgoing) => void asked.push(...outgoing.map(({ message }) => message)),
      release: async () => undefined,
    };
    const { context, seen } = recorded(table, { ...standing, target: { queue, ...target } });
    const command = make(context);
    for (const each of [command, ...command.commands])
      each.exitOverride().configureOutput({ writeErr: () => undefined });
    const error = await command.parseAsync(words, { from: 'user' }).then(
      () => undefined,
      (reason: Error & { readonly exitCode?: number; readonly code?: string }) => reason,
    );
    return { ...seen, asked, failed: error?.message, exitCode: error?.exitCode, code: error?.code };
  };
}

/** The words of a command and of its options and arguments that say nothing about themselves. */
export function undescribed(make: (context: Context) => Command): string[] {
  const { context } = recorded(() => {
    throw new Error('not opened');
  }, {});
  const below = (command: Command): Command[] => [command, ...command.commands.flatMap(below)];
  return below(make(context)).flatMap((command) =>
    [
      { name: command.name(), description: command.description() },
      ...command.registeredArguments.map((each) => ({ name: each.name(), description: each.description })),
      ...command.options.map(({ flags: name, description }) => ({ name, description })),
    ].flatMap(({ name, description }) => (/\w{2}.*\w{2}/.test(description) ? [] : [`${command.name()} ${name}`])),
  );
}
