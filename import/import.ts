import { dayOf } from '../shared/domain/dates.ts';
import { rebuilding, rescoring } from '../shared/jobs/requests.ts';
import { readAccount } from '../shared/table/access/accounts.ts';
import { readFeeds, saveFeeds } from '../shared/table/arrivals/feeds.ts';
import { writingFacts } from '../shared/table/facts/writer.ts';
import { type Taker, type WriterLock, withWriterLock } from '../shared/table/facts/writer-lock.ts';
import type { Table } from '../shared/table/store/table.ts';
import { fileNames } from './arrived/inputs.ts';
import { openSources, type Sources } from './arrived/sources.ts';
import type { Effects } from './effects.ts';
import { type Checking, countsOf, type Facts, factsIn, newestDates } from './facts/check.ts';
import { Rejects } from './facts/rejects.ts';
import { topicsIn } from './facts/signal-summary.ts';
import { countWithoutSignals } from './facts/unsignaled.ts';
import { writeRejects } from './facts/write-rejects.ts';
import { Problems } from './files/problems.ts';
import type { UnknownName } from './files/unknown-name.ts';
import type { Imported, ImportOptions, ViewUpdate } from './imported.ts';
import { closeRows } from './plan/closed-rows.ts';
import { planOf, renamedIn } from './plan/compare.ts';
import { letLeave } from './plan/gone.ts';
import { removeUnnamed } from './plan/prune.ts';
import { feedsAfter, recordsAfter, type Watched } from './plan/watched-feeds.ts';
import { writeImport } from './plan/write.ts';
import { type Planned, planFiles, sumBy, sumOf } from './planned.ts';
import type { ImportResult } from './result.ts';
import { type FileOfRows, readFile } from './rows/read.ts';
import { roomFor } from './rows/room.ts';

/** Imports the files of a folder, or one file. The caller sends the requests for the worker. */
export async function importFiles(effects: Effects, path: string, options: ImportOptions): Promise<Imported> {
  const { table, importer, clock, randomBytes } = effects;
  const { account, dryRun } = options;
  await readAccount(table, account);
  const isStrict = options.rejects === undefined;
  const rejects = new Rejects(!isStrict, options.maxRejects);
  const feeds = await readFeeds(table, account);
  const names = new Map(feeds.flatMap(({ feed, names: pattern }) => (pattern === undefined ? [] : [[feed, pattern]])));
  const opened = await openSources(path, { ...options, names }, (problem) => rejects.add(problem));
  try {
    if (isStrict && opened.sources.length === 0 && rejects.problems.count() === 0)
      throw new Error(`There is nothing to import in ${path}. Expected ${fileNames()} (also .tsv, .csv.gz, .xlsx).`);
    if (dryRun)
      return await importSources({ ...effects, confirmLock: async () => undefined }, opened, options, rejects);
    const taker: Taker = { ...importer, work: 'import', clock, randomBytes };
    return await withWriterLock(table, account, taker, async (lock) => {
      // it may have been deleted in the meantime
      await readAccount(lock.table, account);
      return importSources({ ...effects, table: lock.table, confirmLock: lock.confirm }, opened, options, rejects);
    });
  } finally {
    opened.close();
  }
}

/** The names in files that no client has, with proposals, and what is wrong with rows otherwise. Writes nothing. */
export async function unknownNames(
  table: Table,
  path: string,
  options: ImportOptions,
  now: number,
): Promise<{ readonly unknown: readonly UnknownName[]; readonly problems: Problems }> {
  const { account } = options;
  await readAccount(table, account);
  const rejects = new Rejects(false);
  const opened = await openSources(path, options, (problem) => rejects.add(problem));
  try {
    const files: FileOfRows[] = [];
    for (const source of opened.sources) files.push(await readFile(source, new Problems()));
    const checking: Checking = {
      table,
      account,
      facts: { now: new Date(now).toISOString(), prune: false },
      unknown: 'skipped',
      missing: new Set(),
      onRows: () => undefined,
    };
    const { unknown } = await factsIn(files, checking, rejects);
    return { unknown, problems: rejects.problems };
  } finally {
    opened.close();
  }
}

interface LockedEffects extends Effects {
  /** Throws if the lock of the account is lost. */
  readonly confirmLock: WriterLock['confirm'];
}

const noUpdate: ViewUpdate = { requests: [], clients: 0 };

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
  const files = await readFiles(effects, opened, oddCells);
  const stored = await readFeeds(table, account);
  const { expected } = opened;
  const watched: Watched = { stored, expected, files, arrivals, now, ...(every !== undefined && { every }) };
  const planned = await planFiles(effects, files, options, watched, rejects);
  const { facts, comparison, removed, gone, closed } = planned;
  const unsignaled = await withoutSignals(effects, facts, options, now);
  // before anything is imported, so that no rejected row is lost if the import is killed
  const folder = dryRun ? undefined : options.rejects;
  const written = folder === undefined ? [] : await writeRejects(folder, files, rejects);
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
      rejected: { files: rejects.files(), written, problems: problems.groups(), count: problems.count() },
    }),
    superseded: opened.superseded,
    supersededRows: sumBy(facts.files, ({ superseded }) => superseded),
    skipped: opened.skipped,
    presets: opened.presets,
    unknownNames: facts.unknown,
    renamed: renamedIn(comparison),
    files: files.map(({ report }) => report),
    signals: topicsIn(facts.files.map(({ signals }) => signals)),
    warnings: [oddCells, ...facts.files.map(({ warnings }) => warnings)].flatMap((each) => each.groups()),
    clients: facts.clients.size,
    ...unsignaled,
  };
  if (dryRun) return { result, removed, update: noUpdate };
  // nothing of the files is kept: the first scores wait for some that are
  const update = facts.files.length === 0 ? noUpdate : await writePlanned(effects, planned, options, now);
  if (feeds.length > 0) await saveFeeds(table, account, recordsAfter(stored, feeds));
  return { result, removed, update };
}

async function readFiles({ begin, room }: Effects, { sources, bytes }: Sources, warnings: Problems) {
  const progress = begin('reading', bytes);
  const keepsRoom = room && roomFor(room);
  const files: FileOfRows[] = [];
  for (const source of sources) files.push(await readFile(source, warnings, progress.add, keepsRoom));
  progress.end();
  return files;
}

/**
 * Counts the clients that a score of today finds no signals for. It takes a read per client, so in an account with data
 * only a dry run does it.
 */
async function withoutSignals(
  { table, begin }: Effects,
  { clients, files, statements, isEmpty }: Facts,
  { account, dryRun, prune }: ImportOptions,
  now: string,
): Promise<Pick<ImportResult, 'clientsWithoutSignals'>> {
  const left = clients.ids().filter((id) => !files.some(({ signals }) => signals.hasRecent(id)));
  // with --prune, only the signals of the files stay
  if (isEmpty || (prune && statements.has('signals'))) return { clientsWithoutSignals: left.length };
  if (!dryRun) return {};
  const progress = begin('signals', left.length);
  const count = await countWithoutSignals(table, account, left, dayOf(now.slice(0, 10)), () => progress.add(1));
  progress.end();
  return { clientsWithoutSignals: count };
}

/** Writes the rows and removes what the files do not name. Returns the requests for the worker. */
async function writePlanned(
  effects: LockedEffects,
  { facts, comparison, removed, closed, gone }: Planned,
  options: ImportOptions,
  now: string,
): Promise<ViewUpdate> {
  const { table, clock, randomBytes, begin, confirm, onPlan, onBatch, confirmLock } = effects;
  const { account, score, history, prune = false, written } = options;
  const removes = removed.counts.size + removed.reduced.length > 0;
  if (removes) await confirm(removed);
  await onPlan?.(planOf(comparison), removed, renamedIn(comparison));
  const rows = sumOf(countsOf(facts));
  const writing = begin('writing', rows);
  // with other rows than then, all are written again
  const skip = written?.of === rows ? written.rows : 0;
  let done = 0;
  const onWritten = async (count: number) => {
    done += count;
    writing.add(count);
    if (done > skip) await onBatch?.(done, rows);
  };
  const left = new Set(removed.clients.map(({ id }) => id));
  const closing = closed.clientIds.filter((id) => !left.has(id));
  const forWriter = { table, clock, randomBytes, confirm: confirmLock };
  const { isBehind } = await writingFacts(forWriter, account, async (writer) => {
    await writeImport(facts, comparison, { account, facts: { now, prune }, writer, skip, onWritten });
    writing.end();
    await closeRows(writer, account, closed, closing);
    if (gone) await letLeave(writer, account, gone, now);
    if (!removes) return;
    const removing = begin('removing', sumOf(removed.counts));
    await removeUnnamed(writer, account, removed, facts.isUnnamed, removing.add);
    removing.end();
  });

  const clients = facts.clients.size;
  // scores the day again if it was scored before the import
  if (score) return { requests: [rescoring(account, now.slice(0, 10), randomBytes, history)], clients };
  if (!isBehind) return noUpdate;
  return { requests: [rebuilding(account, randomBytes)], clients };
}
