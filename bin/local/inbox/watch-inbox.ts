import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeOwnFolder } from '../../../import/files/make-folder.ts';
import { isOfSystem } from '../../../import/files/of-system.ts';
import { type InboxDeps, largestRun } from '../../../import/inbox/deps.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import { incomingOf } from '../../../import/inbox/keys.ts';
import { watchInboxes } from '../../../import/inbox/watch-inboxes.ts';
import { dateOf, dayAt } from '../../../shared/domain/dates.ts';
import { isId } from '../../../shared/domain/ids.ts';
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

/** The inboxes in a folder of this machine. */
export function localInbox(
  folder: string,
  given: Pick<InboxDeps, 'table' | 'clock' | 'randomBytes' | 'ask' | 'onReport'>,
): InboxDeps {
  return { ...largestRun, ...given, store: folderStore(folder), holdFor, importer: { place: `the inbox ${folder}` } };
}

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

/** Lets what is put into the folder `in/ACCOUNT` below this folder be imported, until it is stopped. */
export function watchInbox(
  folder: string,
  deps: InboxDeps,
  work: (account: Account) => Promise<unknown>,
  onFailure: (account: Account, error: unknown) => void,
): InboxWatch {
  const { table, clock } = deps;
  const ending = new AbortController();
  const working = new Map<Account, Promise<unknown>>();
  const begin = async (account: Account) => {
    if (working.size >= atOnce) await Promise.race(working.values());
    if (ending.signal.aborted) return;
    const worked = work(account)
      .catch((error) => onFailure(account, error))
      .finally(() => working.delete(account));
    working.set(account, worked);
  };
  let repeated: Account | undefined;
  const look = async () => {
    const known = (await listAccounts(table)).map(({ customerId }) => customerId);
    const accounts = [...known, ...(await createForFolders(table, folder, known, dateOf(dayAt(clock()))))];
    for (const account of accounts) await makeOwnFolder(join(folder, incomingOf(account)));
    const { due, again, failures } = await watchInboxes(deps, patience, { always: true });
    for (const { account, error } of failures) onFailure(account, error);
    for (const account of due.filter((each) => !working.has(each))) await begin(account);
    // one at a time: those whose last attempt did not end must not take every place
    if (repeated !== undefined && working.has(repeated)) return;
    repeated = again.find((each) => !working.has(each));
    if (repeated !== undefined) await begin(repeated);
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
