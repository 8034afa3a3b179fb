import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type InboxRun, learnsPresets } from '../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import type { RejectLimit } from '../files/reject-limit.ts';
import type { ImportOptions } from '../imported.ts';
import { loadMapping, parseMapping } from '../mapping/load.ts';
import { namesOf } from './end-run.ts';
import type { FileStore } from './file-store.ts';
import { arrivedAt } from './keys.ts';
import type { ReportedFile } from './report.ts';

// The files of a run, and what its account wants to be done with them.

/** Copies the files of the run to the folder. Says which of them are not read, and why. */
export async function fetchFiles(store: FileStore, run: InboxRun, folder: string): Promise<ReportedFile[]> {
  await mkdir(folder);
  const names = namesOf(run);
  const found: ReportedFile[] = [];
  for (const file of run.files) {
    const refusal = arrivedAt(file.key)?.refusal;
    const name = names.get(file.key) ?? '';
    const target = join(folder, name);
    if (refusal !== undefined) found.push({ name, refusal });
    else if (await store.download(file, target)) {
      // the newest file of a feed counts
      await utimes(target, file.storedAt / 1000, file.storedAt / 1000);
      found.push({ name });
    } else {
      await rm(target, { force: true });
      found.push({ name, refusal: 'it was replaced in the meantime; the new one is imported next' });
    }
  }
  return found;
}

/** The days that the first scores of an account are computed for, so that its board shows moves. */
const firstHistory = 90;

export async function optionsFor(
  table: Table,
  account: Account,
  run: InboxRun,
  rejects: string,
): Promise<ImportOptions> {
  const { maps, learned: _, maxRejects, maxRemovals: __, notify: ___, ...settings } = run.settings;
  const loaded = await Promise.all(
    maps.map(({ name, text }) => (text === undefined ? loadMapping(name) : { name, ...parseMapping(text, name) })),
  );
  const isFirst = (await readRoot(table, account))?.scoredFor === null;
  return {
    ...settings,
    account,
    rejects,
    now: run.startedAt,
    arrivals: true,
    texts: true,
    learns: learnsPresets(run.settings),
    ...(isFirst && settings.score && { history: firstHistory }),
    ...(run.written && { written: run.written }),
    ...(loaded.length > 0 && { maps: loaded }),
    ...(maxRejects !== undefined && { maxRejects: limitOf(maxRejects) }),
  };
}

/** `N` or `N%`. */
export function limitOf(text: string): RejectLimit {
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { rows: Number(text) };
}
