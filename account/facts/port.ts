import type { Outgoing } from '../../shared/jobs/queue.ts';
import { rebuilding } from '../../shared/jobs/requests.ts';
import { readAccount } from '../../shared/table/access/accounts.ts';
import { mergeOf } from '../../shared/table/facts/merge-clients.ts';
import { writingFacts } from '../../shared/table/facts/writer.ts';
import { AccountLocked, LockLost, withWriterLock } from '../../shared/table/facts/writer-lock.ts';
import { backOff } from '../../shared/table/store/backoff.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type FactsPort, Refusal } from '../ports.ts';

interface Effects {
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Sends requests to the worker. */
  readonly ask: (requests: readonly Outgoing[]) => Promise<void>;
}

/** How often the page asks for the lock again. A person waits, so an import that takes longer is said. */
const mostWaits = 8;

/** Changes facts of one account under its lock, as an import does. */
export function factsPort({ clock, randomBytes, ask }: Effects, table: Table, account: Account): FactsPort {
  return {
    mergeOf: (stays, goes) => mergeOf(table, account, stays, goes),
    change: async (work) => {
      let waits = 0;
      const wait = async (other: AccountLocked['holder']) => {
        waits += 1;
        if (waits > mostWaits) throw new AccountLocked(account, 'change', other);
        await backOff(waits);
      };
      const request = { work: 'change', place: 'the page of the account', clock, randomBytes, wait } as const;
      try {
        const { isBehind } = await withWriterLock(table, account, request, async (lock) => {
          // it may have been deleted in the meantime
          await readAccount(lock.table, account);
          return writingFacts({ table: lock.table, clock, randomBytes, confirm: lock.confirm }, account, work);
        });
        if (isBehind) await ask([rebuilding(account, randomBytes)]);
      } catch (error) {
        if (!(error instanceof AccountLocked || error instanceof LockLost)) throw error;
        throw new Refusal('Files of the account are being imported. Try it again in a minute.', { cause: error });
      }
    },
  };
}
