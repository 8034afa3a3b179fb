import { Command } from 'commander';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../cli/context.ts';
import { printTable } from '../cli/terminal.ts';
import { exportFiles } from './export.ts';

export function exportCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('export')
    .description('write the data of an account as CSV files that import can read')
    .argument('<folder>', 'target folder; existing files of the same names are overwritten')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action((folder: string, { account, json }: Output & { account: Account }) =>
      withTarget(context, async ({ table }) => {
        const counts = await exportFiles(table, account, folder);
        if (json) return out(JSON.stringify({ customerId: account, rows: Object.fromEntries(counts) }));
        const rows = [...counts].map(([kind, count]) => [`${kind}.csv`, String(count)]);
        printTable(context.terminal, ['FILE', 'ROWS'], rows);
      }),
    );
}
