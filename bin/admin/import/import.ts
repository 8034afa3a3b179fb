import { dayOf } from '../../../shared/domain/dates.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { fullProjection, projection, rescoring } from '../../../shared/jobs/requests.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Context } from '../cli/context.ts';
import { type Interruption, onInterrupt } from '../cli/interruption.ts';
import { showProgress } from '../cli/progress.ts';
import { createProblems, InvalidFiles, type Problems } from '../files/problems.ts';
import type { Source } from '../files/source.ts';
import type { Target } from '../target/target.ts';
import { type Checked, type Checking, checkFiles } from './check/check.ts';
import type { TopicSummary } from './check/signal-summary.ts';
import { countWithoutSignals } from './check/unsignaled.ts';
import { type FileReport, inspect } from './inspect.ts';
import { withImportLock } from './lock.ts';
import { type Plan, planImport } from './plan.ts';
import { findRemovals, type Removals, removeUnnamed } from './prune/prune.ts';
import { unnamedIn } from './prune/removals.ts';
import { openSources, type SourceOptions, type Sources } from './sources.ts';
import { updateViews, type ViewUpdate } from './views.ts';
import { writeImport } from './write.ts';

export interface ImportOptions extends SourceOptions {
  readonly account: Account;
  readonly score?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** Called with every added, changed or removed record. */
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
  /** Clients without signals of the last 90 days. Only known after a dry run and after the first import. */
  readonly clientsWithoutSignals?: number;
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
  const interruption = onInterrupt(
    context,
    () => 'nothing is written. Run the same command again to import the files.',
  );
  try {
    const { update, ...outcome } = await writeFiles(context, target, path, options, interruption);
    if (update.requests.length > 0) {
      const missing = options.score ? 'the account is not scored' : 'the views are not up to date';
      interruption.say(
        () => `all rows are written, but ${missing}. Run the same command again to complete the import.`,
      );
    }
    return { ...outcome, views: await updateViews(context, target, update) };
  } finally {
    interruption.end();
  }
}

type Written = Omit<Imported, 'views'> & { readonly update: ViewUpdate };

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
  opened: Sources,
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

  const reading = showProgress(context, 'Checking', bytes, 'bytes');
  const checked = await checkFiles(sources, { ...checking, onBytes: reading.add });
  reading.end();
  refuse();
  const comparing = showProgress(context, 'Comparing', bytes, 'bytes');
  const plan = await planImport(sources, checked, { ...checking, onBytes: comparing.add }, onChange);
  comparing.end();
  refuse();
  const kinds = new Set(sources.map(({ kind }) => kind.name));
  const isUnnamed = unnamedIn(kinds, checked.named);
  const searching = showProgress(context, 'Looking for records to remove', 0, 'clients');
  const onClients = searching.add;
  const removed = prune ? await findRemovals(table, account, kinds, isUnnamed, { onClients, onChange }) : noRemovals;
  searching.end();
  const unsignaled = await withoutSignals(context, table, checked, options, now);
  const report = { ...reportOf(checked), ...unsignaled, files, skipped: opened.skipped, warnings };
  const outcome = { plan, report, removed, movedReads: checked.movedReads, dryRun };
  if (dryRun) return { ...outcome, update: { requests: [], clients: 0, scores: score } };

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
  const rows = countedWork(context, interruption, 'Writing', 'rows', checked.counts);
  await writeImport(sources, checked, plan, { ...checking, writer, onWritten: rows.add });
  rows.end();
  if (removes) {
    const records = countedWork(context, interruption, 'Removing', 'records', removed.counts);
    await removeUnnamed(writer, account, removed, isUnnamed, records.add);
    records.end();
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
  else if (viewsChange && isMostOf(changedClients.size, checked.clients.size())) {
    requests.push(fullProjection(account, randomBytes));
  } else if (viewsChange) requests.push(...projection(account, [...changedClients], randomBytes));
  const clients = score || prune ? checked.clients.size() : changedClients.size;
  return { ...outcome, update: { requests, clients, scores: score } };
}

/** One rebuild is then cheaper than a publication for each hundred clients. */
function isMostOf(changed: number, all: number): boolean {
  return changed > 100 && changed > all / 2;
}

/** Shows the progress of writes; if they are interrupted, says how many are done. */
function countedWork(
  context: Context,
  interruption: Interruption,
  title: string,
  unit: 'rows' | 'records',
  counts: ReadonlyMap<unknown, number>,
) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const progress = showProgress(context, title, total, unit);
  const verb = unit === 'rows' ? 'written' : 'removed, and all rows are written';
  let done = 0;
  interruption.say(() => {
    const amounts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
    return `${amounts} are ${verb}. Run the same command again to complete the import.`;
  });
  return {
    add: (count: number) => {
      done += count;
      progress.add(count);
    },
    end: progress.end,
  };
}

async function inspectSources(context: Context, opened: readonly Source[], bytes: number, warnings: Problems) {
  const progress = showProgress(context, 'Reading', bytes, 'bytes');
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
  return { signals: signals.topics(), clients: clients.size() };
}

/**
 * Counts the clients that a score of today finds no signals for. It takes a read per client, so in an account with data
 * only a dry run does it.
 */
async function withoutSignals(
  context: Context,
  table: Target['table'],
  { clients, signals, counts, isEmpty }: Checked,
  { account, dryRun = false, prune = false }: ImportOptions,
  now: string,
): Promise<Pick<Report, 'clientsWithoutSignals'>> {
  const left = clients.ids().filter((id) => !signals.hasRecent(id));
  // with --prune, only the signals of the files stay
  if (isEmpty || (prune && counts.has('signals'))) return { clientsWithoutSignals: left.length };
  if (!dryRun) return {};
  const progress = showProgress(context, 'Looking for signals', left.length, 'clients');
  const today = dayOf(now.slice(0, 10));
  const count = await countWithoutSignals(table, account, left, today, () => progress.add(1));
  progress.end();
  return { clientsWithoutSignals: count };
}
