import { randomBytes } from 'node:crypto';
import { workInbox } from '../../../import/inbox/work-inbox.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import type { FromImport, Given } from './import-apart.ts';
import { localInbox } from './watch-inbox.ts';

// A process of its own that imports what arrived for one account: see import-apart.ts.

/** The last batches of a run that has no time left are written after this. */
const leftForTheEnd = 90_000;

const sent: Promise<void>[] = [];
const send = async (message: FromImport) => {
  const done = Promise.withResolvers<void>();
  sent.push(done.promise);
  process.send?.(message, undefined, {}, () => done.resolve());
};

// the service has ended
process.once('disconnect', () => process.exit());
process.once('message', async ({ folder, address, account, mostMilliseconds }: Given) => {
  const until = Date.now() + mostMilliseconds - leftForTheEnd;
  const table = openTable(address);
  try {
    await workInbox(
      {
        ...localInbox(folder, {
          table,
          randomBytes,
          clock: Date.now,
          ask: (outgoing) => send({ kind: 'ask', outgoing }),
          onReport: (report) => void send({ kind: 'report', report }),
        }),
        hasTime: () => Date.now() < until,
      },
      account,
    );
  } catch (error) {
    void send({ kind: 'failure', message: error instanceof Error ? error.message : String(error) });
  }
  // a report of thousands of columns is still on its way
  await Promise.all(sent);
  process.exit();
});
