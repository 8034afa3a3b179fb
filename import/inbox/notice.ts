import { withoutCells } from '../../shared/domain/cells/cells.ts';
import { counted, rowsOf } from '../result.ts';
import { importOf, type RunReport, recordsIn, unreadFiles } from './report.ts';

/** A mail about a run. It has counts, columns and reasons, and no cell's value. */
export interface Notice {
  readonly subject: string;
  readonly text: string;
}

const mostLines = 20;

/** What people have to do about a run; undefined if there is nothing to do. */
export function noticeOf(report: RunReport): Notice | undefined {
  const { run, account, startedAt, result, reason, kinds, rejected, rejects = [], advice = [] } = report;
  const problems = rejected?.problems ?? [];
  const imported = importOf(report);
  const { rows = 0, left = 0 } = imported ? rowsOf(imported) : {};
  const refused = unreadFiles(report);
  if (result === 'done' && problems.length === 0 && refused.length === 0) return undefined;
  const bad = problems.reduce((sum, { count }) => sum + count, 0);
  const shown = problems.slice(0, mostLines);
  const lines = [
    result === 'done' ? `${counted(recordsIn(kinds), 'record')} imported.` : 'Nothing was imported.',
    ...(reason === undefined ? [] : [withoutCells(reason)]),
    ...(bad > 0 ? ['', `${counted(bad, 'problem')}:`] : []),
    ...shown.map(({ file, column, unknown, message, count }) => {
      const place = column === undefined ? file : `${file}, ${unknown ? 'a column of its own' : `column ${column}`}`;
      return `- ${place}: ${withoutCells(message)} (${counted(count, 'row')})`;
    }),
    ...(problems.length > shown.length ? [`- and ${problems.length - shown.length} more kinds of problems`] : []),
    ...(refused.length > 0 ? ['', 'Not imported:'] : []),
    ...refused.slice(0, mostLines).map(({ name, refusal = '' }) => `- ${name}: ${withoutCells(refusal)}`),
    '',
    'What to do:',
    ...(rejects.length > 0
      ? ['The rows that were not imported are in these files. Mend them and put the files into the inbox again:']
      : refused.every(({ waits }) => waits)
        ? ['Open the page of the account, Files: they wait there.']
        : ['Put right what is named above, then put the files into the inbox again.']),
    ...rejects.map((key) => `- ${key}`),
    ...advice,
    `The whole report: reports/${account}/${run}.txt. Whoever runs the service prints it with: client-health inbox report ${run} --account ${account}`,
  ];
  const some = left * 2 > rows ? 'most rows were not imported' : 'some rows were not imported';
  const what = result === 'done' ? some : 'nothing was imported';
  return {
    subject: `Client health: ${what} (${account})`.slice(0, 100),
    text: `Files of the account ${account}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC\n\n${lines.join('\n')}\n`,
  };
}
