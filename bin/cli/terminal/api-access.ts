import { type Command, InvalidArgumentError } from 'commander';
import { type ClientHealthApi, createClient } from '../../../client/index.ts';
import type { FeedRecord } from '../../../shared/domain/feeds.ts';
import { readFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { boardKeysOf, shownAccounts } from '../../local/accounts.ts';
import { type Context, withTarget } from './context.ts';

/** Options of commands that only call the API, as any caller could. */
export interface ApiOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly account?: string | undefined;
}

export interface ApiAccess {
  readonly baseUrl: string;
  readonly apiKeys: readonly string[];
  /** The name of the account, which the API does not say. */
  readonly name?: string | undefined;
  /** What has sent files to it, which the API does not say either. */
  readonly feeds?: readonly FeedRecord[] | undefined;
}

export function withApiOptions(command: Command): Command {
  return command
    .option('--url <url>', 'base URL, ends with /v1; without it, the local service', parseUrl)
    .option('--key <key>', 'API key of the account')
    .option('--account <id>', 'account of the local service; without it, the first');
}

export async function apiAccess(context: Context, { url, key, account }: ApiOptions): Promise<ApiAccess> {
  if (url !== undefined && key !== undefined) return { baseUrl: url, apiKeys: [key] };
  if (url !== undefined || key !== undefined) throw new Error('Give --url and --key together, or neither.');
  return withTarget(context, async ({ table, baseUrl, secret, localAccounts = [] }) => {
    const known = localAccounts.map(({ name = '', ...each }) => ({ ...each, name }));
    const all = baseUrl === undefined || secret === undefined ? known : await shownAccounts(table, known);
    const found = all.find(({ customerId }) => account === undefined || customerId === account);
    if (baseUrl === undefined || !found) {
      throw new Error(
        secret === undefined
          ? 'No key is known for that account. Give --url and --key.'
          : `There is no account${account === undefined ? ' yet' : ` ${account}`}.`,
      );
    }
    const keys = secret === undefined ? [] : await boardKeysOf(table, secret, found.customerId);
    const apiKeys = keys.length > 0 ? keys : [found.apiKey ?? ''];
    const feeds = await readFeeds(table, asAccount(found.customerId));
    return { baseUrl, apiKeys, feeds, ...(found.name && { name: found.name }) };
  });
}

/** Uses the keys in turn, because each has limits of its own. */
export function clientOf({ baseUrl, apiKeys }: ApiAccess): ClientHealthApi {
  let calls = 0;
  const clients = apiKeys.map((apiKey) => createClient({ baseUrl, apiKey }));
  return new Proxy(createClient({ baseUrl, apiKey: apiKeys[0] ?? '' }), {
    get: (first, name) => Reflect.get(clients[calls++ % clients.length] ?? first, name),
  });
}

function parseUrl(text: string): string {
  if (!URL.canParse(text)) throw new InvalidArgumentError('It must begin with https://.');
  return text;
}
