import type { Account } from '../../shared/table/store/item-keys.ts';
import type { InboxFile } from './file-store.ts';
import { arrivedAt } from './keys.ts';

/** How long files wait, in milliseconds, so that those that belong together are imported together. */
export interface Patience {
  /** Nothing new has arrived for this long. */
  readonly quiet: number;
  /** The oldest has waited for this long. */
  readonly longest: number;
}

/** The accounts whose files wait no longer. */
export function dueAccounts(files: readonly InboxFile[], now: number, { quiet, longest }: Patience): Account[] {
  const times = new Map<Account, { newest: number; oldest: number }>();
  for (const { key, storedAt } of files) {
    const arrived = arrivedAt(key);
    if (!arrived) continue;
    const { newest = storedAt, oldest = storedAt } = times.get(arrived.account) ?? {};
    times.set(arrived.account, { newest: Math.max(newest, storedAt), oldest: Math.min(oldest, storedAt) });
  }
  return [...times].flatMap(([account, { newest, oldest }]) =>
    now - newest >= quiet || now - oldest >= longest ? [account] : [],
  );
}
