import { dayOf } from '../shared/domain/dates.ts';
import { readAccount } from '../shared/table/access/accounts.ts';
import { readFeeds, saveFeeds } from '../shared/table/arrivals/feeds.ts';
import type { KindName } from '../shared/table/entities/entity.ts';
import { type Taker, withWriterLock } from '../shared/table/facts/writer-lock.ts';
import type { Table } from '../shared/table/store/table.ts';
import { fileNames } from './arrived/inputs.ts';
import { withKnownDay } from './arrived/known-until.ts';
import { openSources, type Sources } from './arrived/sources.ts';
import type { Effects } from './effects.ts';
import { type Checking, countsOf, type Facts, factsIn, newestDates } from './facts/check.ts';
import { Rejects } from './facts/rejects.ts';
import { topicsIn } from './facts/signal-summary.ts';
import { countWithoutSignals } from './facts/unsignaled.ts';
import { writeRejects } from './facts/write-rejects.ts';
import { InvalidFiles, Problems } from './files/problems.ts';
import { kindsOf } from './files/source.ts';
import type { UnknownName } from './files/unknown-name.ts';
import type { Imported, ImportOptions } from './imported.ts';
import { closedRows } from './plan/closed-rows.ts';
import { type Comparison, compareFacts, planOf, renamedIn, unchanged } from './plan/compare.ts';
import { findGone } from './plan/gone.ts';
import { findRemovals, noRemovals } from './plan/prune.ts';
import { feedsAfter, recordsAfter, silentFeeds, type Watched } from './plan/watched-feeds.ts';
import type { ImportResult } from './result.ts';
import { type FileOfRows, readFile } from './rows/read.ts';
import { roomFor } from './rows/room.ts';
import { type LockedEffects, noUpdate, type Planned, sumBy, sumOf, writePlanned } from './write.ts';

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
  const read = await readFiles(effects, opened, oddCells);
  const files = read.map((file) => withKnownDay(file, now.slice(0, 10), oddCells));
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
    learned: opened.learned,
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

/** Throws `InvalidFiles` if a file has a problem, and no rejects are wanted. */
async function planFiles(
  effects: Effects,
  files: readonly FileOfRows[],
  options: ImportOptions,
  watched: Watched,
  rejects: Rejects,
): Promise<Planned> {
  const { table, begin, onChange } = effects;
  const { account, prune = false } = options;
  const { now } = watched;
  const silent = silentFeeds(watched);
  const missing = new Set(
    silent.flatMap(({ kind }): KindName[] => (kind === 'signals' ? [kind, 'open-signals'] : [kind])),
  );
  const { facts, comparison } = await comparedFacts(effects, files, options, now, missing, rejects);
  for (const { lines } of comparison.values()) for (const line of lines) onChange?.(line);
  const { isUnnamed } = facts;
  const gone = options.gone && (await findGone(table, account, files, isUnnamed, now));
  const silentNames = new Set(silent.map(({ feed }) => feed));
  const closed = await closedRows(table, account, files, facts, silentNames, dayOf(now.slice(0, 10)));
  const planned = { facts, comparison, closed, ...(gone && { gone }) };
  if (!prune) return { ...planned, removed: noRemovals };
  const searching = begin('searching', 0);
  const kinds = new Set(files.flatMap(({ source }) => kindsOf(source)));
  const removed = await findRemovals(table, account, kinds, isUnnamed, searching.add, onChange);
  searching.end();
  return { ...planned, removed };
}

/** What the files state, and what it changes. A kind of which the comparison rejects something is done again. */
async function comparedFacts(
  effects: Effects,
  files: readonly FileOfRows[],
  options: ImportOptions,
  now: string,
  missing: ReadonlySet<KindName>,
  rejects: Rejects,
): Promise<Pick<Planned, 'facts' | 'comparison'>> {
  const { table, begin, onChange } = effects;
  const { account, prune = false, written } = options;
  const unknown = options.rejects === undefined ? 'declared' : 'rejected';
  const about = { table, account, facts: { now, prune } };
  let comparison: Comparison = new Map();
  // of the first check: rows with these names are rejected then, so a repeated one does not see them
  let named: Facts['unknown'] = [];
  for (;;) {
    const checking = begin(
      'checking',
      sumBy(files, ({ rows }) => rows.count),
    );
    const checked = await factsIn(files, { ...about, unknown, missing, onRows: checking.add }, rejects);
    checking.end();
    if (checked.unknown.length > 0) named = checked.unknown;
    const facts: Facts = { ...checked, unknown: named };
    endIfStrict(options, facts, rejects);
    // an earlier part of this import has compared the same rows; again it would take as long as writing them
    if (!prune && written?.of === sumOf(countsOf(facts))) return { facts, comparison: unchanged(facts) };
    const comparing = begin('comparing', sumOf(countsOf(facts)));
    const isTold = onChange !== undefined;
    const compared = await compareFacts(facts, { ...about, isTold, onRows: comparing.add }, rejects, comparison);
    comparing.end();
    endIfStrict(options, facts, rejects);
    ({ comparison } = compared);
    if (compared.isComplete) return { facts, comparison };
  }
}

function endIfStrict({ rejects: folder }: ImportOptions, { unknown }: Facts, { problems }: Rejects): void {
  if (folder === undefined && problems.count() > 0) throw new InvalidFiles(problems, unknown);
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
