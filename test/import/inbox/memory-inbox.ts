import { readFile, writeFile } from 'node:fs/promises';
import type { InboxDeps } from '../../../import/inbox/deps.ts';
import type { FileStore } from '../../../import/inbox/file-store.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import {
  beginRun,
  type InboxRun,
  type InboxSettings,
  saveInboxSettings,
} from '../../../shared/table/arrivals/inboxes.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { noon } from '../../support/service/deps.ts';

/** An account whose inbox is in memory. */
export async function memoryInbox(table: Table, name: string, settings?: Partial<InboxSettings>) {
  const account = asAccount(name);
  await createAccount(table, account, 'X');
  if (settings) await saveInboxSettings(table, account, { maps: [], score: false, prune: false, ...settings });
  const files = new Map<string, { readonly text: string; readonly version: string; readonly storedAt: number }>();
  let versions = 0;
  const set = (key: string, text: string, storedAt = noon) => {
    versions += 1;
    files.set(key, { text, version: `v${versions}`, storedAt });
  };
  const current = ({ key, version }: { readonly key: string; readonly version: string }) => {
    const file = files.get(key);
    return file?.version === version ? file : undefined;
  };
  const store: FileStore = {
    list: async (prefix) => ({
      files: [...files]
        .map(([key, { text, version, storedAt }]) => ({ key, version, storedAt, size: text.length }))
        .filter(({ key }) => key.startsWith(prefix))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    }),
    download: async (file, path) => {
      const found = current(file);
      if (found) await writeFile(path, found.text);
      return found !== undefined;
    },
    move: async (file, to) => {
      const found = current(file);
      if (!found) return;
      set(to, found.text);
      files.delete(file.key);
    },
    put: async (key, text) => set(key, text),
    upload: async (key, path) => set(key, await readFile(path, 'utf8')),
    read: async (key) => files.get(key)?.text,
    remove: async (prefix) => {
      for (const key of files.keys()) if (key.startsWith(prefix)) files.delete(key);
    },
  };
  const clock = { now: noon };
  const asked: Outgoing[] = [];
  const reports: RunReport[] = [];
  const deps: InboxDeps = {
    ...{ table, store, holdFor: 900_000, importer: { place: 'a test' }, clock: () => clock.now },
    randomBytes: (count) => new Uint8Array(count).fill(versions),
    ask: async (requests) => void asked.push(...requests),
    onReport: (report) => void reports.push(report),
  };
  const put = (given: Readonly<Record<string, string>>, storedAt?: number) => {
    for (const [file, text] of Object.entries(given)) set(`in/${account}/${file}`, text, storedAt);
  };
  return { account, files, put, deps, clock, asked, reports, keys: () => [...files.keys()].sort() };
}

/** Stores a run of one file, which another process has begun. */
export async function storedRun(table: Table, account: Account, given: Partial<InboxRun> = {}): Promise<InboxRun> {
  const run: InboxRun = {
    ...{ id: 'r1', startedAt: new Date(noon).toISOString(), owner: 'o', attempts: 0, step: 0, until: 0 },
    ...{ settings: { maps: [], score: false, prune: false }, state: 'importing', files: [] },
    ...given,
  };
  await beginRun(table, account, run);
  return run;
}
