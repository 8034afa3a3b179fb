import { dayOf } from '../shared/domain/dates.ts';
import type { Erased } from '../shared/table/access/erased.ts';
import type { FactOptions, KindName } from '../shared/table/entities/entity.ts';
import type { Effects } from './effects.ts';
import { checkFiles, countsOf, type Facts } from './facts/check.ts';
import type { Rejects } from './facts/rejects.ts';
import { InvalidFiles } from './files/problems.ts';
import { listedKinds } from './files/source.ts';
import type { ImportOptions } from './imported.ts';
import { type ClosedRows, closedRows } from './plan/closed-rows.ts';
import { type Comparison, compareFacts, unchanged } from './plan/compare.ts';
import { findGone, type Gone } from './plan/gone.ts';
import { findRemovals, noRemovals, type Removals } from './plan/prune.ts';
import { countWithoutSignals } from './plan/unsignaled.ts';
import { silentFeeds, type Watched } from './plan/watched-feeds.ts';
import type { ImportResult } from './result.ts';
import type { FileOfRows } from './rows/read.ts';

/** Records of an import that can be taken back: their names are kept. */
const mostTakenBack = 100_000;

/** What the files change. */
export interface Planned {
  readonly facts: Facts;
  readonly comparison: Comparison;
  readonly removed: Removals;
  readonly gone?: Gone;
  readonly closed: ClosedRows;
}

/** Throws `InvalidFiles` if a file has a problem, and no rejects are wanted. */
export async function planFiles(
  effects: Effects,
  files: readonly FileOfRows[],
  options: ImportOptions,
  watched: Watched,
  rejects: Rejects,
  erased: Erased,
): Promise<Planned> {
  const { table, begin, onChange } = effects;
  const { account, prune = false } = options;
  const { now } = watched;
  const silent = silentFeeds(watched);
  const missing = new Set(
    silent.flatMap(({ kind }): KindName[] => (kind === 'signals' ? [kind, 'open-signals'] : [kind])),
  );
  const { facts, comparison } = await comparedFacts(effects, files, options, now, missing, rejects, erased);
  for (const { lines } of comparison.values()) for (const line of lines) onChange?.(line);
  const { isUnnamed } = facts;
  const gone = options.gone && (await findGone(table, account, files, isUnnamed, now));
  const silentNames = new Set(silent.map(({ feed }) => feed));
  const closed = await closedRows(table, account, files, facts, silentNames, dayOf(now.slice(0, 10)));
  const planned = { facts, comparison, closed, ...(gone && { gone }) };
  if (!prune) return { ...planned, removed: noRemovals };
  const searching = begin('searching', 0);
  const kinds = new Set(files.flatMap(({ source }) => listedKinds(source)));
  const removed = await findRemovals(table, account, kinds, isUnnamed, searching.add, onChange);
  searching.end();
  return { ...planned, removed };
}

/** What the files state, and what it changes. A kind of which the comparison rejects something is compared again. */
async function comparedFacts(
  effects: Effects,
  files: readonly FileOfRows[],
  options: ImportOptions,
  now: string,
  missing: ReadonlySet<KindName>,
  rejects: Rejects,
  erased: Erased,
): Promise<Pick<Planned, 'facts' | 'comparison'>> {
  const { table, begin, onChange, isHeld, onRecords } = effects;
  const { account, prune = false, written } = options;
  const unknown = options.rejects === undefined ? 'declared' : 'rejected';
  const about = { table, account, facts: factOptions(now, prune, erased) };
  const rows = sumBy(files, ({ rows: { count } }) => count);
  const { notClients = new Set<string>(), newClients = new Set<string>() } = options;
  const checking = {
    ...about,
    unknown,
    notClients,
    newClients,
    erased,
    missing,
    begin: () => begin('checking', rows),
  } as const;
  let comparison: Comparison = new Map();
  return checkFiles(files, checking, rejects, async (facts) => {
    endIfStrict(options, facts, rejects);
    // an earlier part of this import has compared the same rows; again it would take as long as writing them
    if (!prune && written?.of === sumOf(countsOf(facts))) return { facts, comparison: unchanged(facts) };
    const comparing = begin('comparing', sumOf(countsOf(facts)));
    const listsRecords = onRecords !== undefined && sumOf(countsOf(facts)) <= mostTakenBack;
    const lists = { listsChanges: onChange !== undefined, listsClients: isHeld !== undefined, listsRecords };
    const named = { ...about, facts: { ...about.facts, isOtherName: facts.clients.isOtherName } };
    const compared = await compareFacts(facts, { ...named, ...lists, onRows: comparing.add }, rejects, comparison);
    comparing.end();
    endIfStrict(options, facts, rejects);
    ({ comparison } = compared);
    return compared.isComplete ? { facts, comparison } : undefined;
  });
}

export function factOptions(now: string, prune: boolean, erased: Erased): FactOptions {
  return { now, prune, ...(erased.hasPeople && { scrub: erased.scrub }) };
}

function endIfStrict({ rejects: folder }: ImportOptions, { unknown }: Facts, { problems }: Rejects): void {
  if (folder === undefined && problems.count() > 0) throw new InvalidFiles(problems, unknown);
}

/**
 * Counts the clients that a score of today finds no signals for. It takes a read per client, so in an account with data
 * only a dry run does it.
 */
export async function withoutSignals(
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

export function sumBy<T>(list: readonly T[], amount: (each: T) => number): number {
  return list.reduce((sum, each) => sum + amount(each), 0);
}

export function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return sumBy([...counts.values()], (count) => count);
}
