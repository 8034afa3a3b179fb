import { readAccount } from '../shared/table/access/accounts.ts';
import { readErased } from '../shared/table/access/erased.ts';
import { readFeeds, saveFeeds } from '../shared/table/arrivals/feeds.ts';
import { type LockRequest, withWriterLock } from '../shared/table/facts/writer-lock.ts';
import { fileNames } from './arrived/inputs.ts';
import { withKnownDay } from './arrived/known-until.ts';
import { withLeadingList } from './arrived/leading-list.ts';
import { openSources, type Sources } from './arrived/sources.ts';
import type { Effects } from './effects.ts';
import { newestDates } from './facts/check.ts';
import { namesErased, withoutErasedNames, withoutErasedPeople } from './facts/erased-rows.ts';
import { topicsIn } from './facts/file-facts.ts';
import { Rejects } from './facts/rejects.ts';
import { writeRejects } from './facts/write-rejects.ts';
import { Problems } from './files/problems.ts';
import type { Imported, ImportOptions } from './imported.ts';
import { clientChanges } from './plan/client-changes.ts';
import { planOf, renamedIn } from './plan/compare.ts';
import { feedsAfter, recordsAfter, type Watched } from './plan/watched-feeds.ts';
import { planFiles, sumBy, withoutSignals } from './planned.ts';
import type { ImportResult } from './result.ts';
import { type FileOfRows, type Hide, readFile } from './rows/read.ts';
import { roomFor } from './rows/room.ts';
import { type LockedEffects, noUpdate, writePlanned } from './write.ts';

/** Imports the files of a folder, or one file. The caller sends the requests for the worker. */
export async function importFiles(effects: Effects, path: string, options: ImportOptions): Promise<Imported> {
  const { table, importer, clock, randomBytes } = effects;
  const { account, dryRun } = options;
  await readAccount(table, account);
  const isStrict = options.rejects === undefined;
  const rejects = new Rejects(!isStrict, options.maxRejects);
  const feeds = await readFeeds(table, account);
  const names = new Map(feeds.flatMap(({ feed, names: pattern }) => (pattern === undefined ? [] : [[feed, pattern]])));
  const clientFeeds = feeds.filter(({ kind }) => kind === 'clients').map(({ feed }) => feed);
  const opened = await openSources(path, { ...options, names, clientFeeds }, (problem) => rejects.add(problem));
  try {
    if (isStrict && opened.sources.length === 0 && rejects.problems.count() === 0)
      throw new Error(`There is nothing to import in ${path}. Expected ${fileNames()} (also .tsv, .csv.gz, .xlsx).`);
    if (dryRun)
      return await importSources({ ...effects, confirmLock: async () => undefined }, opened, options, rejects);
    const request: LockRequest = { ...importer, work: 'import', clock, randomBytes };
    return await withWriterLock(table, account, request, async (lock) => {
      // it may have been deleted in the meantime
      await readAccount(lock.table, account);
      return importSources({ ...effects, table: lock.table, confirmLock: lock.confirm }, opened, options, rejects);
    });
  } finally {
    opened.close();
  }
}

/** One way: files, rows, facts, plan, write. Nothing is written before everything was compared. */
async function importSources(
  effects: LockedEffects,
  opened: Sources,
  options: ImportOptions,
  rejects: Rejects,
): Promise<Imported> {
  const { table } = effects;
  const { account, dryRun = false, every, arrivals = false } = options;
  const now = options.now ?? new Date(effects.clock()).toISOString();
  const oddCells = new Problems();
  const erased = await readErased(table, account);
  const hide: Hide = (row) => withoutErasedNames(row, erased);
  const read = await readFiles(effects, opened, oddCells, hide);
  const stored = await readFeeds(table, account);
  const { expected } = opened;
  const dated = read.map((file) => withKnownDay(file, now.slice(0, 10), stored, oddCells));
  const files = withLeadingList(dated, stored, expected);
  const watched: Watched = { stored, expected, files, arrivals, now, ...(every !== undefined && { every }) };
  const planned = await planFiles(effects, files, options, watched, rejects, erased);
  const { facts, comparison, removed, gone, closed } = planned;
  const unsignaled = await withoutSignals(effects, facts, options, now);
  // before anything is imported, so that no rejected row is lost if the import is killed
  const folder = dryRun ? undefined : options.rejects;
  const written = folder === undefined ? {} : await writeRejects(folder, files, rejects, hide);
  const feeds = feedsAfter(watched, newestDates(facts), rejects);
  const { problems } = rejects;
  const result: ImportResult = {
    dryRun,
    kinds: Object.fromEntries(planOf(comparison)),
    removed: Object.fromEntries(removed.counts),
    ...(gone && { gone }),
    movedReads: sumBy(facts.files, ({ movedReads }) => movedReads),
    closed: { count: closed.count, unseen: closed.unseen },
    feeds: feeds.map(({ columns: _, names: __, ...feed }) => feed),
    ...(options.rejects !== undefined && {
      rejected: {
        files: rejects.files(),
        written: Object.keys(written),
        rows: written,
        problems: withoutErasedPeople(problems.groups(), erased),
        count: problems.count(),
      },
    }),
    superseded: opened.superseded,
    supersededRows: sumBy(facts.files, ({ superseded }) => superseded),
    skipped: opened.skipped,
    presets: opened.presets,
    learned: opened.learned,
    unknownNames: facts.unknown.filter(({ name }) => !namesErased(name, erased)),
    renamed: renamedIn(comparison),
    files: files.map(({ report }) => ({ ...report, notes: report.notes.map(erased.scrub) })),
    signals: topicsIn(facts.files.map(({ signals }) => signals)),
    warnings: withoutErasedPeople(
      [oddCells, ...facts.files.map(({ warnings }) => warnings)].flatMap((each) => each.groups()),
      erased,
    ),
    clients: facts.clients.size,
    ...unsignaled,
  };
  const samples = opened.samples.map((sample) => ({ ...sample, rows: sample.rows.map(hide) }));
  const changes = effects.isHeld && !dryRun ? clientChanges(planned) : undefined;
  const held = changes && (await effects.isHeld?.(changes)) ? changes : undefined;
  const first = dryRun || held ? facts.files.flatMap((file) => file.first) : [];
  if (dryRun || held) return { result, removed, update: noUpdate, samples, first, ...(held && { held }) };
  // nothing of the files is kept: the first scores wait for some that are
  const update = facts.files.length === 0 ? noUpdate : await writePlanned(effects, planned, options, now, erased);
  if (feeds.length > 0) await saveFeeds(table, account, recordsAfter(stored, feeds));
  return { result, removed, update, samples, first };
}

async function readFiles({ begin, room }: Effects, { sources, bytes }: Sources, warnings: Problems, hide: Hide) {
  const progress = begin('reading', bytes);
  const keepRoom = room && roomFor(room);
  const files: FileOfRows[] = [];
  for (const source of sources) files.push(await readFile(source, warnings, progress.add, keepRoom, hide));
  progress.end();
  return files;
}
