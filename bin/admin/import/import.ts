import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { fullProjection, projection, rescoring } from '../../../shared/jobs/requests.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Context } from '../cli/context.ts';
import { showProgress } from '../cli/progress.ts';
import { createProblems, InvalidFiles, type Problems } from '../files/problems.ts';
import type { Source } from '../files/source.ts';
import { runWorker } from '../target/run-worker.ts';
import type { Target } from '../target/target.ts';
import { type Checked, type Checking, checkFiles } from './check/check.ts';
import type { TopicSummary } from './check/signal-summary.ts';
import { type FileReport, inspect } from './inspect.ts';
import { withImportLock } from './lock.ts';
import { type Plan, planImport } from './plan.ts';
import { findRemovals, type Removals, removeUnnamed } from './prune/prune.ts';
import { unnamedIn } from './prune/removals.ts';
import { openSources, type SourceOptions } from './sources.ts';
import { writeImport } from './write.ts';

export interface ImportOptions extends SourceOptions {
  readonly account: Account;
  readonly score?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** Called with every change of a stored value. */
  readonly onChange?: (change: string) => void;
  /** Throws if the records must not be removed. */
  readonly confirm: (removals: Removals) => Promise<void>;
}

export interface Report {
  readonly files: readonly FileReport[];
  readonly skipped: readonly string[];
  readonly warnings: Problems;
  readonly signals: readonly TopicSummary[];
  readonly clients: number;
  readonly clientsWithSignals: number;
}

export interface Imported {
  readonly plan: Plan;
  readonly report: Report;
  readonly removed: Removals;
  readonly movedReads: number;
  readonly dryRun: boolean;
  readonly views: 'asked' | 'done' | 'unchanged';
}

const noRemovals: Removals = { clients: [], portfolios: [], reduced: [], counts: new Map() };

/**
 * Imports the files, then updates the views. Two functions, so that the memory of the first is freed for the second.
 */
export async function importFiles(
  context: Context,
  target: Target,
  path: string,
  options: ImportOptions,
): Promise<Imported> {
  const interruption = onInterrupt(context);
  try {
    return await importWatched(context, target, path, options, interruption);
  } finally {
    interruption.end();
  }
}

async function importWatched(
  context: Context,
  target: Target,
  path: string,
  options: ImportOptions,
  interruption: Interruption,
): Promise<Imported> {
  const { requests, ...outcome } = await writeFiles(context, target, path, options, interruption);
  if (requests.length === 0) return { ...outcome, views: 'unchanged' };
  context.terminal.status?.(options.score ? 'Scoring the account and updating its views …' : 'Updating the views …');
  const views = await runWorker(context, target, requests);
  context.terminal.status?.('');
  return { ...outcome, views };
}

type Written = Omit<Imported, 'views'> & { readonly requests: readonly Outgoing[] };

async function writeFiles(
  context: Context,
  target: Target,
  path: string,
  options: ImportOptions,
  interruption: Interruption,
): Promise<Written> {
  await readAccount(target.table, options.account);
  const opened = await openSources(path, options);
  const work = () => writeSources(context, target, opened, options, interruption);
  try {
    return await (options.dryRun ? work() : withImportLock(target.table, options.account, context.clock, work));
  } finally {
    await opened.close();
  }
}

/**
 * Reads the files four times: to report their columns, to check them, to compare them with what is stored, and to
 * write them. Writes nothing if a file has a problem. Returns the requests for the worker.
 */
async function writeSources(
  context: Context,
  { table }: Target,
  opened: Awaited<ReturnType<typeof openSources>>,
  options: ImportOptions,
  interruption: Interruption,
): Promise<Written> {
  const { account, score = false, dryRun = false, prune = false, confirm, onChange } = options;
  const { bytes } = opened;
  const now = new Date(context.clock()).toISOString();
  const [problems, warnings] = [createProblems(), createProblems()];
  const { sources, files } = await inspectSources(context, opened.sources, bytes, warnings);
  const checking: Checking = {
    ...{ table, account, factOptions: { now, exact: prune }, problems, warnings, prune },
    refersByName: files.some((file) => file.columns.some(({ readAs }) => readAs.includes('Client Name'))),
  };
  const refuse = () => {
    if (problems.count() > 0) throw new InvalidFiles(problems);
  };

  const reading = showProgress(context, 'Checking', bytes);
  const checked = await checkFiles(sources, { ...checking, onBytes: reading.add });
  reading.end();
  refuse();
  const comparing = showProgress(context, 'Comparing', bytes);
  const plan = await planImport(sources, checked, { ...checking, onBytes: comparing.add }, onChange);
  comparing.end();
  refuse();
  const kinds = new Set(sources.map(({ kind }) => kind.name));
  const isUnnamed = unnamedIn(kinds, checked.named);
  const removed = prune ? await findRemovals(table, account, kinds, isUnnamed) : noRemovals;
  const report = { ...reportOf(checked), files, skipped: opened.skipped, warnings };
  const outcome = { plan, report, removed, movedReads: checked.movedReads, dryRun };
  if (dryRun) return { ...outcome, requests: [] };

  const removes = removed.counts.size + removed.reduced.length > 0;
  if (removes) await confirm(removed);
  // the views are updated once at the end, not after every batch
  const changedClients = new Set<string>();
  let viewsChange = false;
  const writer: FactWriter = {
    table,
    randomBytes: context.randomBytes,
    project: async (_, clientIds) => {
      viewsChange = true;
      for (const id of clientIds) changedClients.add(id);
    },
  };
  const rows = [...checked.counts.values()].reduce((sum, count) => sum + count, 0);
  const writing = showProgress(context, 'Writing', rows);
  const { factOptions } = checking;
  let written = 0;
  const onWritten = (count: number) => {
    written += count;
    writing.add(count);
  };
  interruption.say(() => `${written.toLocaleString('en')} of ${rows.toLocaleString('en')} rows are written`);
  await writeImport(sources, checked, plan, { table, account, factOptions, writer, onWritten });
  writing.end();
  if (removes) {
    context.terminal.status?.('Removing …');
    await removeUnnamed(writer, account, removed, isUnnamed);
  }

  const { randomBytes } = context;
  const requests: Outgoing[] = [];
  // a worker that was scoring a client while it was removed may have stored its score again
  const removedIds = removed.clients.map(({ id }) => id);
  if (removedIds.length > 0) requests.push(...projection(account, removedIds, randomBytes));
  // scores the day again if it was scored before the import
  if (score) requests.push(rescoring(account, now.slice(0, 10), randomBytes));
  // project everything: a killed run may have removed clients that this run does not know about
  else if (prune) requests.push(fullProjection(account, randomBytes));
  else if (viewsChange) requests.push(...projection(account, [...changedClients], randomBytes));
  return { ...outcome, requests };
}

async function inspectSources(context: Context, opened: readonly Source[], bytes: number, warnings: Problems) {
  const progress = showProgress(context, 'Reading', bytes);
  const sources: Source[] = [];
  const files: FileReport[] = [];
  for (const source of opened) {
    const inspected = await inspect(source, warnings, progress.add);
    sources.push(inspected.source);
    files.push(inspected.report);
  }
  progress.end();
  return { sources, files };
}

function reportOf({ signals, clients }: Checked) {
  return { signals: signals.topics(), clients: clients.size(), clientsWithSignals: signals.clients() };
}

const interrupted = 130;

interface Interruption {
  /** Sets the text that reports the progress so far. */
  readonly say: (done: () => string) => void;
  readonly end: () => void;
}

/** On Ctrl-C, prints what was done and how to continue. */
function onInterrupt({ terminal: { err, status } }: Context): Interruption {
  let done = () => 'nothing is written yet';
  const stop = () => {
    status?.('');
    err(`Stopped: ${done()}. Run the same command again to complete the import.`);
    process.exit(interrupted);
  };
  // runs before the handler of the CLI, which only ends the process
  process.prependOnceListener('SIGINT', stop);
  return {
    say: (text) => {
      done = text;
    },
    end: () => process.off('SIGINT', stop),
  };
}
