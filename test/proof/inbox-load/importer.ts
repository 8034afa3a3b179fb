import { randomBytes } from 'node:crypto';
import { create as createImporter } from '../../../functions/importer/handler.ts';
import type { InboxJobDeps, InboxMessage } from '../../../import/inbox/aws/start.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';

// The importer in a process of its own, as Lambda runs it: one message after another, 15 minutes for each.

/** What the process tells after each message. */
export interface Told {
  readonly account: string;
  /** Messages that it sent: the run goes on. */
  readonly more: readonly Outgoing<InboxMessage>[];
  readonly logged: readonly { readonly result?: string; readonly error?: object }[];
  /** Peak memory of the process until now. */
  readonly megabytes: number;
}

const invocation = 15 * 60_000;
const [folder = '', address = ''] = process.argv.slice(2);
let more: Outgoing<InboxMessage>[] = [];
let logged: object[] = [];
const deps: InboxJobDeps = {
  table: openTable(JSON.parse(address)),
  store: folderStore(folder),
  importer: { place: 'the inbox' },
  holdFor: invocation + 60_000,
  clock: Date.now,
  randomBytes,
  consumed: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  ask: async () => undefined,
  queue: { send: async (messages) => void more.push(...messages), release: async () => undefined },
  log: (record) => void logged.push(record),
};
const importer = createImporter(deps);

process.on('message', async (message: InboxMessage) => {
  [more, logged] = [[], []];
  const ends = Date.now() + invocation;
  await importer({ Records: [{ body: JSON.stringify(message) }] } as never, {
    getRemainingTimeInMillis: () => ends - Date.now(),
  });
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ account: message.customerId, more, logged, megabytes } satisfies Told);
});
process.send?.('ready');
