import { Command, Option } from 'commander';
import { issueKey, type NewKey } from '../../../account/keys/issue-key.ts';
import { type KeepTime, keepSeconds, rollKey } from '../../../account/keys/roll-key.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { type KnownKey, keysOf } from '../../../shared/table/access/issued-keys.ts';
import { revokeKey } from '../../../shared/table/access/revoke-key.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Target } from '../service/target.ts';
import {
  accountOption,
  type Context,
  jsonOption,
  type Output,
  parseAccount,
  parseName,
  withTarget,
} from '../terminal/context.ts';
import { logChange } from '../terminal/log-change.ts';
import { printTable } from '../terminal/terminal.ts';
import { waitForGateway } from './wait-for-key.ts';

interface Waiting {
  readonly wait?: boolean;
}

const waitOption = ['--wait', 'wait until the gateway accepts the key, which takes up to some minutes'] as const;

export function keysCommand(context: Context): Command {
  const { out, style } = context.terminal;
  const show = ({ apiKey }: NewKey, title: string) =>
    out(`${title}. It is shown only once:\n\n  ${style('bold', apiKey)}\n`);
  const keys = new Command('keys').description('the API keys of accounts');

  keys
    .command('issue')
    .description('issue a key; its secret is shown only once')
    .requiredOption(...accountOption, parseAccount)
    .requiredOption('--name <text>', 'what the key is for', parseName)
    .option(...waitOption)
    .option(...jsonOption)
    .action(({ account, name, wait, json }: Output & Waiting & { account: Account; name: string }) =>
      withTarget(context, async (target) => {
        const key = await issueKey(context, target, { account, name }, async (made) => {
          await logChange(context, target, account, { what: 'key issued', about: name, keyId: made.keyId });
          if (json) out(JSON.stringify(made));
          else show(made, `The key ${made.keyId} of ${account}`);
        });
        if (wait && target.gateway) await waitForGateway(target, key, { report: context.terminal.err });
        if (!json) out(`${worksWhen(target, wait)}.`);
      }),
    );

  keys
    .command('list')
    .description('list the keys of one account or of all')
    .option(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Output & { account?: Account }) =>
      withTarget(context, async ({ table }) => {
        if (account !== undefined) await readAccount(table, account);
        const shown = (await keysOf(table, account)).map((key) => shownOf(key, context.clock()));
        if (json) return out(JSON.stringify(shown));
        const rows = shown.map(({ keyId, customerId, state, created, lastUsed, expires, lastFour, name }) => [
          ...[keyId, customerId, state, created.slice(0, 10), lastUsed?.slice(0, 16) ?? '-'],
          ...[expires?.slice(0, 16) ?? '-', `…${lastFour}`, name],
        ]);
        const headings = ['KEY', 'ACCOUNT', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'ENDS IN', 'NAME'];
        printTable(context.terminal, headings, rows);
      }),
    );

  keys
    .command('roll')
    .description('replace a key by a new one; the old key expires after --keep')
    .argument('<keyId>', 'the public id of the old key')
    .addOption(
      new Option('--keep <time>', 'how long the old key stays valid').choices(Object.keys(keepSeconds)).default('24h'),
    )
    .option(...waitOption)
    .option(...jsonOption)
    .action((keyId: string, { keep, wait, json }: Output & Waiting & { keep: KeepTime }) =>
      withTarget(context, async (target) => {
        const key = await rollKey(context, target, keyId, keep, async (made) => {
          const line = { what: 'key rolled', about: `was ${keyId}`, keyId: made.keyId } as const;
          await logChange(context, target, asAccount(made.customerId), line);
          if (json) out(JSON.stringify(made));
          else show(made, `The key ${made.keyId} replaces ${keyId}`);
        });
        if (wait && target.gateway) await waitForGateway(target, key, { report: context.terminal.err });
        if (!json)
          out(`${worksWhen(target, wait)}; ${keyId} ${keep === '0h' ? 'is revoked' : `expires at ${key.expires}`}.`);
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key permanently; safe to repeat')
    .argument('<keyId>', 'its public id, as shown by keys list and in the logs')
    .option(...jsonOption)
    .action((keyId: string, { json }: Output) =>
      withTarget(context, async (target) => {
        const { table, gateway } = target;
        const known = (await keysOf(table)).find((key) => key.keyId === keyId);
        if (known) {
          const line = { what: 'key revoked', about: known.name, keyId } as const;
          await logChange(context, target, asAccount(known.customerId), line);
        }
        const revoked = await revokeKey(table, keyId);
        const { customerId, state } = revoked;
        await gateway?.remove(revoked);
        if (json) out(JSON.stringify({ keyId, customerId, state }));
        else out(`Revoked the key ${keyId} of ${customerId}.`);
      }),
    );

  return keys;
}

function worksWhen({ gateway }: Target, waited: boolean | undefined): string {
  return waited || !gateway ? 'It works now' : 'It works once the gateway accepts it, within a few minutes';
}

function shownOf({ keyId, customerId, name, created, lastFour, state, expires, lastUsed }: KnownKey, now: number) {
  const expired = state === 'active' && expires !== undefined && expires * 1000 <= now;
  return {
    keyId,
    customerId,
    name,
    created,
    lastFour,
    state: expired ? 'expired' : state,
    ...(expires !== undefined && { expires: new Date(expires * 1000).toISOString() }),
    ...(lastUsed !== undefined && { lastUsed: new Date(lastUsed).toISOString() }),
  };
}
