import { headlineOfRun, type RunReport } from '../../../import/inbox/report.ts';

/** One line for the terminal about a run. */
export function inboxLine(report: RunReport): string {
  const { run, account, result, files, reason, kinds = {}, rejects = [], advice = [] } = report;
  const isDone = result === 'done';
  const own = files.filter(({ refusal }) => !isDone || refusal === undefined).map(({ name }) => name);
  const named = report.takenBack?.files ?? own;
  const refused = files.filter(({ refusal }) => refusal !== undefined);
  const counts = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged }]) => `${kind}: ${added} added, ${changed} changed, ${unchanged} unchanged`,
  );
  const rest = [
    ...(rejects.length > 0 ? [`rows with problems are in ${rejects.join(', ')}`] : []),
    ...refused.map(({ name, refusal }) => `${name} was not imported: ${refusal}`),
    ...advice,
  ];
  const what = isDone
    ? [headlineOfRun(report), ...(counts.length > 0 ? [counts.join('; ')] : [])].join('. ')
    : ['not imported', ...(reason === undefined ? [] : [reason])].join('. ');
  const parts = [
    `inbox ${account}: ${named.length > 0 ? named.join(', ') : 'mended rows'}: ${what}`,
    ...rest,
    `reports/${account}/${run}.txt`,
  ];
  return parts.map((part) => part.replace(/\.$/, '')).join('; ');
}
