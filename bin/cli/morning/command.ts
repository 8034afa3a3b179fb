import { readFile, writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { type ApiOptions, apiAccess, clientOf, withApiOptions } from '../terminal/api-access.ts';
import type { Context } from '../terminal/context.ts';
import { type Format, formats } from './formats.ts';
import { type Morning, morningSchema, readMorning } from './morning.ts';

interface Options extends ApiOptions {
  readonly format: Format;
  readonly out?: string;
  readonly title?: string;
  readonly portfolio?: string;
  readonly since?: string;
}

export function morningCommand(context: Context): Command {
  return withApiOptions(new Command('morning'))
    .description('print the latest night of an account: its score, who fell and rose, who has little data')
    .option('--portfolio <name>', 'only the clients of this portfolio, by its name or id')
    .option('--title <name>', 'name of the account, for the heading; the local service knows it')
    .addOption(new Option('--format <format>', 'form of the report').choices(Object.keys(formats)).default('text'))
    .option('--since <file>', 'an earlier report in JSON; says who changed level since')
    .option('--out <file>', 'the file to write; without it, the report is printed')
    .action(async ({ portfolio, title, format, since, out, ...options }: Options) => {
      const earlier = since === undefined ? undefined : await morningIn(since);
      const access = await apiAccess(context, options);
      const asked = { title: title ?? access.name, portfolio };
      const morning = await readMorning(clientOf(access), asked, earlier);
      if (earlier && earlier.customerId !== morning.customerId) {
        const [then, now] = [earlier.customerId, morning.customerId];
        throw new Error(
          `${since} is a report of ${then}, and this one is of ${now}. Give --since one of the same account.`,
        );
      }
      const report = formats[format](morning);
      if (out === undefined) return context.terminal.out(report.trimEnd());
      await writeFile(out, report);
      context.terminal.out(`${out} written.`);
    });
}

async function morningIn(file: string): Promise<Morning> {
  const text = await readFile(file, 'utf8');
  try {
    return morningSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is no morning report in JSON. Write one with --format json.`);
  }
}
