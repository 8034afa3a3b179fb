import { Command } from 'commander';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { resumeAccount, suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import type { Restored } from '../../../shared/table/facts/restore.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import {
  accountOption,
  type Context,
  jsonOption,
  type Output,
  parseAccount,
  parseName,
  withTarget,
} from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { logChange } from '../terminal/log-change.ts';
import { showProgress } from '../terminal/progress.ts';
import { printTable } from '../terminal/terminal.ts';
import { accountLabel, createNewAccount, deleteAccount } from './delete-account.ts';
import { accountsOverview } from './overview.ts';
import { restoreAccount, restoreAll } from './restore.ts';

interface Named extends Output {
  readonly account: Account;
}

interface Restoring extends Output {
  readonly account?: Account;
  readonly all?: true;
  readonly from: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function accountsCommand(context: Context): Command {
  const { out } = context.terminal;
  const accounts = new Command('accounts').description('manage customer accounts');

  accounts
    .command('create')
    .description('create an account; safe to repeat with the same name')
    .requiredOption(...accountOption, parseAccount)
    .requiredOption('--name <text>', 'display name', parseName)
    .option(...jsonOption)
    .action(({ account, name, json }: Named & { name: string }) =>
      withTarget(context, async (target) => {
        const deletion = { ...context, onWait: context.terminal.err };
        const created = await createNewAccount(target, account, name, deletion);
        if (created) await logChange(context, target, account, { what: 'account created' });
        const item = await readAccount(target.table, account);
        if (item.name !== name) throw new Error(`The account ${account} already exists with the name "${item.name}".`);
        const { status } = item;
        if (json) out(JSON.stringify({ customerId: account, name, status, created }));
        else out(created ? `Created the account ${account}.` : `The account ${account} already exists.`);
      }),
    );

  accounts
    .command('list')
    .description('list the accounts with their clients, usable keys and last scored night, and the ids of deleted ones')
    .option(...jsonOption)
    .action(({ json }: Output) =>
      withTarget(context, async ({ table }) => {
        const found = await accountsOverview(table, context.clock());
        if (json) return out(JSON.stringify(found));
        const rows = found.map(({ customerId, status, clients, keys, lastNight, lastImport, feedFaults, name }) => [
          ...[customerId, status, String(clients), String(keys), lastNight ?? '-', lastImport?.slice(0, 10) ?? '-'],
          ...[String(feedFaults.length), name],
        ]);
        const headers = ['account', 'status', 'clients', 'keys', 'last night', 'last import', 'feed faults', 'name'];
        printTable(context.terminal, headers, rows);
      }),
    );

  accounts
    .command('suspend')
    .description('reject all requests of an account (403) until it is resumed; safe to repeat')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        await logChange(context, target, account, { what: 'account suspended' });
        const keys = await suspendAccount(target.table, account);
        if (json) out(JSON.stringify({ customerId: account, status: 'suspended', keyIds: keys.map(idOf) }));
        else out(`Suspended the account ${account} with ${counted(keys.length, 'key')}.`);
      }),
    );

  accounts
    .command('resume')
    .description('reactivate a suspended account and its keys; safe to repeat')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        await logChange(context, target, account, { what: 'account resumed' });
        const keys = await resumeAccount(target.table, account);
        if (json) out(JSON.stringify({ customerId: account, status: 'active', keyIds: keys.map(idOf) }));
        else out(`Resumed the account ${account} with ${counted(keys.length, 'key')}.`);
      }),
    );

  const restore = accounts
    .command('restore')
    .description('take back facts and scores of an account from a restored table, never keys; safe to repeat')
    .option(...accountOption, parseAccount)
    .option(
      '--all',
      'bring all accounts of that table over, after the loss of a deployment: creates those that are missing',
    )
    .requiredOption('--from <table>', 'the name of the restored table')
    .option('--dry-run', 'show how much differs, without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .option(...jsonOption)
    .action(({ account, all, from, dryRun, yes, json }: Restoring) => {
      if ((account === undefined) === (all === undefined)) restore.error('error: give an --account, or --all');
      if (all && dryRun) restore.error('error: --dry-run compares one account: give an --account');
      return withTarget(context, async (target) => {
        const what = account ?? 'all accounts';
        const { ask } = context.terminal;
        if (!dryRun && !yes && !ask) throw new Error(`Nothing was restored. Add --yes to restore ${what}.`);
        if (!dryRun && !yes && !(await ask?.(`Replace all facts and scores of ${what} by those of ${from}?`))) {
          throw new Error('Nothing was restored.');
        }
        if (account === undefined) {
          const told: object[] = [];
          await restoreAll(context, target, from, (customerId, restored) => {
            told.push({ customerId, ...restored });
            if (!json) out(`${customerId}: ${restoredText(restored, 'were restored')}`);
          });
          if (json) out(JSON.stringify({ from, accounts: told }));
          return;
        }
        if (!dryRun) await logChange(context, target, account, { what: 'account restored', about: `from ${from}` });
        const progress = showProgress(context, 'Comparing', 0, 'clients');
        const restored = await restoreAccount(context, target, {
          account,
          from,
          onClients: progress.add,
          ...(dryRun && { dryRun }),
        });
        progress.end();
        if (json) return out(JSON.stringify({ customerId: account, from, dryRun: dryRun ?? false, ...restored }));
        out(restoredText(restored, dryRun ? 'would be restored' : 'were restored'));
      });
    });

  accounts
    .command('delete')
    .description('delete an account with its keys and all its data; safe to repeat')
    .requiredOption(...accountOption, parseAccount)
    .option('--yes', 'do not ask for confirmation')
    .option(...jsonOption)
    .action(({ account, yes, json }: Named & { yes?: boolean }) =>
      withTarget(context, async (target) => {
        const name = await accountLabel(target.table, account);
        const { ask, err } = context.terminal;
        if (!yes && !ask) throw new Error(`Nothing was deleted. Add --yes to delete ${account} (${name}).`);
        if (!yes && !(await ask?.(`Delete ${account} (${name}) with all its keys and data?`))) {
          throw new Error('Nothing was deleted.');
        }
        await logChange(context, target, account, { what: 'account deleted' });
        const progress = showProgress(context, 'Deleting', 0, 'records');
        const { keys, clients } = await deleteAccount(target, account, {
          clock: context.clock,
          randomBytes: context.randomBytes,
          onWait: err,
          onDeleted: progress.add,
        });
        progress.end();
        if (json) return out(JSON.stringify({ customerId: account, deleted: true, keys, clients }));
        out(
          `Deleted the account ${account} with ${counted(keys, 'key')}, ${counted(clients, 'client')} and all their data.`,
        );
        if (target.gateway) out('Point-in-time recovery can restore it into another table for 35 days.');
      }),
    );

  return accounts;
}

function restoredText({ clients, added, removed, portfolios, items }: Restored, verb: string): string {
  const changed = `${counted(clients, 'client')} (${added} missing, ${removed} to remove)`;
  return `${changed} and ${counted(portfolios, 'portfolio')} ${verb}: ${counted(items, 'item')}.`;
}

function idOf({ keyId }: { keyId: string }): string {
  return keyId;
}
