import type { RunReport } from '../../../import/inbox/report.ts';

/** One line for the terminal about a run. */
export function inboxLine({ run, account, result, files, reason, kinds = {}, rejects = [] }: RunReport): string {
  const names = files.map(({ name }) => name).join(', ');
  const counts = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged }]) => `${kind} +${added} ~${changed} =${unchanged}`,
  );
  const what = result === 'done' ? counts.join(', ') : `not imported. ${reason ?? ''}`;
  const rest = rejects.length > 0 ? `; some rows are in ${rejects.join(', ')}` : '';
  return `inbox ${account}: ${names}: ${what}${rest} (reports/${account}/${run}.txt)`;
}
