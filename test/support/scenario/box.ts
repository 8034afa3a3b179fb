import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { InboxBucket } from '../../../bin/cli/service/inbox-bucket.ts';
import { inboxLine } from '../../../bin/local/inbox/inbox-line.ts';
import type { InboxDeps } from '../../../import/inbox/deps.ts';
import type { FileStore } from '../../../import/inbox/file-store.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import { watchInboxes } from '../../../import/inbox/watch-inboxes.ts';
import { workInbox } from '../../../import/inbox/work-inbox.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { Around } from '../faults/dying.ts';
import type { Branch } from './branch.ts';

export function portAround<Port extends object>(
  port: Port,
  calls: readonly (keyof Port & string)[],
  around: Around | undefined,
): Port {
  if (!around) return port;
  const wrapped = calls.map((name) => {
    const call = port[name] as (...given: unknown[]) => Promise<unknown>;
    return [name, (...given: unknown[]) => around(name, () => call(...given))];
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}

/** The inbox of a service: the folder `box`; on a deployment also links and mails. */
export function boxIn(
  { folder, world, subscribers }: Pick<Branch, 'folder' | 'world' | 'subscribers'>,
  around?: Around,
) {
  const files = folderStore(join(folder, 'box'));
  const dated = (key: string) => utimes(join(folder, 'box', key), world.now / 1000, world.now / 1000);
  const upload: FileStore['upload'] = async (key, path) => {
    await files.upload(key, path);
    await dated(key);
  };
  const put: FileStore['put'] = async (key, text) => {
    await files.put(key, text);
    await dated(key);
  };
  const store = portAround({ ...files, upload, put }, ['move', 'put', 'upload', 'remove'], around);
  const ending = (now: number, seconds: number) => ({ endsAt: new Date(now + 1000 * seconds), mayEndEarlier: false });
  const bucket: InboxBucket = {
    name: 'box',
    region: 'eu-west-1',
    partition: 'aws',
    accountId: '111122223333',
    formFor: async (key, most, now) => ({
      url: 'https://box/',
      fields: { key, most: `${most.bytes}` },
      ...ending(now, most.seconds),
    }),
    linkTo: async (key, seconds, now) => ({ url: `https://box/${key}?signed`, ...ending(now, seconds) }),
    subscribe: async (_, address) => {
      subscribers.add(address);
      return `arn:${address}`;
    },
    unsubscribe: async (subscription) => void subscribers.delete(subscription.replace('arn:', '')),
  };
  /** Imports what waits, as the local service does when nothing new has come for a while. */
  async function watch(table: Table, randomBytes: InboxDeps['randomBytes']): Promise<string> {
    const lines: string[] = [];
    const deps: InboxDeps = {
      table,
      store,
      clock: () => world.now,
      randomBytes,
      holdFor: 60_000,
      onReport: (report) => lines.push(inboxLine(report)),
      importer: { place: 'the inbox' },
      ask: async (outgoing) => {
        for (const each of outgoing) world.fifo.send(each, world.now);
      },
    };
    const { due, again, failures } = await watchInboxes(deps, { quiet: 0, longest: 0 }, { always: true });
    for (const { error } of failures) throw error;
    for (const account of [...due, ...again]) await workInbox(deps, account);
    return lines.join('\n');
  }
  return { store, bucket, watch };
}
