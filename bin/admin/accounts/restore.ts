import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { fullProjection } from '../../../shared/jobs/requests.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { withWriterLock } from '../../../shared/table/access/writer-lock.ts';
import { type Restored, restoreFacts } from '../../../shared/table/facts/restore.ts';
import { type Account, accountKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { Context } from '../cli/context.ts';
import { thisProcess } from '../cli/this-process.ts';
import type { Target } from '../service/target.ts';
import { runWorker } from '../worker/run-worker.ts';

export interface RestoreOptions {
  readonly account: Account;
  /** The name of the other table. */
  readonly from: string;
  readonly dryRun?: boolean;
  readonly onClients?: (count: number) => void;
}

/** Takes back facts and scores from another table, under the lock that imports take too, and has the views rebuilt. */
export async function restoreAccount(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  target: Pick<Target, 'table' | 'queue'>,
  { account, from, dryRun, onClients }: RestoreOptions,
): Promise<Restored> {
  const { table } = target;
  if (from === table.name) throw new Error(`${from} is the table of this service itself. Name the restored one.`);
  const other = { ...table, name: from };
  await readAccount(table, account);
  // without this check, a wrong table would empty the account
  if (!(await hasAccount(other, account))) throw new Error(`The table ${from} has no account ${account}.`);
  const followed = onClients && { onClients };
  if (dryRun) return restoreFacts(table, other, account, { ...followed });
  const taker = { ...thisProcess(), work: 'restore', clock, randomBytes } as const;
  const restored = await withWriterLock(table, account, taker, (lock) =>
    restoreFacts(lock.table, other, account, {
      ...followed,
      // one rebuild at the end shows all of it
      writer: { table: lock.table, randomBytes, confirm: lock.confirm, project: async () => undefined },
    }),
  );
  // also if nothing differed: a run that was killed may not have come to this
  await runWorker({ clock, randomBytes }, target, [fullProjection(account, randomBytes)]);
  return restored;
}

async function hasAccount(table: Table, account: Account): Promise<boolean> {
  try {
    return (await readItem(table, accountKey(account), { consistent: true })) !== undefined;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      throw new Error(`There is no table ${table.name}. Restore one first: docs/operations.md, Restore.`, {
        cause: error,
      });
    }
    throw error;
  }
}
