import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { dueAfter, type FeedFault, type FeedRecord, faultsOn } from '../../shared/domain/feeds.ts';
import { kinds } from '../../shared/table/entities/kinds.ts';
import type { ExpectedFeed } from '../arrived/feed-names.ts';
import { dayInName, laterNames, stemOf } from '../arrived/name-date.ts';
import type { Rejects } from '../facts/rejects.ts';
import { columnOf, normalizedHeader } from '../files/header.ts';
import { emptyFile } from '../files/problems.ts';
import { isFollowing, type Source } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';

/** What an import learns about a feed. */
export interface FeedReport extends FeedRecord {
  /** The files that were read. */
  readonly files: readonly string[];
}

export interface Watched {
  /** What earlier imports recorded. */
  readonly stored: readonly FeedRecord[];
  readonly expected: readonly ExpectedFeed[];
  readonly files: readonly FileOfRows[];
  /** For all feeds with a file; it is remembered. */
  readonly every?: number;
  /** The files are only what has just arrived: a feed without a file is not missing before the day is over. */
  readonly arrivals?: boolean;
  /** The beginning of the import, ISO 8601. */
  readonly now: string;
}

/** The feeds that somebody waits for and that bring no rows: what they could have named stays. */
export function silentFeeds(watched: Watched): ExpectedFeed[] {
  const present = filesByFeed(watched.files);
  return awaited(watched).filter(
    ({ feed, every }) => every !== undefined && sumOf(present.get(feed) ?? [], ({ report }) => report.rows) === 0,
  );
}

/** The feeds with files in this import, and those that are watched, as they are after it. */
export function feedsAfter(watched: Watched, newest: ReadonlyMap<string, string>, rejects: Rejects): FeedReport[] {
  const present = filesByFeed(watched.files);
  // mended rows are no delivery, so no other file is missing
  const isRepair = watched.files.every(({ source }) => source.isRepair) && watched.files.length > 0;
  return awaited(watched).flatMap((expected) => {
    const before = watched.stored.find(({ feed }) => feed === expected.feed);
    const files = present.get(expected.feed) ?? [];
    if (files.length > 0) return received(watched, expected, before, files, newest.get(expected.feed), rejects);
    return expected.every === undefined || isRepair ? [] : (missing(watched, expected, before) ?? []);
  });
}

/** All records of the account after the import, for its item. */
export function recordsAfter(stored: readonly FeedRecord[], reports: readonly FeedReport[]): FeedRecord[] {
  const changed = new Set(reports.map(({ feed }) => feed));
  return [...stored.filter(({ feed }) => !changed.has(feed)), ...reports.map(({ files: _, ...record }) => record)];
}

/** Feeds with files, those of the mappings, and kinds that have sent files before. */
function awaited({ stored, expected, files, every }: Watched): ExpectedFeed[] {
  const feeds = new Map<string, ExpectedFeed>();
  const add = ({ feed, kind, every: own }: ExpectedFeed) => {
    const before = stored.find((each) => each.feed === feed);
    const isPresent = files.some(({ source }) => source.feed === feed);
    const days = own ?? (isPresent ? every : undefined) ?? before?.every;
    feeds.set(feed, { feed, kind, ...(days !== undefined && { every: days }) });
  };
  for (const { source } of files) add({ feed: source.feed, kind: source.kind.name });
  for (const { name } of kinds) if (stored.some(({ feed }) => feed === name)) add({ feed: name, kind: name });
  for (const each of expected) add(each);
  return [...feeds.values()];
}

/** The files of each feed, the newest first. Rejected rows that come back are none. */
function filesByFeed(files: readonly FileOfRows[]) {
  return Map.groupBy(
    files.filter(({ source }) => !source.isRepair),
    ({ source }) => source.feed,
  );
}

function received(
  { arrivals, now }: Watched,
  { feed, kind, every }: ExpectedFeed,
  before: FeedRecord | undefined,
  files: readonly FileOfRows[],
  newest: string | undefined,
  rejects: Rejects,
): FeedReport {
  const today = now.slice(0, 10);
  const names = files.map(({ source }) => source.name);
  // a file without any line is refused too
  const isEmpty = ({ report, unreadable = emptyFile }: FileOfRows) =>
    report.rows === 0 && unreadable.message === emptyFile.message;
  const refused = files.filter((each) => rejects.isRefused(each.source.name) && !isEmpty(each));
  const good = files.filter(({ source }) => !rejects.isRefused(source.name));
  const [latest] = good;
  const rows = sumOf(files, ({ report }) => report.rows);
  const lacking = latest ? vanished(before?.columns ?? [], latest) : [];
  const dated = latest ? [dateOfFile(latest.source, today), before?.dated ?? ''].toSorted().at(-1) : before?.dated;
  const due = every === undefined ? dueByRhythm(before, dated) : dueAfter(dated ?? today, every);
  const isLate =
    every !== undefined &&
    due !== undefined &&
    isPast(due, today, dated === before?.dated ? before : undefined, arrivals);
  const isAllEmpty = files.every(isEmpty);
  const faults: FeedFault[] = [
    ...(isLate && !isAllEmpty && refused.length === 0 ? [{ is: 'late' as const, file: names[0] ?? '' }] : []),
    ...(isAllEmpty ? [{ is: 'empty' as const, file: names[0] ?? '' }] : []),
    ...refused.map(({ source }) => ({ is: 'refused' as const, file: source.name })),
    ...(lacking.length > 0 ? [{ is: 'columns' as const, file: latest?.source.name ?? '', columns: lacking }] : []),
  ];
  const called = latest ? laterNames(stemOf(latest.source.origin)) : before?.names;
  const columns = latest ? [...new Set([...latest.used, ...lacking])].slice(0, mostColumns) : before?.columns;
  const ofRows = latest ? newest : before?.newest;
  return {
    ...{ feed, kind, at: now, rows, rejected: sumOf(files, ({ source }) => rejects.rowsOf(source.name)) },
    ...(ofRows !== undefined && { newest: ofRows }),
    ...(dated !== undefined && { dated }),
    ...(columns && { columns }),
    ...(called !== undefined && { names: called }),
    ...(every !== undefined && { every }),
    ...(due !== undefined && { due }),
    faults,
    ...(files.some(({ source }) => isFollowing(source)) && { follows: true as const }),
    files: names,
  };
}

/** Of a feed that nobody waits for: half as long again as between its last two files. */
function dueByRhythm(before: FeedRecord | undefined, dated: string | undefined): string | undefined {
  const days = before?.dated === undefined || dated === undefined ? 0 : dayOf(dated) - dayOf(before.dated);
  return days > 0 && dated !== undefined ? dueAfter(dated, Math.ceil(days * 1.5)) : before?.due;
}

/**
 * Nothing changes but what is wrong: `at` and the rest are of the import that read the last file. Undefined if this
 * import has nothing to say about the feed.
 */
function missing(
  { arrivals, now }: Watched,
  { feed, kind, every = 1 }: ExpectedFeed,
  before: FeedRecord | undefined,
): FeedReport | undefined {
  const today = now.slice(0, 10);
  // what just arrived is no reason to expect a file that never came at once
  const due =
    before?.dated !== undefined
      ? dueAfter(before.dated, every)
      : (before?.due ?? (arrivals ? dueAfter(today, every) : today));
  const old = (before?.faults ?? []).filter(({ is }) => is !== 'missing' && is !== 'late');
  const isMissing = isPast(due, today, before ?? noRecord, arrivals);
  if (!isMissing && before?.due === due && before.every === every) return undefined;
  return { ...before, feed, kind, every, due, faults: isMissing ? [{ is: 'missing' }, ...old] : old, files: [] };
}

const noRecord = { faults: [] };
const mostColumns = 200;

/**
 * True if the next file should have come. An import on the day itself expects it, if it brings none: the next import may
 * be a week later. It does not if an import of this day has brought the last one already.
 */
function isPast(
  due: string,
  today: string,
  last: Pick<FeedRecord, 'faults' | 'at' | 'due'> | undefined,
  arrivals = false,
): boolean {
  if (today > due) return true;
  if (today < due || arrivals || !last) return false;
  const wasLate = faultsOn({ faults: last.faults }, 0).some(({ is }) => is === 'missing' || is === 'late');
  return wasLate || last.at?.slice(0, 10) !== today;
}

/** The day in the name of a file, else that of its last change; never after today. */
function dateOfFile({ origin, changedAt }: Source, today: string): string {
  const date = dayInName(origin) ?? new Date(changedAt).toISOString().slice(0, 10);
  return date > today ? today : dateOf(dayOf(date));
}

/** The columns that were used before and that the file no longer has. */
function vanished(before: readonly string[], { source, headers }: FileOfRows): string[] {
  const { kind, mapping } = source;
  const found = new Set(headers.map((header) => columnOf(kind, header) ?? normalizedHeader(header)));
  return before.filter((header) =>
    mapping ? mapping.lacks(header, headers) : !found.has(columnOf(kind, header) ?? normalizedHeader(header)),
  );
}

function sumOf(files: readonly FileOfRows[], amount: (file: FileOfRows) => number): number {
  return files.reduce((sum, file) => sum + amount(file), 0);
}
