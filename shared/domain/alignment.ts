import { type Day, dayAt, dayOf } from './dates.ts';
import { compareTexts } from './orders.ts';

export type AlignmentValue = 'red' | 'amber' | 'green';

/** An alignment read that a person filed; `week` is a Monday. */
export type AlignmentRead = { value: AlignmentValue; week: string; updatedAt: string; updatedBy: string };

/**
 * The reads of a calendar year, oldest first, and the read carried into it. A client has a record for every year from
 * its first read to its latest, so the record of one year answers any week of that year.
 */
export type AlignmentYear = { year: string; carried: AlignmentRead | null; reads: readonly AlignmentRead[] };

export function yearOf(date: string): string {
  return date.slice(0, 4);
}

/** The read in effect on a date, given the record of the date's year or of the newest year before it. */
export function readAsOf(record: AlignmentYear | undefined, date: string): AlignmentRead | null {
  if (record === undefined) return null;
  return record.reads.findLast((read) => read.week <= date) ?? record.carried;
}

export function latestRead(years: readonly AlignmentYear[]): AlignmentRead | null {
  const newest = years.at(-1);
  return newest === undefined ? null : lastOf(newest);
}

/**
 * All years of a client after a read is filed, also for a past week. Of two reads for the same week, the one updated
 * later wins. Unchanged years are returned as the same objects, so the caller can write only the others.
 */
export function withRead(years: readonly AlignmentYear[], read: AlignmentRead): AlignmentYear[] {
  const result: AlignmentYear[] = [];
  let carried: AlignmentRead | null = null;
  for (const year of yearsBetween(years, yearOf(read.week))) {
    const old = years.find((candidate) => candidate.year === year);
    const next = yearWith(old, year, carried, read);
    result.push(next);
    carried = lastOf(next);
  }
  return result;
}

/** From when on people knew another value. */
export interface ReadChange {
  readonly day: Day;
  readonly value: AlignmentValue;
}

/** A read counts from the day on which it was filed: one that is filed later for an earlier week warned nobody then. */
export function readChanges(years: readonly AlignmentYear[]): ReadChange[] {
  const filed = years
    .flatMap(({ reads }) => reads)
    .map((read) => ({ ...read, day: Math.max(dayOf(read.week), dayAt(Date.parse(read.updatedAt))) }))
    .sort((a, b) => a.day - b.day || compareTexts(a.week, b.week));
  const changes: ReadChange[] = [];
  let latest = '';
  for (const { day, week, value } of filed) {
    if (week < latest) continue;
    latest = week;
    if (changes.at(-1)?.day === day) changes.pop();
    if (changes.at(-1)?.value !== value) changes.push({ day, value });
  }
  return changes;
}

function yearWith(
  old: AlignmentYear | undefined,
  year: string,
  carried: AlignmentRead | null,
  read: AlignmentRead,
): AlignmentYear {
  const reads = year === yearOf(read.week) ? inserted(old?.reads ?? [], read) : (old?.reads ?? []);
  return old !== undefined && old.reads === reads && sameRead(old.carried, carried) ? old : { year, carried, reads };
}

function inserted(reads: readonly AlignmentRead[], read: AlignmentRead): readonly AlignmentRead[] {
  const standing = reads.find(({ week }) => week === read.week);
  if (standing !== undefined && (sameRead(standing, read) || standing.updatedAt > read.updatedAt)) return reads;
  return [...reads.filter(({ week }) => week !== read.week), read].sort((a, b) => compareTexts(a.week, b.week));
}

function yearsBetween(years: readonly AlignmentYear[], added: string): string[] {
  const known = [...years.map(({ year }) => Number(year)), Number(added)];
  const first = Math.min(...known);
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, i) => String(first + i).padStart(4, '0'));
}

function lastOf(record: AlignmentYear): AlignmentRead | null {
  return record.reads.at(-1) ?? record.carried;
}

function sameRead(a: AlignmentRead | null, b: AlignmentRead | null): boolean {
  return a?.week === b?.week && a?.value === b?.value && a?.updatedAt === b?.updatedAt && a?.updatedBy === b?.updatedBy;
}
