import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { csvRow } from '../../shared/domain/csv.ts';
import { readErased } from '../../shared/table/access/erased.ts';
import { type InboxRun, learnsPresets } from '../../shared/table/arrivals/inboxes.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import type { RejectLimit } from '../files/reject-limit.ts';
import { problemHeader } from '../files/table.ts';
import type { ImportOptions } from '../imported.ts';
import { loadMapping, parseMapping } from '../mapping/load.ts';
import {
  type Decision,
  forgetErased,
  keepDecision,
  keepTakenBack,
  mendedOf,
  ownMappings,
  readDecision,
} from './decisions.ts';
import type { InboxDeps } from './deps.ts';
import { namesOf } from './end-run.ts';
import { type FileStore, pagesOf } from './file-store.ts';
import { allRejectsOf, arrivedAt, isDecision, plainName } from './keys.ts';
import type { ReportedFile } from './report.ts';

// The files of a run, and what its account wants to be done with them.

/** Carries out the decisions among the files of the run. */
export async function takeDecisions(store: FileStore, account: Account, { files }: InboxRun): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for (const file of files.filter(({ key }) => isDecision(key))) {
    const decision = await readDecision(store, file);
    if (!decision) continue;
    await keepDecision(store, account, decision);
    decisions.push(decision);
  }
  return decisions;
}

/** The files that wait for somebody if they change much: those that a person has dropped, and nobody looked at yet. */
export function askingFirst({ files, settings }: InboxRun, decisions: readonly Decision[]): ReadonlySet<string> {
  const seen = new Set(decisions.flatMap((decision) => decision.import ?? []));
  const asking = files.filter(({ key }) => settings.preview || arrivedAt(key)?.isDropped);
  return new Set(asking.flatMap(({ key }) => (seen.has(key) || isDecision(key) ? [] : [key])));
}

/** Copies the files of the run to the folder. Says which of them are not read, and why. */
export async function fetchFiles(
  store: FileStore,
  account: Account,
  run: InboxRun,
  decisions: readonly Decision[],
  folder: string,
): Promise<ReportedFile[]> {
  await mkdir(folder);
  const names = namesOf(run);
  const discarded = new Set(decisions.flatMap(({ discard = [] }) => discard));
  const wanted = new Set(decisions.flatMap((decision) => decision.import ?? []));
  const { takenBack = {} } = await mendedOf(store, account);
  const found: ReportedFile[] = [];
  const again: string[] = [];
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
      const content = await contentHash(target);
      const since = takenBack[content];
      if (since !== undefined && !wanted.has(file.key)) {
        await rm(target);
        const why = `a file with the same content was taken back on ${since}; it waits until somebody on the page of the account wants it nonetheless`;
        found.push({ name, content, refusal: why, waits: 'taken-back' });
        continue;
      }
      if (since !== undefined) again.push(content);
      found.push({ name, content });
    } else {
      await rm(target, { force: true });
      found.push({ name, refusal: 'it was replaced in the meantime; the new one is imported next' });
    }
  }
  await keepTakenBack(store, account, { remove: again, on: '' });
  return found;
}

async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}

/**
 * Adds the rows that are read again, and the names of clients that somebody has given. Returns the keys of the rows.
 */
export async function fetchMended(
  store: FileStore,
  account: Account,
  decisions: readonly Decision[],
  folder: string,
): Promise<string[]> {
  const mends = decisions.flatMap(({ mend }) => mend ?? []);
  const given = mends.flatMap(({ names }) =>
    Object.entries(names).flatMap(([name, id]) => (id === null ? [] : [[id, name]])),
  );
  if (given.length > 0) {
    // the last column lets it prune no other names
    const rows = given.map((cells) => csvRow([...cells, 'chosen on the page']));
    await writeFile(
      join(folder, 'aliases-0.csv'),
      [csvRow(['Service ID', 'Name', problemHeader({}, false)]), ...rows].join(''),
    );
  }
  const wanted = new Set(mends.flatMap(({ again }) => again));
  const found: string[] = [];
  const taken = new Set((await readdir(folder)).map((name) => name.toLowerCase()));
  for await (const page of pagesOf(store, allRejectsOf(account)))
    for (const file of page.filter(({ key }) => wanted.has(key))) {
      // the names that it proposes were decided about
      if (file.key.endsWith('/aliases.csv')) {
        found.push(file.key);
        continue;
      }
      const name = plainName(file.key.split('/').at(-1) ?? '');
      const free = [name, ...[2, 3, 4, 5, 6, 7, 8, 9].map((at) => name.replace(/(\.\w+)?$/, ` (${at})$1`))];
      const own = free.find((each) => !taken.has(each.toLowerCase()));
      if (own === undefined || !(await store.download(file, join(folder, own)))) continue;
      taken.add(own.toLowerCase());
      found.push(file.key);
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
  const { maps, learned: _, maxRejects, maxRemovals: __, notify: ___, preview: ____, ...settings } = run.settings;
  const loaded = await Promise.all(
    maps.map(({ name, text }) => (text === undefined ? loadMapping(name) : { name, ...parseMapping(text, name) })),
  );
  const all = [...(await ownMappings(store, account)), ...loaded];
  const erased = await readErased(table, account);
  if (!erased.isEmpty) await forgetErased(store, account, erased);
  const { cells, notClients, newClients = [] } = await mendedOf(store, account);
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
    mended: cells,
    notClients: new Set(notClients.map(comparedName)),
    newClients: new Set(newClients.map(comparedName)),
    ...(maxRejects !== undefined && { maxRejects: limitOf(maxRejects) }),
  };
}

/** `N` or `N%`. */
export function limitOf(text: string): RejectLimit {
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { rows: Number(text) };
}
