import { dayOf } from '../shared/domain/dates.ts';
import type { Outgoing } from '../shared/jobs/queue.ts';
import { rebuilding, rescoring } from '../shared/jobs/requests.ts';
import { readAccount } from '../shared/table/access/accounts.ts';
import { readFeeds, saveFeeds } from '../shared/table/access/feeds.ts';
import { type Taker, type WriterLock, withWriterLock } from '../shared/table/access/writer-lock.ts';
import { writingFacts } from '../shared/table/facts/writer.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import type { Table } from '../shared/table/store/table.ts';
import { type Checked, type Checking, checkFiles } from './check/check.ts';
import type { TopicSummary } from './check/signal-summary.ts';
import { countWithoutSignals } from './check/unsignaled.ts';
import type { Effects } from './effects.ts';
import { type ClosedRows, closedRows, closeRows, isOpenTwin } from './feeds/closed-rows.ts';
import { recordsOfFeeds } from './feeds/feed-records.ts';
import type { Superseded } from './feeds/newest.ts';
import { type FeedReport, feedsAfter, recordsAfter, silentFeeds, type Watched } from './feeds/watched-feeds.ts';
import type { KindName } from './files/kinds/kind.ts';
import { createProblems, InvalidFiles, joined, type Problem, type Problems } from './files/problems.ts';
import type { Source } from './files/source.ts';
import type { UnknownName } from './files/unknown-name.ts';
import type { SourceOptions } from './inputs.ts';
import { type FileReport, type Inspection, inspect } from './inspect.ts';
import { type Comparison, type Plan, planImport, type Renamed, unchanged } from './plan.ts';
import { findGone, type Gone, letLeave } from './prune/gone.ts';
import { findRemovals, type Removals, removeUnnamed } from './prune/prune.ts';
import { type IsUnnamed, unnamedIn } from './prune/removals.ts';
import { protectedFrom } from './rejects/protection.ts';
import { type RejectedFile, type RejectLimit, Rejects, withoutRejects } from './rejects/rejects.ts';
import { writeRejects } from './rejects/write-rejects.ts';
import { openSources, type Sources } from './sources.ts';
import { writeImport } from './write.ts';

export interface ImportOptions extends SourceOptions {
  readonly account: Account;
  readonly score?: boolean;
  /** With `score`: also computes up to so many days before the first score. */
  readonly history?: number;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** `leave`: clients that a full list does not have any more have left on its date. */
  readonly gone?: 'leave';
  /** Leaves out the rows that have problems, and writes them to this folder. Without it, a problem stops the import. */
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  /** From now on, each feed with a file is expected to send one every so many days. */
  readonly every?: number;
  /** The files are only what has just arrived: a feed without a file is not missing before its day is over. */
  readonly arrivals?: boolean;
  /** When the import began, if it is repeated, ISO 8601. Default: now. */
  readonly now?: string;
  /** What an earlier part of the same import has written: so many rows, of so many. */
  readonly written?: { readonly rows: number; readonly of: number };
}

/** What was not imported. */
interface Rejected {
  readonly files: readonly RejectedFile[];
  /** The files that were written, with the rejected rows. */
  readonly written: readonly string[];
  readonly problems: Problems;
}

interface Report {
  readonly files: readonly FileReport[];
  readonly skipped: readonly string[];
  readonly superseded: readonly Superseded[];
  /** Rows that a newer file of the same feed has too. */
  readonly supersededRows: number;
  readonly warnings: Problems;
  /** The presets that read files which are not imported, by their names. */
  readonly presets: Readonly<Record<string, string>>;
  /** Names that no client has. */
  readonly unknown: readonly UnknownName[];
  readonly renamed: readonly Renamed[];
  readonly signals: readonly TopicSummary[];
  readonly clients: number;
  /** Clients without signals of the last 90 days. Only known after a dry run and after the first import. */
  readonly clientsWithoutSignals?: number;
}

export interface Imported {
  readonly plan: Plan;
  readonly report: Report;
  readonly removed: Removals;
  /** Only with `gone`, if there is a full list of clients. */
  readonly gone?: Gone;
  readonly movedReads: number;
  /** Open signals that are over or that left their file, and those that no file has had for a while. */
  readonly closed: Pick<ClosedRows, 'count' | 'unseen'>;
  /** The feeds with files in this import, and those that are watched. */
  readonly feeds: readonly FeedReport[];
  readonly dryRun: boolean;
  /** Only with `rejects`. */
  readonly rejected?: Rejected;
  readonly update: ViewUpdate;
}

/** What the worker has to do now, and for how many clients. */
export interface ViewUpdate {
  readonly requests: readonly Outgoing[];
  readonly clients: number;
}

/** Imports the files of a folder, or one file. The caller sends the requests for the worker. */
export async function importFiles(effects: Effects, path: string, options: ImportOptions): Promise<Imported> {
  const { table, importer, clock, randomBytes } = effects;
  const { account, dryRun } = options;
  await readAccount(table, account);
  const rejects = options.rejects === undefined ? undefined : new Rejects(options.maxRejects);
  const feeds = await readFeeds(table, account);
  const names = new Map(feeds.flatMap(({ feed, names: pattern }) => (pattern === undefined ? [] : [[feed, pattern]])));
  const opened = await openSources(path, {
    ...options,
    names,
    ...(rejects && { refuse: (problem: Problem) => rejects.add(problem) }),
  });
  try {
    if (dryRun)
      return await importSources({ ...effects, confirmLock: async () => undefined, rejects }, opened, options);
    const taker: Taker = { ...importer, work: 'import', clock, randomBytes };
    return await withWriterLock(table, account, taker, async (lock) => {
      // it may have been deleted in the meantime
      await readAccount(lock.table, account);
      return importSources({ ...effects, table: lock.table, confirmLock: lock.confirm, rejects }, opened, options);
    });
  } finally {
    await opened.close();
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
  const problems = createProblems();
  const opened = await openSources(path, { ...options, refuse: problems.add });
  try {
    const sources: Source[] = [];
    const recordsOf = recordsOfFeeds(opened.sources);
    for (const source of opened.sources)
      sources.push((await inspect(source, createProblems(), undefined, recordsOf(source))).source);
    const factOptions = { now: new Date(now).toISOString(), exact: false };
    const others = { ...problems, add: (problem: Problem) => problem.reference || problems.add(problem) };
    const checking = { table, account, factOptions, problems: others, prune: false, refersByName: true };
    const { unknown } = await checkFiles(sources, checking);
    return { unknown, problems };
  } finally {
    await opened.close();
  }
}

interface LockedEffects extends Effects {
  /** Throws if the lock of the account is lost. */
  readonly confirmLock: WriterLock['confirm'];
  readonly rejects: Rejects | undefined;
}

/** One import under way. */
interface Run extends LockedEffects, Pick<ImportOptions, 'account' | 'written' | 'gone'> {
  readonly score: boolean;
  readonly history: number | undefined;
  readonly dryRun: boolean;
  readonly prune: boolean;
  /** The beginning of the import, ISO 8601. */
  readonly now: string;
  /** Of all files together. */
  readonly bytes: number;
  readonly problems: Problems;
  readonly warnings: Problems;
}

/** Files without problems, and what importing them changes. */
interface Planned extends Comparison {
  readonly sources: readonly Source[];
  readonly checking: Omit<Checking, 'warnings'>;
  readonly checked: Checked;
  readonly warnings: Problems;
  readonly unknown: readonly UnknownName[];
  readonly removed: Removals;
  readonly gone?: Gone;
  readonly isUnnamed: IsUnnamed;
  readonly closed: ClosedRows;
}

/**
 * Reads the files four times: to report their columns, to check them, to compare them with what is stored, and to
 * write them. Writes nothing if a file has a problem.
 */
async function importSources(effects: LockedEffects, opened: Sources, options: ImportOptions): Promise<Imported> {
  const { account, score = false, dryRun = false, prune = false } = options;
  const { now = new Date(effects.clock()).toISOString() } = options;
  const [problems, warnings] = [createProblems(), createProblems()];
  const { written } = options;
  const { gone } = options;
  const asked = {
    account,
    ...(gone && { gone }),
    score,
    history: options.history,
    dryRun,
    prune,
    now,
    ...(written && { written }),
  };
  const run: Run = { ...effects, ...asked, bytes: opened.bytes, problems, warnings };

  const { inspected, files } = await inspectSources(run, opened.sources);
  const sources = inspected.map(({ source }) => source);
  const stored = await readFeeds(run.table, account);
  const { every, arrivals = false } = options;
  const watched = {
    stored,
    expected: opened.expected,
    inspected,
    arrivals,
    now,
    ...(every !== undefined && { every }),
  };
  const planned = await planSources(run, sources, files, watched);
  const { plan, checked, removed } = planned;
  const unsignaled = await withoutSignals(run, checked);
  const { movedReads, signals, clients } = checked;
  const { rejects } = effects;
  const rejected = rejects && (await rejectedBy(rejects, sources, dryRun ? undefined : options.rejects));
  const about = { signals: signals.topics(), clients: clients.size(), ...unsignaled };
  const { skipped, superseded, presets } = opened;
  const supersededRows = checked.superseded + leftOutOf(sources);
  const read = { files, skipped, presets, superseded, supersededRows, warnings: joined(warnings, planned.warnings) };
  const report = { ...read, unknown: planned.unknown, renamed: planned.renamed, ...about };
  const { count, unseen } = planned.closed;
  const outcome = {
    closed: { count, unseen },
    plan,
    removed,
    ...(planned.gone && { gone: planned.gone }),
    movedReads,
    feeds: feedsAfter(watched, checked.newest, rejects),
    dryRun,
    report,
    ...(rejected && { rejected }),
  };
  if (dryRun) return { ...outcome, update: { requests: [], clients: 0 } };
  const update = await writePlanned(run, planned);
  if (outcome.feeds.length > 0) await saveFeeds(run.table, account, recordsAfter(stored, outcome.feeds));
  return { ...outcome, update };
}

async function inspectSources(run: Run, opened: readonly Source[]) {
  const progress = run.begin('reading', run.bytes);
  const inspected: Inspection[] = [];
  const recordsOf = recordsOfFeeds(opened);
  for (const source of opened) inspected.push(await inspect(source, run.warnings, progress.add, recordsOf(source)));
  progress.end();
  const files = inspected.flatMap(({ source, report }) => (isOpenTwin(source) ? [] : [report]));
  return { inspected, files };
}

/** Writes the rejected rows before anything is imported, so that none is lost if the import is killed. */
async function rejectedBy(rejects: Rejects, sources: readonly Source[], folder: string | undefined): Promise<Rejected> {
  const written = folder === undefined ? [] : await writeRejects(folder, sources, rejects);
  return { files: rejects.files(), written, problems: rejects.problems };
}

function leftOutOf(sources: readonly Source[]): number {
  return sources.reduce((sum, source) => sum + (isOpenTwin(source) ? 0 : (source.leftOut?.size ?? 0)), 0);
}

/** Throws `InvalidFiles` if a file has a problem, and no rejects are wanted. */
async function planSources(
  run: Run,
  inspected: readonly Source[],
  files: readonly FileReport[],
  watched: Watched,
): Promise<Planned> {
  const { table, account, prune, now, begin, onChange, rejects } = run;
  const checking: Omit<Checking, 'warnings'> = {
    ...{
      table,
      account,
      factOptions: { now, exact: prune },
      problems: run.problems,
      prune,
      ...(rejects && { rejects }),
    },
    // if no file refers to clients by name, names need no memory
    refersByName: files.some(
      ({ kind, columns }) =>
        kind === 'aliases' ||
        columns.some(({ readAs }) => readAs.includes('Client Name') || readAs.includes('Client Email')),
    ),
  };
  const { sources, ...found } = await checkedPlan(run, inspected, files, checking);
  const { checked } = found;
  const kinds = new Set(sources.map(({ kind }) => kind.name));
  const named = unnamedIn(kinds, checked.named);
  // `protectedFrom` looks at mended rows itself.
  const repaired = sources.filter(({ isRepair }) => isRepair).map(({ kind }) => kind.name);
  const silent = silentFeeds(watched);
  const isSilent = (name: string) => silent.some(({ feed }) => feed === name);
  const kindsOfSilent = silent.flatMap(({ kind }): KindName[] =>
    kind === 'signals' ? [kind, 'open-signals'] : [kind],
  );
  const missing = new Set([...repaired, ...kindsOfSilent]);
  const isUnnamed = protectedFrom(named, inspected, rejects ?? new Rejects(), checked.clients, missing);
  const open = { table, account, sources, inspected, checked, rejects, isSilent, today: dayOf(now.slice(0, 10)) };
  const gone = run.gone && (await findGone(table, account, sources, isUnnamed, now));
  const planned = { sources, checking, ...found, isUnnamed, closed: await closedRows(open), ...(gone && { gone }) };
  if (!prune) return { ...planned, removed: noRemovals };
  const searching = begin('searching', 0);
  const removed = await findRemovals(table, account, kinds, isUnnamed, { onClients: searching.add, onChange });
  searching.end();
  return { ...planned, removed };
}

/** Checks and compares the files; with rejects, again without the rejected rows until there are no new ones. */
async function checkedPlan(
  run: Run,
  inspected: readonly Source[],
  files: readonly FileReport[],
  checking: Omit<Checking, 'warnings'>,
) {
  const { problems, rejects, bytes, begin, prune, written } = run;
  const rowsOf = (file: string) => files.find((each) => each.file === file)?.rows ?? 0;
  const isValid = ({ unknown }: Checked) => {
    if (rejects) return !rejects.take(rowsOf);
    if (problems.count() > 0) throw new InvalidFiles(problems, unknown);
    return true;
  };
  // the last check that found any: their rows are left out afterwards
  let unknown: readonly UnknownName[] = [];
  for (;;) {
    const warnings = createProblems();
    const changes: string[] = [];
    const sources = rejects ? withoutRejects(inspected, rejects) : inspected;
    const reading = begin('checking', bytes);
    const checked = await checkFiles(sources, { ...checking, warnings, onBytes: reading.add });
    reading.end();
    if (checked.unknown.length > 0) unknown = checked.unknown;
    if (!isValid(checked)) continue;
    // an earlier part of this import has compared the same rows; again it would take as long as writing them
    if (!prune && written?.of === sumOf(checked.counts))
      return { sources, checked, plan: unchanged(checked), renamed: [], changed: new Map(), warnings, unknown };
    const comparing = begin('comparing', bytes);
    const onChange = run.onChange && ((line: string) => void changes.push(line));
    const planned = await planImport(sources, checked, { ...checking, onBytes: comparing.add }, onChange);
    comparing.end();
    if (!isValid(checked)) continue;
    for (const line of changes) run.onChange?.(line);
    return { sources, checked, ...planned, warnings, unknown };
  }
}

const noRemovals: Removals = { clients: [], portfolios: [], aliases: [], reduced: [], counts: new Map() };

/**
 * Counts the clients that a score of today finds no signals for. It takes a read per client, so in an account with data
 * only a dry run does it.
 */
async function withoutSignals(
  { table, account, dryRun, prune, now, begin }: Run,
  { clients, signals, counts, isEmpty }: Checked,
): Promise<Pick<Report, 'clientsWithoutSignals'>> {
  const left = clients.ids().filter((id) => !signals.hasRecent(id));
  // with --prune, only the signals of the files stay
  if (isEmpty || (prune && counts.has('signals'))) return { clientsWithoutSignals: left.length };
  if (!dryRun) return {};
  const progress = begin('signals', left.length);
  const count = await countWithoutSignals(table, account, left, dayOf(now.slice(0, 10)), () => progress.add(1));
  progress.end();
  return { clientsWithoutSignals: count };
}

/** Writes the rows and removes what the files do not name. Returns the requests for the worker. */
async function writePlanned(run: Run, planned: Planned): Promise<ViewUpdate> {
  const { table, account, score, now, written, randomBytes, begin, confirm, onPlan, onBatch } = run;
  const { sources, checking, checked, removed, isUnnamed } = planned;
  const removes = removed.counts.size + removed.reduced.length > 0;
  if (removes) await confirm(removed);
  await onPlan?.(planned.plan, removed, planned.renamed);
  const rows = sumOf(checked.counts);
  const writing = begin('writing', rows);
  // with other rows than then, all are written again
  const skip = written?.of === rows ? written.rows : undefined;
  let done = 0;
  const onWritten = async (count: number) => {
    done += count;
    writing.add(count);
    if (done > (skip ?? 0)) await onBatch?.(done, rows);
  };
  const gone = new Set(removed.clients.map(({ id }) => id));
  const closing = planned.closed.clientIds.filter((id) => !gone.has(id));
  const effects = { table, clock: run.clock, randomBytes, confirm: run.confirmLock };
  const { isBehind, countAgain } = await writingFacts(effects, account, async (writer) => {
    await writeImport(sources, checked, planned, {
      ...checking,
      writer,
      ...(skip !== undefined && { skip }),
      onWritten,
    });
    writing.end();
    await closeRows(writer, account, planned.closed, closing);
    if (planned.gone) await letLeave(writer, account, planned.gone, now);
    if (!removes) return;
    const removing = begin('removing', sumOf(removed.counts));
    await removeUnnamed(writer, account, removed, isUnnamed, removing.add);
    removing.end();
  });

  const clients = checked.clients.size();
  // scores the day again if it was scored before the import
  if (score) {
    const counting = countAgain ? [rebuilding(account, randomBytes, { again: true })] : [];
    return { requests: [...counting, rescoring(account, now.slice(0, 10), randomBytes, run.history)], clients };
  }
  if (!isBehind) return { requests: [], clients: 0 };
  return { requests: [rebuilding(account, randomBytes, { again: countAgain })], clients };
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
