import { counted, escaped, isolated } from '../../board/view/text.ts';
import { type FileSample, nameOfMapping } from '../../import/arrived/samples.ts';
import type { Preview } from '../../import/inbox/preview.ts';
import { type Choice, mappingOfChoice, missingIn } from '../../import/mapping/chosen.ts';
import { guess } from '../../import/mapping/guess.ts';
import { fileKindOf, fileKinds, type Meaning } from '../../import/mapping/meanings.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { type FilesPort, Refusal } from '../ports.ts';
import { form } from '../view/html.ts';
import { countsText, kindWords } from '../view/kinds.ts';
import { rowsTable } from './held.ts';

// Says what the columns of a file mean that nothing describes. What is shown first is guessed.

interface Asked {
  readonly files: FilesPort;
  readonly sample: FileSample;
  /** Where the file waits. */
  readonly keys: readonly string[];
  readonly path: string;
}

async function askedOf({ ports, open }: PageCall): Promise<Asked | undefined> {
  const [run = '', name = ''] = open;
  const [held = [], samples = []] = await Promise.all([ports.files?.held(), ports.files?.samples(run)]);
  const sample = samples.find((each) => each.name === name);
  const keys = held.flatMap((file) => (file.run === run && file.name === sample?.origin ? [file.key] : []));
  if (!ports.files || !sample || keys.length === 0) return undefined;
  return {
    keys,
    files: ports.files,
    sample,
    path: `/files/columns/${encodeURIComponent(run)}/${encodeURIComponent(name)}`,
  };
}

const noSample: RouteAnswer = {
  title: 'No such file',
  status: 404,
  html: '<h1>There is no such file</h1><p>Perhaps somebody has decided about it already.</p>',
};

/** The file as it is guessed, of the kind that the query names if it does. */
export async function columnsPage(call: PageCall): Promise<RouteAnswer> {
  const asked = await askedOf(call);
  if (!asked) return noSample;
  const { known, names } = await asked.files.clients();
  const kind = fileKindOf(call.query.get('kind') ?? '')?.id;
  const { choice, reason } = guess(asked.sample, known, kind);
  return page(call, asked, choice, kind === undefined ? reason : '', names);
}

/** Shows how the file is read with other columns, or remembers them, or discards the file. */
export async function chooseColumns(call: PageCall): Promise<RouteAnswer> {
  const asked = await askedOf(call);
  if (!asked) return noSample;
  const { form: given, who, request } = call;
  const { files, sample, keys } = asked;
  const then = { location: `${request.base}/files` };
  const by = who.person;
  if (given.get('do') === 'discard') {
    await logChange(call, { what: 'file discarded', about: sample.origin });
    await files.decide({ by, discard: [...keys] });
    return then;
  }
  const choice = choiceIn(given, sample);
  const missing = missingIn(choice);
  if (given.get('do') !== 'import' || missing.length > 0)
    return page(call, asked, choice, '', (await files.clients()).names);
  await logChange(call, { what: 'columns chosen', about: sample.name });
  const text = mappingOfChoice(choice, sample.headers);
  await files.decide({ by, mapping: { name: nameOfMapping(sample), text }, import: [...keys] });
  return then;
}

function choiceIn(given: URLSearchParams, { headers }: FileSample): Choice {
  const kind = fileKindOf(given.get('kind') ?? '');
  if (!kind) throw new Refusal('Choose what the file is.');
  const columns: Record<string, string> = {};
  for (const [at, header] of headers.entries()) {
    const meaning = kind.meanings.find(({ id }) => id === given.get(`c${at}`));
    if (meaning && columns[meaning.id] !== undefined)
      throw new Refusal(`Two columns are ${meaning.label}: ${columns[meaning.id]} and ${header.trim()}. Choose one.`);
    if (meaning) columns[meaning.id] = header.trim();
  }
  const dates = given.get('dates');
  return {
    kind: kind.id,
    columns,
    bestRating: given.get('best') === '10' ? 10 : 5,
    ...((dates === 'dmy' || dates === 'mdy') && { dates }),
  };
}

async function page(
  call: PageCall,
  { files, sample, path }: Asked,
  choice: Choice,
  reason: string,
  names: ReadonlyMap<string, string>,
): Promise<RouteAnswer> {
  const { meanings = [] } = fileKindOf(choice.kind) ?? {};
  const missing = missingIn(choice);
  const preview =
    missing.length > 0 ? undefined : await files.preview(sample, mappingOfChoice(choice, sample.headers), names);
  const kinds = options(
    fileKinds.map(({ id, label }) => [id, label]),
    choice.kind,
  );
  const title = `The columns of ${sample.name}`;
  const html = `<h1>${isolated(title)}</h1>
<p>Nothing says yet how files like this are read. Say it once; all files with these headers are read so from then on.</p>
${reason === '' ? '' : `<p class="card note">${escaped(reason)}</p>`}
<form class="fields" method="get" action="${escaped(call.request.base + path)}"><label>What the file is<select name="kind">${kinds}</select></label><button>Show the columns of such a file</button></form>
${form(
  call,
  path,
  `<input type="hidden" name="kind" value="${choice.kind}">
<div class="wide"><table><thead><tr><th scope="col">Column</th><th scope="col">In its rows</th><th scope="col">What it is</th></tr></thead><tbody>
${columnRows(sample, meanings, choice)}
</tbody></table></div>
${formatFields(choice)}
${missing.length > 0 ? `<p class="card bad">Still to choose: ${missing.map(escaped).join('; ')}.</p>` : ''}
<button name="do" value="preview">Show how it is read</button>`,
)}
${preview ? previewOf(preview, sample) : ''}
${preview ? form(call, path, `${hiddenFields(sample, choice)}<button name="do" value="import">Import, and remember for files with these headers</button>`) : ''}
${form(call, path, `<p>Is it not about your clients, such as a list of employees or prices?</p><button class="end" name="do" value="discard">Do not import this file</button>`)}
<p><a href="${escaped(call.request.base)}/files">All files</a></p>`;
  return { title, html };
}

const options = (values: readonly (readonly [value: string, label: string])[], chosen: string) =>
  values
    .map(
      ([value, label]) =>
        `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(label)}</option>`,
    )
    .join('');

function meaningOf(header: string, { columns }: Choice): string {
  return Object.entries(columns).find(([, chosen]) => chosen === header.trim())?.[0] ?? '';
}

const mostSamples = 3;
/** Columns without a meaning that are shown beside those that have one. */
const mostOthers = 100;

/** What is needed comes first, then what else is read. */
function columnRows({ headers, rows }: FileSample, meanings: readonly Meaning[], choice: Choice): string {
  const isNeeded = (id: string) => meanings.find((each) => each.id === id)?.needed !== undefined;
  const all = headers
    .map((header, at) => ({ header, at, id: meaningOf(header, choice) }))
    .filter(
      ({ header, at }) => header.trim() !== '' && headers.findIndex((each) => each.trim() === header.trim()) === at,
    )
    .toSorted((a, b) => rank(a.id) - rank(b.id));
  function rank(id: string): number {
    return isNeeded(id) ? 0 : id !== '' ? 1 : 2;
  }
  const others = all.filter(({ id }) => id === '').slice(0, mostOthers);
  return all
    .filter((each) => each.id !== '' || others.includes(each))
    .map(({ header, at, id }) => {
      const cells = new Set(rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== ''));
      const shown = [...cells]
        .slice(0, mostSamples)
        .map((cell) => isolated(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell));
      const none = choice.kind === 'clients' ? 'kept as it is' : 'not read';
      const choices = options(
        [
          ['', none],
          ...meanings.map(({ id: value, label, needed }) => [value, `${label}${needed ? ' (needed)' : ''}`] as const),
        ],
        id,
      );
      const name = `c${at}`;
      return `<tr><th scope="row" id="h${at}">${isolated(header.trim())}</th><td>${shown.join('<br>')}</td><td><select name="${name}" aria-labelledby="h${at}">${choices}</select></td></tr>`;
    })
    .join('\n');
}

function formatFields({ bestRating, dates }: Choice): string {
  const orders = options(
    [
      ['', 'as its rows prove it'],
      ['dmy', 'day first: 18/11/2026'],
      ['mdy', 'month first: 11/18/2026'],
    ],
    dates ?? '',
  );
  const best = options(
    [
      ['5', '5'],
      ['10', '10'],
    ],
    String(bestRating),
  );
  return `<label>Dates<select name="dates">${orders}</select></label><label>Best rating<select name="best">${best}</select></label>`;
}

function hiddenFields({ headers }: FileSample, choice: Choice): string {
  const fields = headers.flatMap((header, at) => {
    const id = headers.findIndex((each) => each.trim() === header.trim()) === at ? meaningOf(header, choice) : '';
    return id === '' ? [] : [[`c${at}`, id] as const];
  });
  return [...fields, ['kind', choice.kind], ['best', choice.bestRating], ['dates', choice.dates ?? '']]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('');
}

/** The rows as they would be read, and what would change. */
function previewOf({ result, rows }: Preview, { isCut, rows: given }: FileSample): string {
  const { kinds, rejected, unknownNames, clients } = result;
  const changes = Object.entries(kinds).map(([kind, counts]) => `${kindWords(kind)}: ${countsText(counts)}`);
  const problems = (rejected?.problems ?? [])
    .slice(0, 8)
    .map(
      ({ line, column, message, count }) =>
        `<li>line ${line}${column === undefined ? '' : `, ${isolated(column)}`}: ${escaped(message)}${count > 1 ? `, and ${count - 1} more like this` : ''}</li>`,
    );
  const bad = (rejected?.files ?? []).reduce((sum, file) => sum + file.rows + file.references, 0);
  const unknown = unknownNames.slice(0, 8).map(({ name }) => isolated(name));
  return `<h2>How it is read</h2>
<p>${counted(given.length, 'row')}${isCut ? ', the first of the file' : ''}${bad > 0 ? `; ${bad} would not be imported yet` : ''}. ${changes.join('; ')}${changes.length > 0 ? '.' : ''} The account has ${counted(clients, 'client')}.</p>
${unknown.length === 0 ? '' : `<p>Names that no client has: ${unknown.join(', ')}${unknownNames.length > unknown.length ? ', …' : ''}. You say once which clients they are, after the import.</p>`}
${problems.length === 0 ? '' : `<ul class="card">${problems.join('')}</ul>`}
${rows.length === 0 ? '<p class="card bad">No row can be read so.</p>' : rowsTable(rows.slice(0, 20))}`;
}
