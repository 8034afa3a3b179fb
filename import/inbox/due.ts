import type { Account } from '../../shared/table/store/item-keys.ts';
import type { FileStore } from './file-store.ts';
import { arrivedAt, behindFilesOf, incoming } from './keys.ts';

/** How long files wait, in milliseconds, so that those that belong together are imported together. */
export interface Patience {
  /** Nothing new has arrived for this long. */
  readonly quiet: number;
  /** The oldest has waited for this long. */
  readonly longest: number;
}

/** When the first and the last file of an account arrived, epoch milliseconds. */
export interface Waiting {
  readonly newest: number;
  readonly oldest: number;
}

/** The rest of an account's files is not looked at: one with very many must not keep the others waiting. */
const mostLookedAt = 1000;

/** The accounts that have files in the inbox. */
export async function waitingAccounts(store: FileStore): Promise<ReadonlyMap<Account, Waiting>> {
  const waiting = new Map<Account, Waiting & { count: number }>();
  let after: string | undefined;
  do {
    const { files, next } = await store.list(incoming, after);
    after = next;
    for (const { key, storedAt } of files) {
      const account = arrivedAt(key)?.account;
      if (account === undefined) continue;
      const { newest = storedAt, oldest = storedAt, count = 0 } = waiting.get(account) ?? {};
      const times = { newest: Math.max(newest, storedAt), oldest: Math.min(oldest, storedAt) };
      waiting.set(account, { ...times, count: count + 1 });
      if (next !== undefined && count + 1 > mostLookedAt) after = behindFilesOf(account);
    }
  } while (after !== undefined);
  return waiting;
}

/** The accounts whose files wait no longer. */
export function dueAccounts(
  waiting: ReadonlyMap<Account, Waiting>,
  now: number,
  { quiet, longest }: Patience,
): Account[] {
  return [...waiting].flatMap(([account, { newest, oldest }]) =>
    now - newest >= quiet || now - oldest >= longest ? [account] : [],
  );
}
