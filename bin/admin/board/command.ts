import { readFile, writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { createClient } from '../../../client/index.ts';
import { type Context, withTarget } from '../cli/context.ts';
import { collect } from './collect.ts';
import { boardPage } from './page.ts';
import { snapshotIn } from './snapshot.ts';

interface Options {
  readonly url?: string;
  readonly key?: string;
  readonly out: string;
  readonly portfolio?: string;
  readonly since?: string;
  readonly account?: string;
}

export function boardCommand(context: Context): Command {
  return new Command('board')
    .description('write the health of an account as one HTML file, from at most 90 requests to the API')
    .option('--url <url>', 'base URL, ends with /v1; without it, the local service', parseUrl)
    .option('--key <key>', 'API key of the account')
    .option('--account <id>', 'account of the local service; without it, the first')
    .option('--portfolio <id>', 'only the clients of this portfolio')
    .option('--since <file>', 'an earlier board to compare with')
    .requiredOption('--out <file>', 'the file to write')
    .action(async ({ url, key, account, portfolio, since, out }: Options) => {
      const earlier = since === undefined ? undefined : snapshotIn(await readFile(since, 'utf8'), since);
      const api = createClient(await accessOf(context, url, key, account));
      const page = boardPage(await collect(api, portfolio), context.clock(), earlier);
      await writeFile(out, page);
      context.terminal.out(`${out} written.`);
    });
}

async function accessOf(context: Context, url?: string, key?: string, account?: string) {
  if (url !== undefined && key !== undefined) return { baseUrl: url, apiKey: key };
  if (url !== undefined || key !== undefined) throw new Error('Give --url and --key together, or neither.');
  return withTarget(context, async ({ baseUrl, localAccounts = [] }) => {
    const found =
      account === undefined ? localAccounts[0] : localAccounts.find(({ customerId }) => customerId === account);
    if (baseUrl === undefined || !found) {
      throw new Error('No key is known for that account. Give --url and --key.');
    }
    return { baseUrl, apiKey: found.apiKey };
  });
}

function parseUrl(text: string): string {
  if (!URL.canParse(text)) throw new InvalidArgumentError('It must begin with https://.');
  return text;
}
