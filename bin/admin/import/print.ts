import { problemLines } from '../../../import/files/problems.ts';
import type { UnknownName } from '../../../import/files/unknown-name.ts';
import type { ImportOptions, Rejected, Report } from '../../../import/import.ts';
import type { Removals } from '../../../import/prune/prune.ts';
import { faultText } from '../../../shared/domain/feeds.ts';
import { expectedScore, windowDays } from '../../../shared/domain/scoring/model.ts';
import type { Context } from '../cli/context.ts';
import { printTable } from '../cli/terminal.ts';
import { visible } from '../cli/visible.ts';
import type { ImportedWithViews } from './run.ts';

const mostNames = 20;

export function removalLines(removals: Removals): string[] {
  const named = [...removals.portfolios, ...removals.clients].map(({ id, name }) => `  ${id}  ${name}`);
  const more = named.length > mostNames ? [`  … and ${named.length - mostNames} more`] : [];
  const counts = [...removals.counts].map(([kind, count]) => `${kind} ${count}`);
  const whole = removals.clients.length > 0 ? ', and all records of these clients' : '';
  return [`Not in the files: ${counts.join(', ')}${whole}`, ...named.slice(0, mostNames), ...more];
}

/** Each name that no client has, with the clients that it may mean. */
export function unknownLines(unknown: readonly UnknownName[]): string[] {
  const lines = unknown.slice(0, mostUnknown).map(({ name, rows, proposals }) => {
    const meant = proposals.map((each) => `${each.name} (${each.id})`).join(', ');
    return `unknown name "${name}": ${rows} rows${meant === '' ? '' : `; did you mean ${meant}?`}`;
  });
  const more = unknown.length > mostUnknown ? [`… and ${unknown.length - mostUnknown} more unknown names`] : [];
  return unknown.length === 0 ? [] : [...lines, ...more, 'match writes them to a file to review, for aliases.csv.'];
}

const mostUnknown = 50;

export function importedJson({
  plan,
  report,
  removed,
  movedReads,
  views,
  dryRun,
  rejected,
  ...imported
}: ImportedWithViews) {
  return {
    ...{ feeds: imported.feeds.map(({ columns: _, ...feed }) => feed) },
    ...{ dryRun, kinds: Object.fromEntries(plan), removed: Object.fromEntries(removed.counts), movedReads, views },
    ...{ closed: imported.closed, unknownNames: report.unknown },
    ...(rejected && { rejected: { ...rejected, problems: rejected.problems.groups() } }),
    ...{ superseded: report.superseded, supersededRows: report.supersededRows },
    ...{ files: report.files, skipped: report.skipped, signals: report.signals, warnings: report.warnings.groups() },
    ...{ clients: report.clients, clientsWithoutSignals: report.clientsWithoutSignals },
  };
}

export function printImported({ terminal }: Context, imported: ImportedWithViews, options: ImportOptions): void {
  const { out } = terminal;
  const { plan, report, removed, movedReads, views, dryRun } = imported;
  if (dryRun) printColumns(terminal, report);
  for (const line of reportLines(report, dryRun)) out(visible(line));
  const rows = [...plan].map(([kind, counts]) => [
    kind,
    ...[counts.added, counts.changed, counts.unchanged].map(String),
  ]);
  printTable(terminal, ['', dryRun ? 'WOULD ADD' : 'ADDED', 'CHANGED', 'UNCHANGED'], rows);
  const { count, unseen } = imported.closed;
  if (count > 0)
    out(`${count} open signals ${dryRun ? 'would end' : 'ended'}: they are closed now, or no longer in their file.`);
  for (const { feed, signals, since } of unseen) {
    out(
      visible(`warning: ${feed}: no file has had ${signals} open signals since ${since} or earlier; they still count`),
    );
  }
  if (movedReads > 0) {
    out(`${movedReads} alignment reads were not given for a Monday; they are stored for the Monday of their week.`);
  }
  if (dryRun && options.prune) for (const line of removalLines(removed)) out(visible(line));
  else if (options.prune) {
    const counts = [...removed.counts].map(([kind, count]) => `${kind} ${count}`);
    out(`Removed: ${counts.length > 0 ? counts.join(', ') : 'nothing'}.`);
  }
  // the faults of feeds that somebody waits for are in the error
  for (const feed of imported.feeds.filter(({ every }) => every === undefined)) {
    for (const fault of feed.faults) out(visible(`note: ${faultText(feed, fault)}`));
  }
  if (imported.rejected) for (const line of rejectLines(imported.rejected, options)) out(visible(line));
  if (dryRun) out('Nothing was changed.');
  else if (views === 'asked') {
    out(`The worker was asked to ${options.score ? 'score the account' : 'update its views'}.`);
  } else out(options.score ? 'The account is scored and its views are up to date.' : 'The views are up to date.');
  const scored = (['signals', 'scores'] as const).flatMap((kind) => plan.get(kind) ?? []);
  if (!dryRun && !options.score && scored.some(({ added, changed }) => added + changed > 0)) {
    out(`Scores are computed at 00:00 UTC. To compute them now: score --account ${options.account}`);
  }
}

function rejectLines({ files, written, problems }: Rejected, { rejects = '' }: ImportOptions): string[] {
  const reasons = problemLines(problems).map((line) => `rejected: ${line}`);
  const counts = files.map(({ file, rows, references, refused }) => {
    if (refused !== undefined) return `${file}: nothing of this file is imported: ${refused}`;
    const unknown = references > 0 ? `, ${references} with an unknown or rejected client` : '';
    return `${file}: ${rows + references} rows rejected${unknown}`;
  });
  const lines = [...reasons, ...counts];
  return written.length === 0
    ? lines
    : [...lines, `Written to ${rejects}: ${written.join(', ')}. Mend and import them.`];
}

/** Each column of each file, and how it is read. */
function printColumns(terminal: Context['terminal'], { files }: Report): void {
  for (const { file, kind, rows, columns } of files) {
    terminal.out(visible(`${file}: ${rows} rows, read as ${kind}`));
    const table = columns.map(({ header, readAs, filled, samples }) => [
      `  ${header === '' ? '(no header)' : header}`,
      readAs,
      String(filled),
      samples.join(' | ').replaceAll(/\s+/g, ' '),
    ]);
    printTable(terminal, ['  COLUMN', 'READ AS', 'FILLED', 'SAMPLES'], table);
  }
}

function reportLines(
  {
    files,
    skipped,
    unknown,
    superseded,
    supersededRows,
    warnings,
    signals,
    clients,
    clientsWithoutSignals = 0,
  }: Report,
  isDetailed: boolean,
): string[] {
  const notes = files.flatMap(({ file, notes: all }) => all.map((note) => `${file}: ${note}`));
  const topics = signals.map(
    ({ topic, count, samples }) => `signals of ${topic}: ${count}, for example ${samples.join('; ')}`,
  );
  const matters = files.some(({ kind }) => kind === 'clients' || kind === 'signals');
  const unscored =
    matters && clientsWithoutSignals > 0
      ? [
          `${clientsWithoutSignals} of ${clients} clients have no signals of the last ${windowDays} days. They keep their last or imported score, else ${expectedScore}, with hasInsufficientData. Import signals to give them a score.`,
        ]
      : [];
  return [
    ...notes,
    ...superseded.map(({ file, by, because }) => `${file}: superseded by ${by}, by ${because}; not read`),
    ...(supersededRows > 0
      ? [`${supersededRows} rows are about records of newer files or of earlier rows; those count`]
      : []),
    ...unknownLines(unknown),
    ...skipped.map((file) => `${file}: skipped, the mapping does not describe it`),
    ...problemLines(warnings).map((line) => `warning: ${line}`),
    ...(isDetailed ? topics : []),
    ...unscored,
  ];
}
