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

export function importedReport({ plan, report, removed }: Imported): Pick<RunReport, 'kinds' | 'removed' | 'notes'> {
  const notes = [
    ...report.files.flatMap(({ file, notes: all }) => all.map((note) => `${file}: ${note}`)),
    ...report.skipped.map((file) => `${file}: skipped, no mapping describes it`),
    ...problemLines(report.warnings).map((line) => `warning: ${line}`),
  ];
  return { kinds: Object.fromEntries(plan), removed: Object.fromEntries(removed.counts), notes };
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
