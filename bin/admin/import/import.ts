import { stat } from 'node:fs/promises';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { fullProjection, projection, rescoring } from '../../../shared/jobs/requests.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Context } from '../cli/context.ts';
import { showProgress } from '../cli/progress.ts';
import type { Kind } from '../files/kinds/kind.ts';
import { createProblems, InvalidFiles } from '../files/problems.ts';
import { runWorker } from '../target/run-worker.ts';
import type { Target } from '../target/target.ts';
import { type Checking, checkFiles } from './check/check.ts';
import { type Plan, planImport } from './plan.ts';
import { findRemovals, type Removals, removeUnnamed } from './prune/prune.ts';
import { unnamedIn } from './prune/removals.ts';
import { sourcesAt } from './sources.ts';
import { writeImport } from './write.ts';

export interface ImportOptions {
  readonly account: Account;
  /** The kind of the one file. */
  readonly as?: Kind;
  readonly score?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** Throws if the records must not be removed. */
  readonly confirm: (removals: Removals) => Promise<void>;
}

export interface Imported {
  readonly plan: Plan;
  readonly removed: Removals;
  readonly movedReads: number;
  readonly dryRun: boolean;
  readonly views: 'asked' | 'done' | 'unchanged';
}

const noRemovals: Removals = { clients: [], portfolios: [], reduced: [], counts: new Map() };

/** Imports the files, then updates the views. Two steps, so that the memory of the first is free in the second. */
export async function importFiles(
  context: Context,
  target: Target,
  path: string,
  options: ImportOptions,
): Promise<Imported> {
  const { requests, ...outcome } = await writeFiles(context, target, path, options);
  return { ...outcome, views: requests.length > 0 ? await runWorker(context, target, requests) : 'unchanged' };
}

/**
 * Reads the files three times: to check them, to compare them with what is stored, and to write them. Writes nothing
 * if a file has a problem. Returns the requests for the worker.
 */
async function writeFiles(
  context: Context,
  { table }: Target,
  path: string,
  { account, as, score = false, dryRun = false, prune = false, confirm }: ImportOptions,
): Promise<Omit<Imported, 'views'> & { requests: Outgoing[] }> {
  await readAccount(table, account);
  const sources = await sourcesAt(path, as);
  const bytes = (await Promise.all(sources.map((source) => stat(source.path)))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  const now = new Date(context.clock()).toISOString();
  const problems = createProblems();
  const checking: Checking = { table, account, factOptions: { now, exact: prune }, problems, prune };
  const refuse = () => {
    if (problems.count() > 0) throw new InvalidFiles(problems);
  };

  const reading = showProgress(context, 'Checking', bytes);
  const checked = await checkFiles(sources, { ...checking, onBytes: reading.add });
  reading.end();
  refuse();
  const comparing = showProgress(context, 'Comparing', bytes);
  const plan = await planImport(sources, checked, { ...checking, onBytes: comparing.add });
  comparing.end();
  refuse();
  const kinds = new Set(sources.map(({ kind }) => kind.name));
  const isUnnamed = unnamedIn(kinds, checked.named);
  const removed = prune ? await findRemovals(table, account, kinds, isUnnamed) : noRemovals;
  const outcome = { plan, removed, movedReads: checked.movedReads, dryRun };
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
  const writing = showProgress(
    context,
    'Writing',
    [...checked.counts.values()].reduce((sum, count) => sum + count, 0),
  );
  await writeImport(sources, checked, plan, {
    table,
    account,
    factOptions: checking.factOptions,
    writer,
    onWritten: writing.add,
  });
  writing.end();
  if (removes) await removeUnnamed(writer, account, removed, isUnnamed);

  const { randomBytes } = context;
  const requests: Outgoing[] = [];
  // a worker that was scoring a client while it was removed may have stored its score again
  const removedIds = removed.clients.map(({ id }) => id);
  if (removedIds.length > 0) requests.push(...projection(account, removedIds, randomBytes));
  // scores the day again if it was scored before the import
  if (score) requests.push(rescoring(account, now.slice(0, 10), randomBytes));
  // everything: a killed run may have removed clients that this run cannot know about
  else if (prune) requests.push(fullProjection(account, randomBytes));
  else if (viewsChange) requests.push(...projection(account, [...changedClients], randomBytes));
  return { ...outcome, requests };
}
