import type { Problems } from '../files/problems.ts';
import { problemLines } from '../files/problems.ts';
import type { Imported } from '../import.ts';

export interface ReportedFile {
  readonly name: string;
  /** Why it was not read at all. */
  readonly refusal?: string;
}

/** What became of the files of a run. People read it as text, programs as JSON. */
export interface RunReport {
  readonly run: string;
  readonly account: string;
  readonly startedAt: string;
  readonly result: 'done' | 'failed';
  readonly files: readonly ReportedFile[];
  /** Why nothing was imported. */
  readonly reason?: string;
  readonly problems?: ReturnType<Problems['groups']>;
  readonly kinds?: Readonly<Record<string, { added: number; changed: number; unchanged: number }>>;
  readonly removed?: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
  /** Files with the rows that were not imported. */
  readonly rejects?: readonly string[];
}

type Read = Pick<RunReport, 'result' | 'files' | 'reason' | 'kinds' | 'removed' | 'notes' | 'problems'>;

/** What an import read, with lines about the rows and files that it left out. */
export function importedReport(
  { plan, report, removed, rejected }: Imported,
  given: readonly ReportedFile[],
): Read & { lines: string[] } {
  const read = [...report.files.map(({ file }) => file), ...report.superseded.map(({ file }) => file)];
  const files = given.map((file) =>
    isUnder(file.name, report.skipped) && !isUnder(file.name, read)
      ? { ...file, refusal: 'no mapping describes it; add one with inbox configure, and put it there again' }
      : file,
  );
  const notes = [
    ...report.files.flatMap(({ file, notes: all }) => all.map((note) => `${file}: ${note}`)),
    ...report.skipped
      .filter((file) => !files.some(({ name, refusal }) => refusal !== undefined && isUnder(name, [file])))
      .map((file) => `${file}: skipped, no mapping describes it`),
    ...report.superseded.map(({ file, by }) => `${file}: not read, ${by} is newer`),
    ...problemLines(report.warnings).map((line) => `warning: ${line}`),
  ];
  const rows = rowsIn(Object.fromEntries(plan));
  const isRead = files.some(({ refusal }) => refusal === undefined);
  const isDone = isRead && (rows > 0 || (rejected?.problems.count() ?? 0) === 0);
  return {
    result: isDone ? 'done' : 'failed',
    files,
    ...(!isDone && { reason: 'Nothing could be imported.' }),
    ...{ kinds: Object.fromEntries(plan), removed: Object.fromEntries(removed.counts), notes },
    ...(rejected && rejected.problems.count() > 0 && { problems: rejected.problems.groups() }),
    lines: rejected ? problemLines(rejected.problems).map((line) => `not imported: ${line}`) : [],
  };
}

/** How many rows an import read. */
export function rowsIn(kinds: RunReport['kinds'] = {}): number {
  return Object.values(kinds).reduce((sum, { added, changed, unchanged }) => sum + added + changed + unchanged, 0);
}

/** Whether one of the names is that of the file, or of a sheet in it. */
function isUnder(file: string, names: readonly string[]): boolean {
  return names.some((name) => name === file || name.startsWith(`${file} [`));
}

export function reportText(report: RunReport, lines: readonly string[] = []): string {
  const { run, account, startedAt, result, files, reason, kinds = {}, removed = {}, notes = [], rejects = [] } = report;
  const refused = files.filter(({ refusal }) => refusal !== undefined);
  return [
    `Run ${run} of ${account}, ${startedAt}: ${result === 'done' ? 'imported' : 'nothing was imported'}`,
    ...(reason === undefined ? [] : [reason]),
    ...lines,
    ...files.filter(({ refusal }) => refusal === undefined).map(({ name }) => `file: ${name}`),
    ...refused.map(({ name, refusal }) => `not read: ${name}: ${refusal}`),
    ...Object.entries(kinds).map(
      ([kind, { added, changed, unchanged }]) => `${kind}: ${added} added, ${changed} changed, ${unchanged} unchanged`,
    ),
    ...Object.entries(removed).map(([kind, count]) => `${kind}: ${count} removed`),
    ...notes,
    ...(rejects.length > 0
      ? [`Rows that were not imported, to mend and put into the inbox again: ${rejects.join(', ')}`]
      : []),
    '',
  ].join('\n');
}
