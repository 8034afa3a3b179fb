import type { Day } from '../../../domain/dates.ts';
import { type Account, headKey } from '../../store/item-keys.ts';
import { readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';

/** The night that each account shows; accounts that show none are left out. */
export async function scoredForOf(table: Table, accounts: readonly Account[]): Promise<Map<Account, Day>> {
  const byPartition = new Map(accounts.map((account) => [headKey(account, 'clients').pk, account]));
  const shown = new Map<Account, Day>();
  for (const { pk, scoredFor } of await readBatch(
    table,
    accounts.map((account) => headKey(account, 'clients')),
  )) {
    const account = byPartition.get(pk);
    if (account !== undefined && typeof scoredFor === 'number') shown.set(account, scoredFor);
  }
  return shown;
}
