import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { type ApiOptions, apiAccess, withApiOptions } from '../../../bin/admin/cli/api-access.ts';
import { type Context, withTarget } from '../../../bin/admin/cli/context.ts';
import type { Target } from '../../../bin/admin/service/target.ts';
import { createAccount, NoSuchAccount } from '../../../shared/table/access/accounts.ts';
import { writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { NoSuchKey } from '../../../shared/table/access/revoke-key.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { memoryTable } from '../../support/store/table.ts';

// What a command opens before its work, and what becomes of it after.

/** Runs work on a service with these parts; returns the result or the error, and whether the service was closed. */
async function on<T>(parts: Partial<Target>, work: (context: Context) => Promise<T>) {
  const [table, refuse] = [memoryTable(), () => expect.fail('not asked')];
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const context: Context = {
    ...{ clock: refuse, randomBytes: refuse, terminal: { out: refuse, err: refuse, style: refuse } },
    open: async () => ({ table, keyPrefix: 'svctest', close, ...parts }),
  };
  return { ...(await work(context).then((result) => ({ result }), said)), closed };
}

const said = (error: Error) => ({ error: error.message, cause: error.cause });

describe('the service that a command works on', () => {
  it('is closed after the work, and after its failure', async () => {
    expect(await on({}, (context) => withTarget(context, async ({ keyPrefix }) => keyPrefix))).toEqual({
      ...{ result: 'svctest', closed: 1 },
    });
    const failing = (context: Context) => withTarget(context, () => Promise.reject(new Error('broken')));
    expect(await on({}, failing)).toEqual({ error: 'broken', cause: undefined, closed: 1 });
  });

  it('has accounts and keys, of which the one that was probably meant is suggested', async () => {
    const table = memoryTable();
    for (const account of ['acme', 'globex']) await createAccount(table, asAccount(account), 'Any');
    const made = { account: asAccount('acme'), apiKey: `svctestabcd1234${'x'.repeat(28)}`, name: 'ci', created: 0 };
    await writePendingKey(table, made);
    const failing = (error: Error) => on({ table }, (context) => withTarget(context, () => Promise.reject(error)));
    const [account, key] = [new NoSuchAccount(asAccount('acne')), new NoSuchKey('abcd1235')];

    expect(await failing(account)).toEqual({
      ...{ error: 'There is no account acne. Did you mean acme?', cause: account, closed: 1 },
    });
    expect(await failing(key)).toEqual({
      ...{ error: 'There is no key abcd1235. Did you mean abcd1234?', cause: key, closed: 1 },
    });
    // not only the first one is looked at
    expect(await failing(new NoSuchAccount(asAccount('globes')))).toMatchObject({
      error: 'There is no account globes. Did you mean globex?',
    });
    expect(await failing(new NoSuchAccount(asAccount('zzzzzz')))).toMatchObject({
      error: 'There is no account zzzzzz.',
    });
    // an account is not suggested for a key
    expect(await failing(new NoSuchKey('acme'))).toMatchObject({ error: 'There is no key acme.' });
  });

  it('gives the error alone if its accounts cannot be read', async () => {
    const table = aroundAttempts(memoryTable(), () => Promise.reject(new Error('no rights')));
    const failing = (context: Context) =>
      withTarget(context, () => Promise.reject(new NoSuchAccount(asAccount('acne'))));

    expect(await on({ table }, failing)).toMatchObject({ error: 'There is no account acne.', closed: 1 });
  });
});

describe('a command that only calls the API', () => {
  const localAccounts = [
    { customerId: 'first', apiKey: 'k1', name: 'First' },
    { customerId: 'second', apiKey: 'k2' },
  ];
  const local = { baseUrl: 'http://127.0.0.1:3000/v1', localAccounts };
  const accessTo = (parts: Partial<Target>, given: ApiOptions) => on(parts, (context) => apiAccess(context, given));
  const unknown = { error: 'No key is known for that account. Give --url and --key.', cause: undefined, closed: 1 };

  it('has options that say what they are for, and refuses what is no address', () => {
    const command = withApiOptions(new Command())
      .exitOverride()
      .configureOutput({ outputError: () => undefined });
    expect(command.helpInformation()).toMatch(
      /--url <url> +base URL[\s\S]+--key <key> +API key[\s\S]+--account <id> +acc/,
    );
    const words = ['--url', 'https://x/v1', '--key', 'k', '--account', 'a'];
    expect(command.parse(words, { from: 'user' }).opts()).toEqual({ url: 'https://x/v1', key: 'k', account: 'a' });
    expect(() => command.parse(['--url', 'x'], { from: 'user' })).toThrow('It must begin with https://.');
  });

  it('takes the address and the key that it is given, and opens no service', async () => {
    expect(await accessTo(local, { url: 'https://x/v1', key: 'k', account: 'first' })).toEqual({
      ...{ result: { baseUrl: 'https://x/v1', apiKeys: ['k'] }, closed: 0 },
    });
  });

  it.each<[string, ApiOptions]>([
    ['an address', { url: 'https://x/v1' }],
    ['a key', { key: 'k' }],
  ])('refuses %s alone', async (_, given) => {
    expect(await accessTo(local, given)).toEqual({
      ...{ error: 'Give --url and --key together, or neither.', cause: undefined, closed: 0 },
    });
  });

  it('takes the named account of the local service, or the first', async () => {
    const { baseUrl } = local;
    expect(await accessTo(local, {})).toEqual({
      ...{ result: { baseUrl, apiKeys: ['k1'], name: 'First' }, closed: 1 },
    });
    expect(await accessTo(local, { account: 'second' })).toEqual({
      ...{ result: { baseUrl, apiKeys: ['k2'], name: undefined }, closed: 1 },
    });
  });

  it.each<[string, Partial<Target>, ApiOptions]>([
    ['of another account', local, { account: 'third' }],
    ['of a service without an address', { localAccounts }, {}],
    ['of a service without accounts', { baseUrl: local.baseUrl, localAccounts: [] }, {}],
    ['of a deployment', { baseUrl: local.baseUrl }, {}],
  ])('says that it has no key %s', async (_, parts, given) => {
    expect(await accessTo(parts, given)).toEqual(unknown);
  });
});
