import { Command } from 'commander';
import { createAccount, listAccounts, readAccount } from '../../../shared/table/access/accounts.ts';
import { resumeAccount, suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import {
  accountOption,
  type Context,
  jsonOption,
  type Output,
  parseAccount,
  parseName,
  withTarget,
} from '../cli/context.ts';
import { showProgress } from '../cli/progress.ts';
import { printTable } from '../cli/terminal.ts';
import { accountLabel, deleteAccount } from './delete-account.ts';

interface Named extends Output {
  readonly account: Account;
}

export function accountsCommand(context: Context): Command {
  const { out } = context.terminal;
  const accounts = new Command('accounts').description('the customer accounts of the service');

  accounts
    .command('create')
    .description('create an account; one that exists under that name is left as it is')
    .requiredOption(...accountOption, parseAccount)
    .requiredOption('--name <text>', 'its name, for people', parseName)
    .option(...jsonOption)
    .action(({ account, name, json }: Named & { name: string }) =>
      withTarget(context, async ({ table }) => {
        const created = await createAccount(table, account, name, new Date(context.clock()).toISOString());
        const item = await readAccount(table, account);
        if (item.name !== name) throw new Error(`There is an account ${account} already; its name is ${item.name}.`);
        const { status } = item;
        if (json) out(JSON.stringify({ customerId: account, name, status, created }));
        else out(created ? `Created the account ${account}.` : `The account ${account} exists already.`);
      }),
    );

  accounts
    .command('list')
    .description('list the accounts')
    .option(...jsonOption)
    .action(({ json }: Output) =>
      withTarget(context, async ({ table }) => {
        const found = (await listAccounts(table)).map(({ customerId, name, status }) => ({ customerId, name, status }));
        if (json) return out(JSON.stringify(found));
        const rows = found.map(({ customerId, name, status }) => [customerId, status, name]);
        printTable(context.terminal, ['ACCOUNT', 'STATUS', 'NAME'], rows);
      }),
    );

  accounts
    .command('suspend')
    .description('refuse every request of an account (403) until it is resumed; safe to run again')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async ({ table }) => {
        const keys = await suspendAccount(table, account);
        if (json) out(JSON.stringify({ customerId: account, status: 'suspended', keyIds: keys.map(idOf) }));
        else out(`Suspended the account ${account} and its keys (${keys.length}).`);
      }),
    );

  accounts
    .command('resume')
    .description('serve a suspended account again, with the keys that it had; safe to run again')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async ({ table }) => {
        const keys = await resumeAccount(table, account);
        if (json) out(JSON.stringify({ customerId: account, status: 'active', keyIds: keys.map(idOf) }));
        else out(`Resumed the account ${account} and its suspended keys (${keys.length}).`);
      }),
    );

  accounts
    .command('delete')
    .description('delete an account: its keys, then all of its data; safe to run again')
    .requiredOption(...accountOption, parseAccount)
    .option('--yes', 'without asking')
    .option(...jsonOption)
    .action(({ account, yes, json }: Named & { yes?: boolean }) =>
      withTarget(context, async (target) => {
        const name = await accountLabel(target.table, account);
        const { ask, err } = context.terminal;
        if (!yes && !ask) throw new Error(`Nothing was deleted: say --yes to delete ${account} (${name}).`);
        if (!yes && !(await ask?.(`Delete ${account} (${name}) with all its keys and data?`))) {
          throw new Error('Nothing was deleted.');
        }
        if (target.queue) err('This takes five minutes: a worker that is at the account has to end first.');
        const progress = showProgress(context, 'Deleting', 0);
        const { keys, clients } = await deleteAccount(target, account, { onDeleted: progress.add });
        progress.end();
        if (json) return out(JSON.stringify({ customerId: account, deleted: true, keys, clients }));
        out(`Deleted the account ${account}: ${keys} keys, ${clients} clients and all that they had.`);
        if (target.gateway) out('Point-in-time recovery can still restore it for 35 days, into another table.');
      }),
    );

  return accounts;
}

function idOf({ keyId }: { keyId: string }): string {
  return keyId;
}
