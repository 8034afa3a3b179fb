import { type Command, InvalidArgumentError } from 'commander';
import { type Context, withTarget } from './context.ts';

/** Options of commands that only call the API, as any caller could. */
export interface ApiOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly account?: string | undefined;
}

export interface ApiAccess {
  /** For `createClient`. */
  readonly options: { readonly baseUrl: string; readonly apiKey: string };
  /** The name of the account, which the API does not say. */
  readonly name?: string | undefined;
}

export function withApiOptions(command: Command): Command {
  return command
    .option('--url <url>', 'base URL, ends with /v1; without it, the local service', parseUrl)
    .option('--key <key>', 'API key of the account')
    .option('--account <id>', 'account of the local service; without it, the first');
}

export async function apiAccess(context: Context, { url, key, account }: ApiOptions): Promise<ApiAccess> {
  if (url !== undefined && key !== undefined) return { options: { baseUrl: url, apiKey: key } };
  if (url !== undefined || key !== undefined) throw new Error('Give --url and --key together, or neither.');
  return withTarget(context, async ({ baseUrl, localAccounts = [] }) => {
    const found =
      account === undefined ? localAccounts[0] : localAccounts.find(({ customerId }) => customerId === account);
    if (baseUrl === undefined || !found) {
      throw new Error('No key is known for that account. Give --url and --key.');
    }
    return { options: { baseUrl, apiKey: found.apiKey }, name: found.name };
  });
}

function parseUrl(text: string): string {
  if (!URL.canParse(text)) throw new InvalidArgumentError('It must begin with https://.');
  return text;
}
