import { keysPort } from '../../account/keys/port.ts';
import { answer } from '../../account/page.ts';
import type { Ports, Role } from '../../account/ports.ts';
import { createClient } from '../../client/index.ts';
import type { LogLine } from '../../shared/table/access/account-log.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { memoryTable } from '../support/store/table.ts';

const origin = 'https://health.example';

/** Sends a request; a form has a right token and origin unless they are given. */
export interface Sent {
  readonly as?: Role;
  readonly account?: string;
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
}

/** The page of the accounts acme and other, at a place in memory. */
export async function placeInMemory(more: Partial<Ports> = {}) {
  const table = memoryTable('job');
  const deps = fakeDeps(table);
  for (const account of ['acme', 'other']) await createAccount(table, asAccount(account), account);
  const audit: LogLine[] = [];
  const portsOf = (account: string): Ports => ({
    clock: deps.clock,
    token: { make: () => `token of ${account}`, check: (token) => token === `token of ${account}` },
    api: createClient({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'none' }),
    place: { apiUrl: `${origin}/v1` },
    keys: keysPort(deps, { table, keyPrefix: 'svctest' }, asAccount(account)),
    audit: {
      append: async (line) => void audit.unshift(line),
      list: async () => audit,
    },
    log: deps.log,
    ...more,
  });
  const send = (words: string, { as = 'administrator', account = 'acme', headers = {}, form = {} }: Sent = {}) => {
    const [method = '', target = ''] = words.split(' ');
    const [path = '', query = ''] = target.split('?');
    return answer(
      {
        method,
        base: '/v1/account',
        path,
        query,
        origin,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ token: `token of ${account}`, ...form }).toString(),
      },
      { account: asAccount(account), accountName: `${account} & Co`, person: 'kim@example.com', role: as },
      portsOf(account),
    );
  };
  return { send, audit, deps, portsOf };
}
