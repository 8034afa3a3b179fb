import type { Imported, ImportOptions } from '../../../import/imported.ts';
import type { Removals } from '../../../import/plan/prune.ts';
import { type ImportResult, rejectedLines, resultLines } from '../../../import/result.ts';
import type { Context } from '../terminal/context.ts';
import { printTable } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import type { Views } from './run.ts';

/** An import that has ended, as the command prints it. */
interface Finished extends Pick<Imported, 'result' | 'removed'> {
  readonly views: Views;
}

const mostNames = 20;

export function removalLines(removals: Removals): string[] {
  const named = [...removals.portfolios, ...removals.clients].map(({ id, name }) => `  ${id}  ${name}`);
  const more = named.length > mostNames ? [`  … and ${named.length - mostNames} more`] : [];
  const counts = [...removals.counts].map(([kind, count]) => `${kind} ${count}`);
  const left = removals.clients.filter(({ hasLeft }) => hasLeft).length;
  const evidence =
    left > 0 ? `; ${left} of them left, and their histories are what shows whether the score warned` : '';
  const whole = removals.clients.length > 0 ? `, and all records of these clients${evidence}` : '';
  return [`Not in the files: ${counts.join(', ')}${whole}`, ...named.slice(0, mostNames), ...more];
}

export function printImported(
  { terminal }: Context,
  { result, removed, views }: Finished,
  options: ImportOptions,
): void {
  const { out } = terminal;
  const { kinds, dryRun, rejected, signals } = result;
  if (dryRun) printColumns(terminal, result);
  const topics = signals.map(
    ({ topic, count, samples }) => `signals of ${topic}: ${count}, for example ${samples.join('; ')}`,
  );
  for (const line of [...resultLines(result), ...(dryRun ? topics : [])]) out(visible(line));
  const rows = Object.entries(kinds).map(([kind, counts]) => [
    kind,
    ...[counts.added, counts.changed, counts.unchanged].map(String),
  ]);
  printTable(terminal, ['', dryRun ? 'WOULD ADD' : 'ADDED', 'CHANGED', 'UNCHANGED'], rows);
  if (dryRun && options.prune) for (const line of removalLines(removed)) out(visible(line));
  else if (options.prune) {
    const counts = Object.entries(result.removed).map(([kind, count]) => `${kind} ${count}`);
    out(`Removed: ${counts.length > 0 ? counts.join(', ') : 'nothing'}.`);
  }
  for (const line of rejectedLines(result)) out(visible(line));
  if (rejected && rejected.written.length > 0)
    out(visible(`Written to ${options.rejects}: ${rejected.written.join(', ')}. Mend and import them.`));
  if (dryRun) out('Nothing was changed.');
  else if (views === 'asked') {
    out(`The worker was asked to ${options.score ? 'score the account' : 'update its views'}.`);
  } else out(options.score ? 'The account is scored and its views are up to date.' : 'The views are up to date.');
  const scored = (['signals', 'scores'] as const).flatMap((kind) => kinds[kind] ?? []);
  if (!dryRun && !options.score && scored.some(({ added, changed }) => added + changed > 0)) {
    out(`Scores are computed at 00:00 UTC. To compute them now: score --account ${options.account}`);
  }
}

/** Each column of each file, and how it is read. */
function printColumns(terminal: Context['terminal'], { files }: Pick<ImportResult, 'files'>): void {
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
