import { counted, escaped, isolated } from '../../board/view/text.ts';
import type { HeldChanges, NamedChange } from '../../import/inbox/held.ts';
import type { ReadRow } from '../../import/inbox/preview.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import type { FilesPort } from '../ports.ts';
import { cellsInWords } from '../view/cell-words.ts';
import { form } from '../view/html.ts';
import { countsText, kindWords } from '../view/kinds.ts';

// Files that would change many clients wait until somebody has looked at what they would change.

/** The files of a run that wait for one click. */
export function askingNames({ files }: Pick<RunReport, 'files'>): string[] {
  return files.flatMap(({ name, waits }) => (waits === 'preview' || waits === 'taken-back' ? [name] : []));
}

/** What the files of a run would change, and the buttons, as long as they wait. */
export async function heldSection(call: PageCall, { run, held, files }: RunReport): Promise<string> {
  if (!call.ports.files || askingNames({ files }).length === 0) return '';
  const waiting = await waitingFiles(call.ports.files, { run, files });
  if (waiting.length === 0) return '<p class="card note">Somebody has decided about these files.</p>';
  const back = files.filter(({ waits }) => waits === 'taken-back').map(({ name }) => isolated(name));
  const said =
    back.length === 0 ? '' : `<p class="card note">Somebody has taken back what is in ${back.join(', ')}.</p>`;
  const choices = `<button name="do" value="import">Import${held ? '' : ' nonetheless'}</button> <button class="end" name="do" value="discard">Do not import</button>`;
  const buttons = form(call, `/files/runs/${run}/decide`, choices);
  return held ? `${said}<h2>What they would change</h2>${changesHtml(held, buttons)}` : `${said}${buttons}`;
}

function changesHtml(
  { kinds, removed, renamed, gone, left, clients, of, named, files }: HeldChanges,
  buttons: string,
): string {
  const lines = [
    ...Object.entries(kinds).map(([kind, counts]) => `${kindWords(kind)}: ${countsText(counts)}`),
    ...Object.entries(removed).map(([kind, count]) => `${kindWords(kind)}: ${count} would be removed`),
    ...renamed.map(({ from, to }) => `${isolated(from)} would be called ${isolated(to)}`),
    ...(gone?.clients ?? []).map(({ name }) => `${isolated(name)} would have left`),
    ...(left > 0 ? [`${counted(left, 'row')} would not be imported: you mend them after the import`] : []),
  ];
  const more = clients > named.length ? `<p>and ${counted(clients - named.length, 'more client')}</p>` : '';
  return `<p>${counted(clients, 'client')} would change or be new; the account has ${of}. That is more than a tenth, so nothing is imported before somebody says so.</p>
<ul class="card">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>
${buttons}
<div class="wide"><table><thead><tr><th scope="col">Client</th><th scope="col">What would change</th></tr></thead><tbody>${named.map(clientRow).join('')}</tbody></table></div>${more}
${files.map(({ name, rows }) => `<h3>The first rows of ${isolated(name)} as they are read</h3>${rowsTable(rows)}`).join('')}`;
}

function clientRow({ name, kinds }: NamedChange): string {
  const changes = Object.entries(kinds).map(([kind, { added, changed }]) => {
    const parts = [added > 0 ? `${added} added` : '', changed > 0 ? `${changed} changed` : ''];
    return `${kindWords(kind)}: ${parts.filter((part) => part !== '').join(', ')}`;
  });
  return `<tr><th scope="row">${isolated(name)}</th><td>${changes.join('; ') || 'something ends or is removed'}</td></tr>`;
}

/** Rows as an import reads them. */
export function rowsTable(rows: readonly ReadRow[]): string {
  const list = rows.map(
    ({ line, client, cells }) =>
      `<tr><td>${line}</td><th scope="row">${isolated(client)}</th><td>${cellsInWords(cells)
        .map(([header, text]) => `<span class="quiet">${escaped(header)}</span> ${isolated(text)}`)
        .join('; ')}</td></tr>`,
  );
  return `<div class="wide"><table><thead><tr><th scope="col">Line</th><th scope="col">Client</th><th scope="col">Is read as</th></tr></thead><tbody>${list.join('')}</tbody></table></div>`;
}

/** Where those files of a run are that wait until somebody has looked at what they would change. */
async function waitingFiles(files: FilesPort, run: Pick<RunReport, 'run' | 'files'>): Promise<string[]> {
  const names = new Set(askingNames(run));
  return (await files.held()).flatMap((file) => (file.run === run.run && names.has(file.name) ? [file.key] : []));
}

/** The next run imports the files, or moves them away. */
export async function decideHeld(call: PageCall): Promise<RouteAnswer> {
  const { ports, open, form: given, request, who } = call;
  const run = await ports.files?.run(open[0] ?? '');
  const keys = ports.files && run ? await waitingFiles(ports.files, run) : [];
  if (!ports.files || !run || keys.length === 0)
    return { title: 'Nothing waits', status: 404, html: '<h1>Somebody has decided about these files</h1>' };
  const isWanted = given.get('do') === 'import';
  const about = askingNames(run).join(', ').slice(0, 300);
  await logChange(call, { what: isWanted ? 'import confirmed' : 'file discarded', about });
  await ports.files.decide({ by: who.person, ...(isWanted ? { import: keys } : { discard: keys }) });
  return { location: `${request.base}/files` };
}
