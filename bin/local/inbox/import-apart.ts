import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunReport } from '../../../import/inbox/report.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { TableAddress } from '../../../shared/table/store/table.ts';

// What arrived for an account is imported in a process of its own. So large files keep no request waiting, and a file that
// ends the process or keeps it busy for ever takes neither the service nor another account's import with it.

export type FromImport =
  | { readonly kind: 'ask'; readonly outgoing: readonly Outgoing[] }
  | { readonly kind: 'report'; readonly report: RunReport }
  | { readonly kind: 'failure'; readonly message: string };

export interface Given {
  readonly folder: string;
  readonly address: TableAddress;
  readonly account: Account;
  /** Then the process is ended. A run that has come on goes on in the next one. */
  readonly mostMilliseconds: number;
}

interface Callbacks {
  readonly ask: (outgoing: readonly Outgoing[]) => Promise<void>;
  readonly onReport: (report: RunReport) => void;
}

const importer = join(import.meta.dirname, 'inbox-import.ts');

/** Throws if the import failed or its process was ended. */
export async function importApart(
  given: Omit<Given, 'mostMilliseconds'>,
  { ask, onReport }: Callbacks,
  { program = importer, mostMilliseconds = 15 * 60_000 } = {},
): Promise<void> {
  // of a process that is killed nothing else removes the copies of the files
  const temporary = await mkdtemp(join(tmpdir(), 'client-health-import-'));
  const child = fork(program, {
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
    execArgv: ['--max-old-space-size=2048'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Ctrl-C in the terminal ends the service, which waits for the import
    detached: true,
  });
  let failure: string | undefined;
  child.on('message', (message: FromImport) => {
    if (message.kind === 'ask') void ask(message.outgoing);
    else if (message.kind === 'report') onReport(message.report);
    else failure = message.message;
  });
  const tooLong = setTimeout(() => child.kill('SIGKILL'), mostMilliseconds);
  child.send({ ...given, mostMilliseconds } satisfies Given, () => undefined);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(tooLong);
  await rm(temporary, { recursive: true, force: true });
  if (code !== 0) throw new Error('The import was ended: it needed too much memory or time');
  if (failure !== undefined) throw new Error(failure);
}
