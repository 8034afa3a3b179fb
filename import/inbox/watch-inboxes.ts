import { listAccounts } from '../../shared/table/access/accounts.ts';
import { deletedAccount } from '../../shared/table/access/deleted-accounts.ts';
import { listInboxes } from '../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { type InboxDeps, mostAttempts } from './deps.ts';
import { dueAccounts, type Patience, waitingAccounts } from './due.ts';
import { giveUp, refuseFiles } from './end-run.ts';

export interface WatchedInboxes {
  /** Accounts that the importer has to work on now. */
  readonly due: readonly Account[];
  /** After these, those whose last attempt did not end: what ended it must not do so before everybody had a turn. */
  readonly again: readonly Account[];
  /** Accounts whose run was given up. */
  readonly givenUp: readonly Account[];
  /** Accounts whose run could not be given up, with the reason: it is tried again. */
  readonly failures: readonly { readonly account: Account; readonly error: unknown }[];
  /** Folders that belong to no account, whose files were moved to `failed`. */
  readonly refused: readonly string[];
  /** For how long the oldest file has waited, in milliseconds. */
  readonly oldest: number;
}

/**
 * Looks which accounts have files to import or a run to go on with, and gives up runs whose last attempt did not end:
 * nobody is told about a message that the queue gives up. Refuses files that belong to no account. If no file waits, this is one call, unless `always`.
 */
export async function watchInboxes(
  deps: InboxDeps,
  patience: Patience,
  { always }: { readonly always: boolean },
): Promise<WatchedInboxes> {
  const { table, store, clock } = deps;
  const waiting = await waitingAccounts(store);
  const oldest = Math.max(0, ...[...waiting.values()].map((each) => clock() - each.oldest));
  if (waiting.size === 0 && !always) return { due: [], again: [], givenUp: [], failures: [], refused: [], oldest };
  const known = new Set((await listAccounts(table)).map(({ customerId }) => customerId));
  const due = new Set(dueAccounts(waiting, clock(), patience));
  const underWay = new Set<Account>();
  const givenUp: Account[] = [];
  const refused: Account[] = [];
  const failures: WatchedInboxes['failures'][number][] = [];
  const noted = async (account: Account, work: () => Promise<unknown>, done: Account[]) => {
    try {
      await work();
      done.push(account);
    } catch (error) {
      failures.push({ account, error });
    }
  };
  for (const { customerId: account, run } of await listInboxes(table)) {
    if (!run) continue;
    due.delete(account);
    if (run.until > clock()) continue;
    if (run.state === 'moving' || run.attempts === 0) due.add(account);
    else if (run.attempts < mostAttempts) underWay.add(account);
    else await noted(account, () => giveUp(deps, account, run), givenUp);
  }
  for (const account of [...due, ...underWay].filter((each) => !known.has(each))) {
    const deleted = await deletedAccount(table, account);
    // the deletion of an account takes its files
    if (deleted?.isComplete !== false) await noted(account, () => refuseFiles(deps, account), refused);
  }
  const [first, again] = [due, underWay].map((each) => [...each].filter((account) => known.has(account)));
  return { due: first ?? [], again: again ?? [], givenUp, failures, refused, oldest };
}
