import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { collect, mostRequests } from '../../../board/data/collect.ts';
import { expectSameClients, snapshotIn } from '../../../board/data/snapshot.ts';
import { boardPage } from '../../../board/page.ts';
import { type ApiOptions, apiAccess, clientOf, withApiOptions } from '../terminal/api-access.ts';
import type { Context } from '../terminal/context.ts';

interface Options extends ApiOptions {
  readonly out: string;
  readonly title?: string;
  readonly portfolio?: string;
  readonly since?: string;
  readonly private?: boolean;
}

export function boardCommand(context: Context): Command {
  return withApiOptions(new Command('board'))
    .description(
      `write the health of an account as one HTML file, from at most ${mostRequests} requests to the API: with one key in up to three minutes`,
    )
    .option('--portfolio <name>', 'only the clients of this portfolio, by its name or id')
    .option('--title <name>', 'name of the account, for the heading; the local service knows it')
    .option('--since <file>', 'an earlier board to compare with')
    .option(
      '--private',
      'with notes, and mail addresses and telephone numbers of people; without it the file can be sent',
    )
    .requiredOption('--out <file>', 'the file to write')
    .action(async ({ portfolio, title, since, out, private: withPrivate, ...options }: Options) => {
      const earlier =
        since === undefined ? undefined : { file: since, ...snapshotIn(await readFile(since, 'utf8'), since) };
      const access = await apiAccess(context, options);
      const asked = { title: title ?? access.name, portfolio, withPrivate, feeds: access.feeds };
      const data = await collect(clientOf(access), asked);
      if (earlier) expectSameClients(earlier, data, earlier.file);
      await writeFile(out, boardPage(data, context.clock(), earlier));
      context.terminal.out(`${out} written.`);
    });
}
