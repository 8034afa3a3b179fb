import { createAccount } from '../../../shared/table/access/accounts.ts';
import type { Portfolio } from '../../../shared/table/entities/portfolio.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import {
  addEntries,
  buildViews,
  type ClientData,
  noEntries,
  type Views,
} from '../../../shared/table/views/model/build-views.ts';
import { nothingChanged } from '../../../shared/table/views/model/changed.ts';
import { type Root, readRoot } from '../../../shared/table/views/root/root.ts';
import { publish } from '../../../shared/table/views/write/publish.ts';

/** The views of an account with these clients. */
export function viewsOf(
  account: Account,
  clients: Iterable<ClientData>,
  portfolios: readonly Portfolio[],
  scoredFor: number | null,
): Views {
  const entries = noEntries(scoredFor);
  for (const client of clients) addEntries(entries, account, client);
  return buildViews(entries, portfolios, scoredFor, { changed: nothingChanged, clock: 0 });
}

/** Publishes views without facts. Creates the account if it does not exist. */
export async function putViews(table: Table, account: Account, views: Views): Promise<void> {
  await createAccount(table, account, account);
  const root = (await readRoot(table, account, { consistent: true })) as Root;
  await publish(table, account, root, { ...views, facts: root.facts });
}
