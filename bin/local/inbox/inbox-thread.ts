import { randomBytes } from 'node:crypto';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { RunReport } from '../../../import/inbox/report.ts';
import type { Outgoing, Queue } from '../../../shared/jobs/queue.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import type { TableAddress } from '../../../shared/table/store/table.ts';
import { type InboxWatch, watchInbox } from './watch-inbox.ts';

// The inboxes are watched and their files are read in a thread of its own, so that large files keep no request waiting.

type FromThread =
  | { readonly kind: 'ask'; readonly outgoing: readonly Outgoing[] }
  | { readonly kind: 'report'; readonly report: RunReport }
  | { readonly kind: 'failure'; readonly account: Account; readonly message: string };

interface Given {
  readonly inboxFolder: string;
  readonly address: TableAddress;
}

export function watchInThread(
  folder: string,
  address: TableAddress,
  queue: Queue,
  onReport: (report: RunReport) => void,
  onFailure: (account: Account, message: string) => void,
): InboxWatch {
  const given: Given = { inboxFolder: folder, address };
  const thread = new Worker(new URL(import.meta.url), { workerData: given });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  thread.on('error', ({ message }) => onFailure('' as Account, `${message} Start the service again.`));
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'ask') void queue.send(message.outgoing);
    else if (message.kind === 'report') onReport(message.report);
    else onFailure(message.account, message.message);
  });
  return {
    stop: async () => {
      thread.postMessage('stop');
      await ended;
    },
  };
}

function runThread({ inboxFolder, address }: Given, send: (message: FromThread) => void): InboxWatch {
  const table = openTable(address);
  const queue = { send: async (outgoing: readonly Outgoing[]) => send({ kind: 'ask', outgoing }) };
  const watch = watchInbox(
    inboxFolder,
    { table, queue, clock: Date.now, randomBytes },
    (report) => send({ kind: 'report', report }),
    (account, error) =>
      send({ kind: 'failure', account, message: error instanceof Error ? error.message : String(error) }),
  );
  return {
    stop: async () => {
      await watch.stop();
      table.close();
    },
  };
}

const port = parentPort;
if (port && (workerData as Partial<Given> | null)?.inboxFolder !== undefined) {
  const watch = runThread(workerData as Given, (message) => port.postMessage(message));
  port.once('message', () => void watch.stop().then(() => port.close()));
}
