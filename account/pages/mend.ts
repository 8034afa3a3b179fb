import { hash } from 'node:crypto';
import { counted, escaped, isolated } from '../../board/view/text.ts';
import type { MendedCell } from '../../import/files/source.ts';
import type { UnknownName } from '../../import/files/unknown-name.ts';
import type { RejectedRows } from '../../import/inbox/rejected-rows.ts';
import { headersName, rowName } from '../../import/rows/mended.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { type FilesPort, Refusal } from '../ports.ts';
import { clientLabel, form, offered } from '../view/html.ts';

// Rows that were not imported, of all runs: what is right instead is said once, and holds for the next files too.

const notClient = 'not a client';
const newClient = 'a new client';
const mostNames = 100;
const mostFields = 200;
/** Bytes of a cell that a field can give back as it was: in one line, and with all others in one form. */
const longestField = 100;

/** A wrong cell, and the name of the field in which somebody says what is right. */
interface WrongCell extends Omit<MendedCell, 'is'> {
  readonly field: string;
  readonly problem: string;
  /** Where its row is, if no id names it. */
  readonly place: string;
}

export async function mendPage({ ports, request }: PageCall): Promise<RouteAnswer> {
  const { files } = ports;
  const rejected = (await files?.rejected()) ?? [];
  if (rejected.length === 0)
    return { title: 'Rows to mend', html: '<h1>Rows to mend</h1><p>All rows are imported.</p>' };
  const names = files ? await namesOf(files, rejected) : [];
  const clients = files ? [...(await files.clients()).names] : [];
  const cells = wrongCells(rejected);
  const items = rejected
    .filter(({ isProposals }) => !isProposals)
    .map(
      ({ run, name, rows, isCut }) =>
        `<li><a href="${escaped(`${request.base}/files/runs/${run}/rejects/${encodeURIComponent(name)}`)}">${isolated(name)}</a>: ${isCut && rows.length === 0 ? 'too large to be mended here' : `${isCut ? 'more than ' : ''}${counted(rows.length, 'row')}`}</li>`,
    );
  const fields = [
    names.length === 0 ? '' : namesTable(names, clients),
    cells.length === 0 ? '' : cellsTable(cells),
    '<button>Import these rows, and remember</button>',
  ];
  const html = `<h1>Rows to mend</h1>
<p>These rows were not imported yet. What you leave empty stays here. What you say is remembered, so the next files need it no more.</p>
${form({ request, ports }, '/files/mend', fields.join('\n'))}
<h2>The files</h2><p>Rows that are easier to mend in a spreadsheet: get the file, mend it, and hand it in again.</p><ul class="card">${items.join('')}</ul>`;
  return { title: 'Rows to mend', html };
}

/** Names and addresses that no client has, of the runs whose rows wait. */
async function namesOf(files: FilesPort, rejected: readonly RejectedRows[]): Promise<UnknownName[]> {
  const runs = new Set(rejected.map(({ run }) => run));
  const found = new Map<string, UnknownName>();
  for (const run of runs)
    for (const each of (await files.run(run))?.unknownNames ?? [])
      if (!found.has(each.name)) found.set(each.name, each);
  return [...found.values()].slice(0, mostNames);
}

function namesTable(names: readonly UnknownName[], clients: readonly (readonly [id: string, name: string])[]): string {
  const rows = names.map(({ name, rows: count, listed, proposals: [best] }, at) => {
    const value = best ? clientLabel({ ...best, name: clients.find(([id]) => id === best.id)?.[1] ?? best.name }) : '';
    const shown = listed ? `${isolated(listed.name)}, in the list of ${isolated(listed.list)}` : isolated(name);
    return `<tr><th scope="row" id="n${at}">${shown}</th><td>${counted(count, 'row')}</td><td><input type="hidden" name="name${at}" value="${escaped(name)}"><input name="client${at}" list="clients${listed ? '-of-list' : ''}" value="${escaped(value)}" aria-labelledby="n${at}" autocomplete="off"></td></tr>`;
  });
  const all = clients.map(([id, name]) => clientLabel({ id, name }));
  const isListed = names.some(({ listed }) => listed);
  const ofList = isListed ? offered('clients-of-list', [newClient, notClient, ...all]) : '';
  return `<h2>Names that no client has</h2><p>Choose the client, or “${notClient}” for internal or private rows.${isListed ? ` Another list of clients leads; what is in this one only can also be “${newClient}”.` : ''} It holds for this name for ever.</p>
${offered('clients', [notClient, ...all])}${ofList}
<div class="wide"><table><thead><tr><th scope="col">Name</th><th scope="col">Rows</th><th scope="col">Client</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function cellsTable(cells: readonly WrongCell[]): string {
  const rows = cells
    .slice(0, mostFields)
    .map(
      ({ field, place, row, column, was, problem }) =>
        `<tr><td>${isolated(row.includes('=') ? row.replace('=', ' ') : place)}</td><th scope="row" id="${field}">${isolated(column)}</th><td>${escaped(problem)}</td><td><input name="${field}" value="${escaped(was)}" aria-labelledby="${field}" autocomplete="off"></td></tr>`,
    );
  return `<h2>Wrong cells</h2><div class="wide"><table><thead><tr><th scope="col">Row</th><th scope="col">Column</th><th scope="col">What is wrong</th><th scope="col">What is right</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** The cells that the problems of the rows name: all of a row. */
function wrongCells(files: readonly RejectedRows[]): WrongCell[] {
  const found = new Map<string, WrongCell>();
  for (const { headers, rows, name } of files)
    for (const [number, { cells, problem }] of rows.entries())
      for (const [at, given] of headers.entries()) {
        const column = given.trim();
        const message = column === '' ? undefined : problemOf(problem, column);
        if (message === undefined) continue;
        const was = cells[at] ?? '';
        if (Buffer.byteLength(was) > longestField || /[\r\n]/.test(was)) continue;
        const cell = { headers: headersName(headers), row: rowName(headers, cells), column, was };
        // of what is in it, so that it is the same when other rows have come; and a row of two weeks is asked about once
        const field = `cell-${hash('sha1', JSON.stringify(cell), 'hex').slice(0, 20)}`;
        found.set(field, { ...cell, field, problem: message, place: `${name}, row ${number + 2}` });
      }
  return [...found.values()];
}

/** What is wrong with the column, without names of clients, which are asked for once for all rows. */
function problemOf(problem: string, header: string): string | undefined {
  const parts = problem.split('; ');
  const part = parts.find((each) => each.startsWith(`${header}: `) || each.includes(`column "${header}": `));
  return part === undefined || /there is no client with|several clients could be/.test(part)
    ? undefined
    : part.slice(part.indexOf(': ') + 2);
}

/** The next run reads the rows again. */
export async function mend(call: PageCall): Promise<RouteAnswer> {
  const { ports, form: given, request, who } = call;
  const { files } = ports;
  if (!files) throw new Refusal('This service takes no files here.');
  const [rejected, { names: clients }] = await Promise.all([files.rejected(), files.clients()]);
  const ids = new Map(
    [...clients].flatMap(([id, name]) => [clientLabel({ id, name }), id].map((each) => [each, id] as const)),
  );
  const cells = wrongCells(rejected).flatMap(({ field, problem: _, place: __, ...cell }): MendedCell[] => {
    const is = given.get(field);
    return is === null || is === cell.was ? [] : [{ ...cell, is }];
  });
  const names: Record<string, string | null> = {};
  const newClients: string[] = [];
  const listed = new Set((await namesOf(files, rejected)).flatMap((each) => (each.listed ? [each.name] : [])));
  for (let at = 0; at < mostNames; at += 1) {
    const [name, client] = [given.get(`name${at}`), given.get(`client${at}`)?.trim() ?? ''];
    if (name === null || client === '') continue;
    if (client === newClient && listed.has(name)) {
      newClients.push(name);
      continue;
    }
    const id = client === notClient ? null : ids.get(client);
    if (id === undefined)
      throw new Refusal(`There is no client ${client}. Choose one from the list, or “${notClient}”.`);
    names[name] = id;
  }
  const said = [counted(cells.length, 'cell'), counted(Object.keys(names).length + newClients.length, 'name')].join(
    ', ',
  );
  await logChange(call, { what: 'rows mended', about: said });
  await files.decide({ by: who.person, mend: { cells, names, newClients, again: rejected.map(({ key }) => key) } });
  return { location: `${request.base}/files` };
}
