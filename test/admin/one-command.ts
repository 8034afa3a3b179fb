import type { Command } from 'commander';
import type { Context } from '../../bin/admin/cli/context.ts';
import type { Target } from '../../bin/admin/service/target.ts';
import type { Message } from '../../shared/jobs/message.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';

interface Standing {
  readonly target?: Partial<Target>;
  readonly clock?: () => number;
  /** Called with each line of the status; without it there is no terminal. */
  readonly onStatus?: (line: string) => void;
  /** What the person at the terminal says to each question; without it nobody is there. */
  readonly answers?: readonly boolean[];
}

/** Runs one command, without the program around it. What it asks of the worker is kept, unless the target says how. */
export function oneCommand(
  make: (context: Context) => Command,
  table: () => Table,
  { target, clock = () => noon, onStatus, answers }: Standing = {},
) {
  return async (...words: string[]) => {
    const [out, err, asked, questions]: [string[], string[], Message[], string[]] = [[], [], [], []];
    const queue: Target['queue'] = {
      send: async (outgoing) => void asked.push(...outgoing.map(({ message }) => message)),
      release: async () => undefined,
    };
    const left = [...(answers ?? [])];
    const ask = async (question: string) => {
      questions.push(question);
      return left.shift() ?? false;
    };
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    const command = make({
      open: async () => ({ table: table(), keyPrefix: 'svctest', queue, close, ...target }),
      terminal: {
        ...{ out: (line) => out.push(line), err: (line) => err.push(line), style: (_, text) => text },
        ...(onStatus && { status: onStatus }),
        ...(answers && { ask }),
      },
      ...{ clock, randomBytes: bytesOf(randomOf(7)) },
    });
    for (const each of [command, ...command.commands])
      each.exitOverride().configureOutput({ writeErr: () => undefined });
    const error = await command.parseAsync(words, { from: 'user' }).then(
      () => undefined,
      (reason: Error & { readonly exitCode?: number; readonly code?: string }) => reason,
    );
    return { out, err, asked, questions, closed, failed: error?.message, exitCode: error?.exitCode, code: error?.code };
  };
}

/** The words of a command and of its options and arguments that say nothing about themselves. */
export function undescribed(make: (context: Context) => Command): string[] {
  const refuse = () => Promise.reject(new Error('not opened'));
  const terminal = { out: () => undefined, err: () => undefined, style: (_: string, text: string) => text };
  const below = (command: Command): Command[] => [command, ...command.commands.flatMap(below)];
  return below(make({ open: refuse, terminal, clock: () => 0, randomBytes: () => new Uint8Array() })).flatMap(
    (command) =>
      [
        { name: command.name(), description: command.description() },
        ...command.registeredArguments.map((each) => ({ name: each.name(), description: each.description })),
        ...command.options.map(({ flags: name, description }) => ({ name, description })),
      ].flatMap(({ name, description }) => (/\w{2}.*\w{2}/.test(description) ? [] : [`${command.name()} ${name}`])),
  );
}
