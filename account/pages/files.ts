import { counted, escaped, isolated } from '../../board/view/text.ts';
import { withProposals } from '../../import/files/unknown-name.ts';
import { arrivedAt, incomingOf, isDecisionName } from '../../import/inbox/keys.ts';
import { headlineOfRun, type RunReport, recordsIn, reportText, unreadFiles } from '../../import/inbox/report.ts';
import { strangerText } from '../../import/mapping/strangers.ts';
import { dayAt } from '../../shared/domain/dates.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { type FilesPort, Refusal } from '../ports.ts';
import { script } from '../view/files-script.ts';
import { form, timeText } from '../view/html.ts';
import { feedsSection } from './feeds.ts';
import { askingNames, heldSection } from './held.ts';

/** Hands in files, and says what became of them. */
export async function filesPage(call: PageCall): Promise<RouteAnswer> {
  const { ports, request } = call;
  const { files } = ports;
  if (!files) return { title: 'Files', html: '<h1>Files</h1><p>This service takes no files here.</p>' };
  const [held, waiting, underWay, runs, feeds, blind] = await Promise.all([
    heldItems(files, request.base),
    files.waiting(),
    files.underWay(),
    files.runs(),
    files.feeds(),
    files.blindSpots(),
  ]);
  const toMend = await files.rowsToMend(runs);
  const html = `<h1>Files</h1>
<p>Hand in exports of your systems: CSV, Excel or JSON lines, at most ${megabytes(files)} MB each. They are imported together some time after the last one has arrived.</p>
${stateOf(waiting, underWay, request.base, ports.clock())}
${dropArea(call)}
${held.length === 0 ? '' : `<h2>Waiting for you</h2><p>These files are kept until you say what is in them, or that they are right.${waiting.some(isDecisionName) ? ' What you have decided is done in the next run, and those files leave this list then.' : ''}</p><ul class="plain">${held.join('')}</ul>`}
${toMend === 0 ? '' : `<p class="card bad"><a href="${escaped(request.base)}/files/mend">Mend the rows that were not imported</a>: ${counted(toMend, 'row')}</p>`}
${await feedsSection(feeds, dayAt(ports.clock()))}
${blind.length === 0 ? '' : `<h2>What the score does not see</h2><ul class="plain">${blind.map((each) => `<li class="card note">${escaped(each)}</li>`).join('')}</ul>`}
<h2>Last runs</h2>
${runs.length === 0 ? '<p class="quiet">Nothing was imported yet.</p>' : `<ul class="plain">${runs.map((run) => runItem(run, request.base)).join('')}</ul>`}`;
  return { title: 'Files', html, script };
}

const megabytes = ({ mostBytes }: FilesPort) => Math.floor(mostBytes / 1e6);

/** Files, or sheets of them, whose columns have to be chosen. */
async function heldItems(files: FilesPort, base: string): Promise<string[]> {
  const held = await files.held();
  const runs = [...new Set(held.map(({ run }) => run))];
  const samples = await Promise.all(
    runs.map(async (run) => [run, await files.samples(run), (await files.run(run))?.files ?? []] as const),
  );
  const asking = await Promise.all(runs.map((run) => askingItem(files, run, base)));
  const columns = samples.flatMap(([run, each, reported]) =>
    each
      .filter(({ origin }) => held.some((file) => file.run === run && file.name === origin))
      .map(({ name, origin, rows, isCut, headers }) => {
        const at = `${base}/files/columns/${encodeURIComponent(run)}/${encodeURIComponent(name)}`;
        const size = `${isCut ? 'more than ' : ''}${counted(rows.length, 'row')}, ${counted(headers.length, 'column')}`;
        const waits = reported.find((file) => file.name === origin)?.waits;
        const known =
          waits === 'clients' ? 'it is read as soon as you hand in a list of your clients' : strangerText(headers);
        const what = known === undefined ? size : `${size}; ${known}`;
        return `<li class="card"><a href="${escaped(at)}">Choose the columns of ${isolated(name)}</a><br><span class="quiet">${what}</span></li>`;
      }),
  );
  return [...asking.filter((item) => item !== ''), ...columns];
}

async function askingItem(files: FilesPort, id: string, base: string): Promise<string> {
  const run = await files.run(id);
  const names = (run ? askingNames(run) : []).map(isolated);
  if (names.length === 0) return '';
  const what = run?.held
    ? `See what ${counted(names.length, 'file')} would change, and import`
    : 'Import what was taken back, or not';
  return `<li class="card"><a href="${escaped(`${base}/files/runs/${id}`)}">${what}</a><br><span class="quiet">${names.join(', ')}</span></li>`;
}

/** The script of the page looks again while there is something to wait for. */
function stateOf(waiting: readonly string[], underWay: string | undefined, base: string, now: number): string {
  if (underWay === undefined && waiting.length === 0) return '';
  const [decided, names] = [waiting.filter(isDecisionName), waiting.filter((name) => !isDecisionName(name))];
  const arrived = [...names.map(isolated), ...(decided.length > 0 ? ['what you have decided'] : [])];
  const what =
    underWay === undefined
      ? `Waiting: ${arrived.join(', ')}.`
      : `Files are being imported, since ${timeText(underWay)}: for ${counted(minutesSince(underWay, now), 'minute')}. 200 MB take about ten.`;
  return `<p class="card note" role="status" id="waits">${what} <a href="${escaped(base)}/files">Look again</a></p>`;
}

const minutesSince = (time: string, now: number) => Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));

/** A browser without script sends one file at a time, in two steps: its form has to be made for the name. */
function dropArea(call: PageCall): string {
  const { ports, request } = call;
  const at = (path: string) => escaped(request.base + path);
  return `<div id="drop" class="drop card" hidden data-token="${escaped(ports.token.make())}" data-ask="${at('/files/upload')}" data-then="${at('/files')}">
<label>Drop files here, or choose them<input type="file" multiple></label><div role="status"><ul class="plain" id="sent"></ul></div></div>
<div id="one" class="card">${form(call, '/files/upload', '<label>Name of the file, such as clients.csv<input name="name" required autocomplete="off"></label><button>Next</button>')}</div>`;
}

function runItem(run: RunReport, base: string): string {
  const bad = unreadFiles(run).length > 0 || run.result === 'failed' || (run.rejected?.count ?? 0) > 0;
  return `<li class="card"><a href="${escaped(base)}/files/runs/${escaped(run.run)}">${timeText(run.startedAt)}</a> <span class="state${bad ? ' bad' : ''}">${escaped(headlineOfRun(run))}</span><br><span class="quiet">${whatIsIn(run)}</span></li>`;
}

function whatIsIn({ files, kinds, mended, takenBack }: RunReport): string {
  if (takenBack) return `the run of ${timeText(takenBack.startedAt)}`;
  const records = counted(recordsIn(kinds), 'record');
  const names = files.map(({ name }) => isolated(name)).join(', ');
  if (files.length > 0) return `${counted(files.length, 'file')}, ${records}: ${names}`;
  return mended ? `rows that somebody has mended: ${records}` : 'what somebody has decided';
}

export async function runPage(call: PageCall): Promise<RouteAnswer> {
  const { ports, request, open, who } = call;
  const run = await ports.files?.run(open[0] ?? '');
  if (!run) return { title: 'No such run', status: 404, html: '<h1>There is no such run</h1>' };
  const { advice = [], ...report } = run;
  const at = `${escaped(request.base)}/files`;
  const proposes = withProposals(run.unknownNames ?? []).length > 0;
  const names = proposes ? ' Review aliases.csv, which proposes clients for names, and hand it in with them.' : '';
  const rejects = (run.rejects ?? []).map((key) => key.split('/').at(-1) ?? '');
  const unread = unreadFiles(run);
  const files = [...unread, ...run.files.filter((file) => !unread.includes(file))].map(
    (file) => `<li>${isolated(file.name)}: ${outcomeOf(run, file)}</li>`,
  );
  const isNewest = !run.takenBack && (await ports.files?.newest()) === run.run;
  const html = `<h1>${escaped(headlineOfRun(run))}</h1>
<p>${timeText(run.startedAt)}, run <code>${escaped(run.run)}</code></p>
${run.reason === undefined || run.held ? '' : `<p class="card bad">${escaped(run.reason)}</p>`}
${await heldSection(call, run)}
${files.length === 0 ? `<p>${whatIsIn(run)}</p>` : `<h2>Files</h2><ul class="card">${files.join('')}</ul>`}
${rejects.length === 0 ? '' : `<h2>Rows that were not imported</h2><p><a href="${at}/mend">Mend them here</a>, or hand in the file again: it has only these rows.${names}</p><ul class="card">${rejects.map((name) => `<li><a href="${at}/runs/${escaped(run.run)}/rejects/${escaped(encodeURIComponent(name))}">${isolated(name)}</a></li>`).join('')}</ul>`}
<h2>Report</h2><pre tabindex="0" aria-label="Report">${escapedLines(reportText(report))}</pre>
${advice.length === 0 || who.role !== 'administrator' ? '' : `<h2>For whoever runs the service</h2><pre tabindex="0" aria-label="Advice">${escapedLines(advice.join('\n'))}</pre>`}
${isNewest ? `<h2>Was it a wrong file?</h2><p><a href="${at}/runs/${escaped(run.run)}/take-back">Take back what this run added</a></p>` : ''}
<p><a href="${at}">All runs</a></p>`;
  return { title: 'Report', html };
}

function outcomeOf(
  { result, superseded = [] }: RunReport,
  { name, refusal, waits }: RunReport['files'][number],
): string {
  if (waits) return `<span class="state">waits for you</span>: ${toDo[waits]}`;
  const newer = superseded.find(({ file }) => file === name)?.by;
  if (refusal === undefined && result === 'done')
    return newer === undefined ? 'imported' : `not read, because ${isolated(newer)} is newer`;
  return `<span class="state bad">not imported</span>${refusal === undefined ? '' : `, ${escaped(refusal)}`}`;
}

const toDo = {
  clients: 'hand in a list of your clients',
  columns: 'choose its columns',
  preview: 'see what it would change',
  'taken-back': 'it was taken back; say whether it is imported nonetheless',
} as const;

const escapedLines = (text: string) => text.trimEnd().split('\n').map(escaped).join('\n');

export async function rejectFile({ ports, open }: PageCall): Promise<RouteAnswer> {
  const [run = '', name = ''] = open;
  const found = await ports.files?.reject(run, name);
  if (!found) return { title: 'No such file', status: 404, html: '<h1>There is no such file</h1>' };
  return 'location' in found ? found : { file: name, text: found.text };
}

/** Makes the form for one file: as JSON for the script of the page, else as a page with it. */
export async function uploadForm(call: PageCall): Promise<RouteAnswer> {
  const isScript = call.request.headers.accept === 'application/json';
  try {
    const { url, fields, name } = await newForm(call, isScript ? undefined : `${call.request.base}/files`);
    if (isScript) return { json: { url, fields } };
    const hidden = Object.entries(fields).map(
      ([field, value]) => `<input type="hidden" name="${escaped(field)}" value="${escaped(value)}">`,
    );
    const html = `<h1>Hand in ${isolated(name)}</h1>
<form class="fields" method="post" enctype="multipart/form-data" action="${escaped(url)}">${hidden.join('')}<label>The file<input type="file" name="file" required></label><button>Send</button></form>`;
    return { title: 'Hand in a file', html };
  } catch (error) {
    if (isScript && error instanceof Refusal) return { json: { refusal: error.message } };
    throw error;
  }
}

async function newForm(call: PageCall, thenTo: string | undefined) {
  const { ports, form: given } = call;
  const { files } = ports;
  if (!files) throw new Refusal('This service takes no files here.');
  const name = (given.get('name') ?? '').trim();
  const refusal = refusalOf(name, Number(given.get('size') ?? 1), call, files);
  if (refusal !== undefined) {
    await logChange(call, { what: 'file refused', about: refusal.slice(0, 300) });
    throw new Refusal(refusal);
  }
  await logChange(call, { what: 'file handed in', about: name });
  return { name, ...(await files.uploadForm(name, thenTo)) };
}

/** Why a file of this name and size is not imported. */
function refusalOf(name: string, size: number, { who }: PageCall, files: FilesPort): string | undefined {
  const arrived = arrivedAt(incomingOf(who.account) + name);
  if (!arrived || isDecisionName(name)) return 'This name is none of a file that is imported.';
  if (arrived.refusal !== undefined) return `${name} cannot be imported: ${arrived.refusal}.`;
  if (size === 0) return `${name} is empty.`;
  return size <= files.mostBytes ? undefined : `${name} has more than ${megabytes(files)} MB.`;
}
