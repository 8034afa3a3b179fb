import { readFile, writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { createClient } from '../../../client/index.ts';
import { type Context, withTarget } from '../cli/context.ts';
import { collect } from './data/collect.ts';
import { snapshotIn } from './data/snapshot.ts';
import { boardPage } from './page.ts';

interface Options {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly out: string;
  readonly title?: string;
  readonly portfolio?: string;
  readonly since?: string;
  readonly account?: string | undefined;
}

export function boardCommand(context: Context): Command {
  return new Command('board')
    .description('write the health of an account as one HTML file, from at most 90 requests to the API')
    .option('--url <url>', 'base URL, ends with /v1; without it, the local service', parseUrl)
    .option('--key <key>', 'API key of the account')
    .option('--account <id>', 'account of the local service; without it, the first')
    .option('--portfolio <id>', 'only the clients of this portfolio')
    .option('--title <name>', 'name of the account, for the heading; the local service knows it')
    .option('--since <file>', 'an earlier board to compare with')
    .requiredOption('--out <file>', 'the file to write')
    .action(async ({ url, key, account, portfolio, title, since, out }: Options) => {
      const earlier = since === undefined ? undefined : snapshotIn(await readFile(since, 'utf8'), since);
      const access = await accessOf(context, { url, key, account });
      const asked = { title: title ?? access.name, portfolioId: portfolio };
      const page = boardPage(await collect(createClient(access), asked), context.clock(), earlier);
      await writeFile(out, page);
      context.terminal.out(`${out} written.`);
    });
}

interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The name of the account, which the API does not say. */
  readonly name?: string | undefined;
}

async function accessOf(
  context: Context,
  { url, key, account }: Pick<Options, 'url' | 'key' | 'account'>,
): Promise<Access> {
  if (url !== undefined && key !== undefined) return { baseUrl: url, apiKey: key };
  if (url !== undefined || key !== undefined) throw new Error('Give --url and --key together, or neither.');
  return withTarget(context, async ({ baseUrl, localAccounts = [] }) => {
    const found =
      account === undefined ? localAccounts[0] : localAccounts.find(({ customerId }) => customerId === account);
    if (baseUrl === undefined || !found) {
      throw new Error('No key is known for that account. Give --url and --key.');
    }
    return { baseUrl, apiKey: found.apiKey, name: found.name };
  });
}

function parseUrl(text: string): string {
  if (!URL.canParse(text)) throw new InvalidArgumentError('It must begin with https://.');
  return text;
}
