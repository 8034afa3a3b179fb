import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { isOfSystem } from '../../../import/files/of-system.ts';
import type { InboxDeps } from '../../../import/inbox/deps.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import { incomingOf } from '../../../import/inbox/keys.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import { watchInboxes } from '../../../import/inbox/watch-inboxes.ts';
import { workInbox } from '../../../import/inbox/work-inbox.ts';
import { dateOf, dayAt } from '../../../shared/domain/dates.ts';
import { isId } from '../../../shared/domain/ids.ts';
import type { JobDeps, Queue } from '../../../shared/jobs/queue.ts';
import { createAccount, listAccounts } from '../../../shared/table/access/accounts.ts';
import { deletedAccount } from '../../../shared/table/access/deleted-accounts.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';

/** A person waits for the result, so seconds instead of minutes. */
const patience = { quiet: 2000, longest: 30_000 };
const holdFor = 60_000;
const betweenLooks = 1000;
/** A large import does not keep other accounts waiting. */
const atOnce = 4;

type WatchDeps = Pick<JobDeps, 'table' | 'clock' | 'randomBytes'> & { readonly queue: Pick<Queue, 'send'> };

export interface InboxWatch {
  readonly stop: () => Promise<void>;
}

/** Files in a folder that is named after no account are those of a new one. An id that was deleted stays deleted. */
async function createForFolders(
  table: Table,
  folder: string,
  known: readonly Account[],
  today: string,
): Promise<Account[]> {
  const folders = await readdir(join(folder, 'in'), { withFileTypes: true }).catch(() => []);
  const created: Account[] = [];
  for (const { name } of folders.filter((each) => each.isDirectory() && isId(each.name))) {
    const account = asAccount(name);
    const isNew =
      !known.includes(account) && (await readdir(join(folder, 'in', name))).some((file) => !isOfSystem(file));
    if (isNew && !(await deletedAccount(table, account)) && (await createAccount(table, account, name, today)))
      created.push(account);
  }
  return created;
}

/** Imports what is put into the folder `in/ACCOUNT` below this folder, until it is stopped. */
export function watchInbox(
  folder: string,
  { table, queue, clock, randomBytes }: WatchDeps,
  onReport: (report: RunReport) => void,
  onFailure: (account: Account, error: unknown) => void,
): InboxWatch {
  const ending = new AbortController();
  const store = folderStore(folder);
  const deps: InboxDeps = {
    table,
    store,
    clock,
    randomBytes,
    holdFor,
    onReport,
    importer: { place: `the inbox ${folder}` },
    ask: queue.send,
  };
  const working = new Map<Account, Promise<unknown>>();
  const look = async () => {
    const known = (await listAccounts(table)).map(({ customerId }) => customerId);
    const accounts = [...known, ...(await createForFolders(table, folder, known, dateOf(dayAt(clock()))))];
    for (const account of accounts) await makeFolder(join(folder, incomingOf(account)));
    const { due, failures } = await watchInboxes(deps, patience, { always: true });
    for (const { account, error } of failures) onFailure(account, error);
    for (const account of due.filter((each) => !working.has(each))) {
      if (working.size >= atOnce) await Promise.race(working.values());
      if (ending.signal.aborted) return;
      const work = workInbox(deps, account)
        .catch((error) => onFailure(account, error))
        .finally(() => working.delete(account));
      working.set(account, work);
    }
  };
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await look().catch((error) => onFailure('' as Account, error));
      await setTimeout(betweenLooks, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await watching;
      await Promise.all(working.values());
    },
  };
}
