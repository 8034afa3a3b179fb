import { listAccounts, NoSuchAccount } from '../../../shared/table/access/accounts.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { NoSuchKey } from '../../../shared/table/access/revoke-key.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { closest, didYouMean } from './closest.ts';

/** The same error, with the id that was probably meant if it names an account or a key that does not exist. */
export async function withSuggestion(table: Table, error: unknown): Promise<unknown> {
  const [id, known] =
    error instanceof NoSuchAccount
      ? [error.account, async () => (await listAccounts(table)).map(({ customerId }) => customerId)]
      : error instanceof NoSuchKey
        ? [error.keyId, async () => (await keysOf(table)).map(({ keyId }) => keyId)]
        : [];
  if (id === undefined || known === undefined) return error;
  // if the ids cannot be read, report the error without a suggestion
  const suggestion = closest(id, await known().catch(() => []));
  return new Error(didYouMean((error as Error).message, suggestion), { cause: error });
}

/** What the system's errors about files mean. */
const fileErrors: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder.'],
  ['EACCES', 'permission denied.'],
  ['EPERM', 'permission denied.'],
  ['EISDIR', 'this is a folder; a file is needed.'],
  ['ENOTDIR', 'this is no folder.'],
  ['EEXIST', 'this is a file; a folder is needed.'],
  ['EROFS', 'this disk can only be read.'],
]);

/** An error as one line: the form in which the CLI reports everything. */
export function messageOf(error: unknown): string {
  // the embedded engine repeats what SQLite says
  if (error instanceof Error && error.message.includes('database or disk is full')) {
    return 'The disk is full: the file of --db could not be written. Free some space on its disk, then run the same command again: what was written counts.';
  }
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC') {
    // a failed write does not say which file it was for
    const { path = 'a file of this command, or of the folder for temporary files,' } = error as NodeJS.ErrnoException;
    return `The disk is full: ${path} could not be written. Free some space, then run the same command again; TMPDIR names another folder for temporary files.`;
  }
  // an error of reading an open file does not name the file
  const { code = '', path = 'a file of this command' } = (error ?? {}) as NodeJS.ErrnoException;
  const why = fileErrors.get(code);
  if (why !== undefined) return `${path}: ${why}`;
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}
