import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder, ownFile } from '../../../import/files/make-folder.ts';
import type { Deliveries, Delivery } from '../../../notices/delivery.ts';
import { deliverer, type Queued } from '../../../notices/send/deliver.ts';
import { post } from '../../../notices/send/post.ts';
import { loggedError } from '../../../shared/log.ts';
import { recordOutcome } from '../../../shared/table/access/notices.ts';
import type { Table } from '../../../shared/table/store/table.ts';

interface LocalSending {
  readonly table: Table;
  /** The folder that mails go to. */
  readonly mails: string;
  readonly log: (record: object) => void;
}

/**
 * Sends the messages of notices from this process, also to this machine; mails go to a folder. What waits to be tried
 * again is forgotten when the service stops.
 */
export function localDeliveries({
  table,
  mails,
  log,
}: LocalSending): Deliveries & { readonly stop: () => Promise<void> } {
  const timers = new Set<NodeJS.Timeout>();
  let isEnding = false;
  let working: Promise<unknown> = Promise.resolve();
  const begin = (queued: Queued) => {
    // one receiver after the other is enough for one person
    working = working
      .then(() => take(queued))
      .catch((error) => log({ level: 'error', kind: 'notice', error: loggedError(error) }));
  };
  const take = deliverer({
    clock: Date.now,
    post: (to, headers, body) => post(to, headers, body, { loopback: true }),
    mail: (delivery) => storeMail(mails, delivery),
    later: async (queued, seconds) => {
      if (isEnding) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        begin(queued);
      }, seconds * 1000);
      timers.add(timer);
      timer.unref();
    },
    tell: (outcome) => recordOutcome(table, outcome),
  });
  return {
    send: async (deliveries) => {
      for (const delivery of deliveries) begin({ delivery });
    },
    stop: async () => {
      isEnding = true;
      for (const timer of timers) clearTimeout(timer);
      await working;
    },
  };
}

/** Both forms of a mail, to be opened in a browser and in a terminal. */
async function storeMail(
  folder: string,
  { id, accountId, to, subject = '', text = '', html = '', unsubscribe }: Delivery,
) {
  await makeOwnFolder(folder);
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')} ${accountId} ${id}`;
  const headers = [
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(unsubscribe === undefined ? [] : [`List-Unsubscribe: <${unsubscribe}>`]),
  ];
  await writeFile(join(folder, `${name}.txt`), `${headers.join('\n')}\n\n${text}`, ownFile);
  await writeFile(join(folder, `${name}.html`), html, ownFile);
}
