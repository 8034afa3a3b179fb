import type { FileSample } from '../arrived/samples.ts';
import { unknownColumns } from '../arrived/unknown-files.ts';
import { withProposals } from '../files/unknown-name.ts';
import type { Imported } from '../imported.ts';
import { strangerText } from '../mapping/strangers.ts';
import { counted, headlineOf, type ImportResult, rejectedLines, resultLines } from '../result.ts';
import type { FileReport } from '../rows/read.ts';
import type { HeldChanges } from './held.ts';

export interface ReportedFile {
  readonly name: string;
  /** Why nothing of it was imported. */
  readonly refusal?: string;
  /** A hash of its content. */
  readonly content?: string;
  /** Then it waits until somebody says what its columns are, has looked at what it would change, or wants it nonetheless; or until a list of clients comes. */
  readonly waits?: 'columns' | 'preview' | 'taken-back' | 'clients';
  /** Somebody does not want it. */
  readonly isDiscarded?: true;
}

/** What became of the files of a run: the result of its import, and what only an inbox knows. People read it as text, programs as JSON. */
export interface RunReport extends Partial<Omit<ImportResult, 'files'>> {
  readonly run: string;
  readonly account: string;
  readonly startedAt: string;
  readonly result: 'done' | 'failed';
  /** The files that arrived. */
  readonly files: readonly ReportedFile[];
  /** Why nothing was imported. */
  readonly reason?: string;
  /** The files and sheets that were read: `files` in the result of an import. */
  readonly read?: readonly FileReport[];
  /** Files with the rows that were not imported. */
  readonly rejects?: readonly string[];
  /** What the files would change that wait for it. */
  readonly held?: HeldChanges;
  /** Mappings that somebody has chosen on the page. */
  readonly chosen?: readonly string[];
  /** The run of which this one has taken back what it added. */
  readonly takenBack?: {
    readonly run: string;
    readonly startedAt: string;
    readonly files: readonly string[];
    /** Records that were changed since, and stayed. */
    readonly kept: number;
  };
  /** Files with rows of earlier runs that were read again, because somebody has mended them. */
  readonly mended?: readonly string[];
  /** What whoever runs the service can do. */
  readonly advice?: readonly string[];
}

/** A report without what is known of the run before it. */
export type RunResult = Omit<RunReport, 'run' | 'account' | 'startedAt'>;

/** The result of an import, and which of the given files it did not read or refused. */
export function importedReport(
  { files: read, ...result }: ImportResult,
  given: readonly ReportedFile[],
  samples: readonly Pick<FileSample, 'origin' | 'headers'>[] = [],
  learns = false,
): RunResult {
  const { skipped, presets, superseded, rejected } = result;
  const refused = new Map(
    (rejected?.files ?? []).flatMap((each) => (each.refused === undefined ? [] : [[each.file, each.refused] as const])),
  );
  const used = [...read.map(({ file }) => file), ...superseded.map(({ file }) => file)].filter(
    (file) => !refused.has(file),
  );
  const files = given.map((file): ReportedFile => {
    const names = [...refused.keys(), ...skipped].filter((name) => isUnder(file.name, name));
    const [first] = names;
    if (file.refusal !== undefined || first === undefined || used.some((name) => isUnder(file.name, name))) return file;
    const sample = samples.find(({ origin }) => origin === file.name);
    const preset = presets[first];
    const advice = preset === undefined ? '' : `; the preset ${preset} reads it`;
    const why =
      refused.get(first) ??
      (sample && preset === undefined
        ? (strangerText(sample.headers) ?? unknownColumns)
        : `no mapping describes it${advice}`);
    if (!sample) return { ...file, refusal: why };
    return learns && preset !== undefined && preset !== 'excel'
      ? { ...file, refusal: `${why}; it waits`, waits: 'clients' }
      : { ...file, refusal: `${why}; it waits: ${chooseColumns}`, waits: 'columns' };
  });
  const isRead = files.length === 0 || files.some(({ refusal }) => refusal === undefined);
  const isDone = isRead && (recordsIn(result.kinds) > 0 || (rejected?.count ?? 0) === 0);
  return {
    ...result,
    result: isDone ? 'done' : 'failed',
    files,
    read,
    ...(!isDone && { reason: 'Nothing could be imported.' }),
  };
}

/** The report of files of which nothing is written yet. */
export function heldReport(done: Imported, given: readonly ReportedFile[], held: HeldChanges): RunResult {
  const { files } = importedReport(done.result, given, done.samples);
  const refusal = 'it waits until somebody has seen on the page of the account what it would change';
  return {
    result: 'failed',
    files: files.map((file) => (file.refusal === undefined ? { ...file, refusal, waits: 'preview' } : file)),
    held,
    reason: `${heldText(held)}. Nothing was imported yet.`,
  };
}

const heldText = ({ clients, of }: HeldChanges) =>
  `${counted(clients, 'client')} would change or be new, and the account has ${of}`;

const chooseColumns = 'choose its columns on the page of the account';

/** How many records an import read: a row can be several. */
export function recordsIn(kinds: RunReport['kinds'] = {}): number {
  return Object.values(kinds).reduce((sum, { added, changed, unchanged }) => sum + added + changed + unchanged, 0);
}

/** Whether a name is that of the file, or of a sheet in it. */
function isUnder(file: string, name: string): boolean {
  return name === file || name.startsWith(`${file} [`);
}

export function reportText(report: RunReport): string {
  const { run, account, startedAt, files, reason, kinds = {}, removed = {}, rejects = [], advice = [] } = report;
  const refused = unreadFiles(report);
  const imported = importOf(report);
  const skipped = imported?.skipped.filter((name) => !refused.some((file) => isUnder(file.name, name))) ?? [];
  return [
    `Run ${run} of ${account}, ${startedAt}: ${headlineOfRun(report)}`,
    ...(reason === undefined ? [] : [reason]),
    ...rejectedLines(report, (name) => refused.some((file) => isUnder(file.name, name))),
    ...files.filter(({ refusal }) => refusal === undefined).map(({ name }) => `file: ${name}`),
    ...refused.map(({ name, refusal }) => `not imported: ${name}: ${refusal}`),
    ...Object.entries(kinds).map(
      ([kind, { added, changed, unchanged }]) => `${kind}: ${added} added, ${changed} changed, ${unchanged} unchanged`,
    ),
    ...Object.entries(removed).map(([kind, count]) => `${kind}: ${count} removed`),
    ...(imported ? resultLines({ ...imported, skipped }, aboutNames(imported)) : []),
    ...advice,
    ...(rejects.length > 0
      ? [`Rows that were not imported, to mend and put into the inbox again: ${rejects.join(', ')}`]
      : []),
    '',
  ].join('\n');
}

function aboutNames({ unknownNames }: ImportResult): string {
  return withProposals(unknownNames).length > 0
    ? 'aliases.csv proposes clients for them: delete or correct what is wrong, and put it into the inbox with the rows.'
    : 'Mend the names, or put an aliases.csv with a Client ID for each Name into the inbox with the rows.';
}

/** The files of which nothing was imported. */
export function unreadFiles({ files }: Pick<RunReport, 'files'>): readonly ReportedFile[] {
  return files.filter(({ refusal, isDiscarded }) => refusal !== undefined && !isDiscarded);
}

/** Whether people have decided against all that a run was about. */
export function isDiscardedRun({ files, kinds }: Pick<RunReport, 'files' | 'kinds'>): boolean {
  return files.length > 0 && files.every(({ isDiscarded }) => isDiscarded) && recordsIn(kinds) === 0;
}

/** The first thing to know about a run. */
export function headlineOfRun(report: RunReport): string {
  const waiting = report.files.filter(({ waits }) => waits);
  if (report.result === 'failed') {
    if (report.held) return `${waitText(waiting.length)}: ${heldText(report.held)}`;
    if (waiting.length === 0 || waiting.length < report.files.length) return 'nothing was imported';
    const areUnknown = waiting.every(({ waits }) => waits === 'columns');
    return `${waitText(waiting.length)}${areUnknown ? ': choose the columns' : ' for you'}`;
  }
  const { takenBack, removed = {} } = report;
  if (takenBack) {
    const count = Object.values(removed).reduce((sum, each) => sum + each, 0);
    const kept = takenBack.kept === 0 ? '' : `, ${takenBack.kept} stay because they have changed since`;
    return `taken back: ${counted(count, 'record')} of ${takenBack.files.join(', ') || 'mended rows'}${kept}`;
  }
  if (isDiscardedRun(report)) return 'not imported, as somebody has decided';
  const imported = importOf(report);
  const unread = unreadFiles(report);
  if (unread.length === 0) return imported ? headlineOf(imported) : 'imported';
  const isRead = ({ file }: { readonly file: string }) => !unread.some(({ name }) => isUnder(name, file));
  const named = unread.map(({ name }) => {
    const read = imported?.files.find(({ file }) => isUnder(name, file));
    return read ? `${name} (${counted(read.rows, 'row')})` : name;
  });
  const others = imported && {
    ...imported,
    files: imported.files.filter(isRead),
    ...(imported.rejected && { rejected: { ...imported.rejected, files: imported.rejected.files.filter(isRead) } }),
  };
  const rest = others ? headlineOf(others) : 'imported';
  return `${unread.length} of ${report.files.length} files were not read: ${named.join(', ')}; ${rest === 'imported' ? 'the others were imported' : `of the others, ${rest}`}`;
}

const waitText = (files: number) => `${counted(files, 'file')} ${files === 1 ? 'waits' : 'wait'}`;

/** The result of the import; undefined if none was reached. */
export function importOf({ read, ...report }: RunReport): ImportResult | undefined {
  return read && ({ ...report, files: read } as unknown as ImportResult);
}
