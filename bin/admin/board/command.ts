import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { createClient } from '../../../client/index.ts';
import { type ApiOptions, apiAccess, withApiOptions } from '../cli/api-access.ts';
import type { Context } from '../cli/context.ts';
import { collect } from './data/collect.ts';
import { expectSameClients, snapshotIn } from './data/snapshot.ts';
import { boardPage } from './page.ts';

interface Options extends ApiOptions {
  readonly out: string;
  readonly title?: string;
  readonly portfolio?: string;
  readonly since?: string;
  readonly contacts?: boolean;
}

export function boardCommand(context: Context): Command {
  return withApiOptions(new Command('board'))
    .description('write the health of an account as one HTML file, from at most 90 requests to the API')
    .option('--portfolio <name>', 'only the clients of this portfolio, by its name or id')
    .option('--title <name>', 'name of the account, for the heading; the local service knows it')
    .option('--since <file>', 'an earlier board to compare with')
    .option('--contacts', 'with mail addresses of people; without it the file can be sent around')
    .requiredOption('--out <file>', 'the file to write')
    .action(async ({ portfolio, title, since, out, contacts, ...options }: Options) => {
      const earlier =
        since === undefined ? undefined : { file: since, ...snapshotIn(await readFile(since, 'utf8'), since) };
      const access = await apiAccess(context, options);
      const asked = { title: title ?? access.name, portfolioId: portfolio, withContacts: contacts };
      const data = await collect(createClient(access.options), asked);
      if (earlier) expectSameClients(earlier, data, earlier.file);
      await writeFile(out, boardPage(data, context.clock(), earlier));
      context.terminal.out(`${out} written.`);
    });
}
