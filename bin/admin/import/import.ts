import { stat } from 'node:fs/promises';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { fullProjection, projection, rescoring } from '../../../shared/jobs/requests.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import type { FactWriter } from '../../../shared/table/facts/facts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Context } from '../cli/context.ts';
import { showProgress } from '../cli/progress.ts';
import type { Kind } from '../files/kinds.ts';
import { createProblems, InvalidFiles } from '../files/problems.ts';
import { workOn } from '../target/run-worker.ts';
import type { Target } from '../target/target.ts';
import { type Checking, checkFiles } from './check.ts';
import { surplusTo } from './losses.ts';
import { type Plan, planImport } from './plan.ts';
import { findSurplus, removeSurplus, type Surplus } from './prune.ts';
import { sourcesAt } from './sources.ts';
import { writeImport } from './write.ts';

export interface ImportOptions {
  readonly account: Account;
  /** What the one file holds, whatever its name. */
  readonly as?: Kind;
  readonly score?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** Throws when what is not named shall stay. */
  readonly confirm: (surplus: Surplus) => Promise<void>;
}

export interface Imported {
  readonly plan: Plan;
  readonly removed: Surplus;
  readonly movedReads: number;
  readonly dryRun: boolean;
  readonly views: 'asked' | 'done' | 'unchanged';
}

const nothing: Surplus = { clients: [], portfolios: [], losing: [], counts: new Map() };

/** Imports the files, and has the views follow. What the one needs of memory is gone before the other begins. */
export async function importFiles(
  context: Context,
  target: Target,
  path: string,
  options: ImportOptions,
): Promise<Imported> {
  const { asked, ...outcome } = await writeFiles(context, target, path, options);
  return { ...outcome, views: asked.length > 0 ? await workOn(context, target, asked) : 'unchanged' };
}

/**
 * Reads the files three times: to find all that is wrong with them, to compare them with what is stored, and to write
 * them. Nothing is written unless all of it can be. Returns what is to be asked of the worker then.
 */
async function writeFiles(
  context: Context,
  { table }: Target,
  path: string,
  { account, as, score = false, dryRun = false, prune = false, confirm }: ImportOptions,
): Promise<Omit<Imported, 'views'> & { asked: Outgoing[] }> {
  await readAccount(table, account);
  const sources = await sourcesAt(path, as);
  const bytes = (await Promise.all(sources.map((source) => stat(source.path)))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  const now = new Date(context.clock()).toISOString();
  const problems = createProblems();
  const checking: Checking = { table, account, making: { now, exact: prune }, problems, prune };
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
  const isSurplus = surplusTo(kinds, checked.named);
  const removed = prune ? await findSurplus(table, account, kinds, isSurplus) : nothing;
  const outcome = { plan, removed, movedReads: checked.movedReads, dryRun };
  if (dryRun) return { ...outcome, asked: [] };

  const goes = removed.counts.size + removed.losing.length > 0;
  if (goes) await confirm(removed);
  // once, when all is written: views that followed every batch would be switched hundreds of times
  const following = new Set<string>();
  let follows = false;
  const writer: FactWriter = {
    table,
    randomBytes: context.randomBytes,
    project: async (_, clientIds) => {
      follows = true;
      for (const id of clientIds) following.add(id);
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
    making: checking.making,
    writer,
    onWritten: writing.add,
  });
  writing.end();
  if (goes) await removeSurplus(writer, account, removed, isSurplus);

  const { randomBytes } = context;
  const asked: Outgoing[] = [];
  // a worker that met the removal of a client may have written a score of it once more
  const gone = removed.clients.map(({ id }) => id);
  if (gone.length > 0) asked.push(...projection(account, gone, randomBytes));
  // the operator knows of facts that the night has not seen, so a day that has been scored is scored again
  if (score) asked.push(rescoring(account, now.slice(0, 10), randomBytes));
  // who was removed by a run that was killed has left nothing by which this one would know it
  else if (prune) asked.push(fullProjection(account, randomBytes));
  else if (follows) asked.push(...projection(account, [...following], randomBytes));
  return { ...outcome, asked };
}
