import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type InboxRun, learnsPresets } from '../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import type { RejectLimit } from '../files/reject-limit.ts';
import type { ImportOptions } from '../imported.ts';
import { loadMapping, parseMapping } from '../mapping/load.ts';
import { type Decision, decisionIn, keepDecision, ownMappings } from './decisions.ts';
import type { InboxDeps } from './deps.ts';
import { namesOf } from './end-run.ts';
import type { FileStore } from './file-store.ts';
import { arrivedAt, isDecision } from './keys.ts';
import type { ReportedFile } from './report.ts';

// The files of a run, and what its account wants to be done with them.

/** Carries out the decisions among the files of the run. */
export async function takeDecisions(store: FileStore, account: Account, { files }: InboxRun): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for (const { key } of files.filter((file) => isDecision(file.key))) {
    const decision = decisionIn(await store.read(key));
    if (!decision) continue;
    await keepDecision(store, account, decision);
    decisions.push(decision);
  }
  return decisions;
}

/** Copies the files of the run to the folder. Says which of them are not read, and why. */
export async function fetchFiles(
  store: FileStore,
  run: InboxRun,
  decisions: readonly Decision[],
  folder: string,
): Promise<ReportedFile[]> {
  await mkdir(folder);
  const names = namesOf(run);
  const discarded = new Set(decisions.flatMap(({ discard = [] }) => discard));
  const found: ReportedFile[] = [];
  for (const file of run.files.filter(({ key }) => !isDecision(key))) {
    const refusal = arrivedAt(file.key)?.refusal;
    const name = names.get(file.key) ?? '';
    const target = join(folder, name);
    if (discarded.has(file.key))
      found.push({ name, refusal: 'somebody has decided not to import it', isDiscarded: true });
    else if (refusal !== undefined) found.push({ name, refusal });
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
  { table, store }: Pick<InboxDeps, 'table' | 'store'>,
  account: Account,
  run: InboxRun,
  rejects: string,
): Promise<ImportOptions> {
  const { maps, learned: _, maxRejects, maxRemovals: __, notify: ___, ...settings } = run.settings;
  const loaded = await Promise.all(
    maps.map(({ name, text }) => (text === undefined ? loadMapping(name) : { name, ...parseMapping(text, name) })),
  );
  const all = [...(await ownMappings(store, account)), ...loaded];
  const isFirst = (await readRoot(table, account))?.scoredFor === null;
  return {
    ...settings,
    account,
    rejects,
    now: run.startedAt,
    arrivals: true,
    texts: true,
    samples: true,
    learns: learnsPresets(run.settings),
    ...(isFirst && settings.score && { history: firstHistory }),
    ...(run.written && { written: run.written }),
    ...(all.length > 0 && { maps: all }),
    ...(maxRejects !== undefined && { maxRejects: limitOf(maxRejects) }),
  };
}

/** `N` or `N%`. */
export function limitOf(text: string): RejectLimit {
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { rows: Number(text) };
}
