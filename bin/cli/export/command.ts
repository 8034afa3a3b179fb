import { Command, Option } from 'commander';
import { type Crm, crms, crmsByName } from '../../../shared/domain/lists/crm.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { onInterrupt } from '../terminal/interruption.ts';
import { showProgress } from '../terminal/progress.ts';
import { printTable } from '../terminal/terminal.ts';
import { exportFiles } from './export.ts';
import { exportForCrm } from './for-crm.ts';

export function exportCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('export')
    .description('write the data of an account as CSV files that import can read')
    .argument('<folder>', 'target folder; existing files of the same names are overwritten')
    .requiredOption(...accountOption, parseAccount)
    .addOption(
      new Option('--for <crm>', 'write scores and reasons instead, as a file that this CRM imports').choices(crms),
    )
    .option(...jsonOption)
    .action((folder: string, { account, json, for: crm }: Output & { account: Account; for?: Crm }) =>
      withTarget(context, async ({ table }) => {
        if (crm !== undefined) {
          const { path, rows, leftOut } = await exportForCrm(table, account, folder, crm);
          if (json) return out(JSON.stringify({ customerId: account, file: path, rows, leftOut }));
          const without = leftOut === 0 ? '' : ` Left out without a valid ${crmsByName[crm].idHeader}: ${leftOut}.`;
          return out(`${path}: ${rows} clients.${without}`);
        }
        let rows = 0;
        const interruption = onInterrupt(
          context,
          () =>
            `the files in ${folder} are incomplete (${rows.toLocaleString('en')} rows). Run the same command again.`,
        );
        const passes = {
          columns: showProgress(context, 'Looking for columns', 0, 'rows'),
          rows: showProgress(context, 'Exporting', 0, 'rows'),
        };
        const counts = await exportFiles(table, account, folder, (pass) => {
          if (pass === 'rows') rows += 1;
          passes[pass].add(1);
        }).finally(interruption.end);
        passes.rows.end();
        if (json) return out(JSON.stringify({ customerId: account, rows: Object.fromEntries(counts) }));
        const lines = [...counts].map(([kind, count]) => [`${kind}.csv`, String(count)]);
        printTable(context.terminal, ['FILE', 'ROWS'], lines);
      }),
    );
}
