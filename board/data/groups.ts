import { type Band, bands } from '../../shared/domain/scoring/bands.ts';
import type { Row } from './rows.ts';

/** What a set of clients adds up to. */
export interface Group {
  readonly count: number;
  readonly mean: number;
  readonly highRisk: number;
  /** Of the clients at high risk, and of all. Undefined if there are some and the revenue of none is known. */
  readonly revenueAtRisk: number | undefined;
  readonly revenue: number | undefined;
}

export function groupOf(rows: readonly Row[]): Group {
  const high = rows.filter(({ level }) => level === 'highRisk');
  const revenue = revenueOf(rows);
  return {
    count: rows.length,
    // in tenths, so that the order of the clients shows in no digit
    mean: rows.reduce((sum, { score }) => sum + Math.round(score * 10), 0) / 10 / Math.max(rows.length, 1),
    highRisk: high.length,
    revenueAtRisk: revenue === undefined || high.length > 0 ? revenueOf(high) : 0,
    revenue,
  };
}

/** Undefined if no client's revenue is known, which is not 0. */
export function revenueOf(rows: readonly Row[]): number | undefined {
  const known = rows.flatMap(({ revenue }) => revenue ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, revenue) => sum + revenue, 0);
}

/** Groups of clients by their keys; a client can have several. Most revenue at risk first. */
export function groupsBy(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
): { readonly key: string; readonly group: Group }[] {
  const members = new Map<string, Row[]>();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const list = members.get(key);
      if (list) list.push(row);
      else members.set(key, [row]);
    }
  }
  return [...members]
    .map(([key, list]) => ({ key, group: groupOf(list) }))
    .sort(
      (a, b) =>
        (b.group.revenueAtRisk ?? 0) - (a.group.revenueAtRisk ?? 0) ||
        b.group.highRisk / b.group.count - a.group.highRisk / a.group.count ||
        b.group.count - a.group.count,
    );
}

export const binWidth = 10;
const binCount = 20;

/** How many clients have a score from 0 to 10, from 10 to 20, and so on; 200 is in the last. */
export function distributionOf(rows: readonly Row[]): number[] {
  const bins = Array<number>(binCount).fill(0);
  for (const { score } of rows) {
    const bin = Math.min(Math.floor(score / binWidth), binCount - 1);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/** How many clients people rate like this, by the level of their scores. */
export function readsAgainstLevels(rows: readonly Row[]): { readonly read: string; readonly counts: number[] }[] {
  const count = (read: string, band: Band) =>
    rows.filter(({ alignment, level }) => alignment === read && level === band).length;
  return ['red', 'amber', 'green', ''].map((read) => ({ read, counts: bands.map((band) => count(read, band)) }));
}
