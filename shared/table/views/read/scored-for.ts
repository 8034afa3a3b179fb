import type { Day } from '../../../domain/dates.ts';
import { type Account, headKey } from '../../store/item-keys.ts';
import { readBatch } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';

/** The night that each account shows; accounts without one are omitted. */
export async function scoredForOf(table: Table, accounts: readonly Account[]): Promise<Map<Account, Day>> {
  const byPartition = new Map(accounts.map((account) => [headKey(account, 'clients').pk, account]));
  const nights = new Map<Account, Day>();
  for (const { pk, scoredFor } of await readBatch(
    table,
    accounts.map((account) => headKey(account, 'clients')),
  )) {
    const account = byPartition.get(pk);
    if (account !== undefined && typeof scoredFor === 'number') nights.set(account, scoredFor);
  }
  return nights;
}
