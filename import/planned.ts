import { dayOf } from '../shared/domain/dates.ts';
import type { Effects } from './effects.ts';
import { countsOf, type Facts, factsIn } from './facts/check.ts';
import type { Rejects } from './facts/rejects.ts';
import type { KindName } from './files/kinds/kind.ts';
import { InvalidFiles } from './files/problems.ts';
import { kindsOf } from './files/source.ts';
import type { ImportOptions } from './imported.ts';
import { type ClosedRows, closedRows } from './plan/closed-rows.ts';
import { type Comparison, compareFacts, unchanged } from './plan/compare.ts';
import { findGone, type Gone } from './plan/gone.ts';
import { findRemovals, noRemovals, type Removals } from './plan/prune.ts';
import { silentFeeds, type Watched } from './plan/watched-feeds.ts';
import type { FileOfRows } from './rows/read.ts';

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

export function sumBy<T>(list: readonly T[], amount: (each: T) => number): number {
  return list.reduce((sum, each) => sum + amount(each), 0);
}

export function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return sumBy([...counts.values()], (count) => count);
}
