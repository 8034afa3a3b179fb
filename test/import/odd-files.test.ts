import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { cliOn } from '../support/cli/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { numbered } from './numbered.ts';

// Odd and broken files that test/scenarios/files.md cannot show: other bytes than UTF-8, workbooks, long texts and many
// rows; and files that need a mapping, which is m.json.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account odd --name Odd');
});

type Files = Record<string, string | Uint8Array>;

async function imported(files: Files, options = '') {
  const folder = temporaryFolder(files);
  const map = 'm.json' in files ? `--map ${folder}/m.json` : '';
  return admin(`import ${folder} --account odd ${map} ${options}`);
}

const head = 'Client ID,Name';
const one = `${head}\nC1,One\n`;
const latin = (text: string) => Buffer.from(text, 'latin1');
/** A column of clients.csv with one value. */
const cell = (header: string, value: string) => ({ 'clients.csv': `${head},${header}\nC1,One,${value}\n` });
/** A file beside the client C1. */
const beside = (name: string, ...lines: string[]): Files => ({ 'clients.csv': one, [name]: lines.join('\n') });
/** Members of portfolios. */
const members = (count: number, ...lines: string[]): Files => ({
  ...beside('portfolio-members.csv', ...lines),
  'portfolios.csv': `Portfolio ID,Name\n${numbered(count, (at) => `p${at},P\n`).join('')}`,
});
/** A workbook of clients: rows separated by |. */
const clientsBook = (rows: string) => ({
  'clients.xlsx': workbookOf({ S: rows.split('|').map((row) => row.split(',')) }),
});
const mapped = (list: string | Uint8Array, file: object, more: Files = {}) => ({
  ...more,
  'list.csv': list,
  'm.json': JSON.stringify({ version: 1, files: [{ match: { name: 'list*' }, ...file }] }),
});
/** Clients whose turnover has the decimal sign that the file proves. */
const turnovers = (...lines: string[]) =>
  mapped(['No;Company;Turnover', ...lines].join('\n'), {
    kind: 'clients',
    columns: { 'Client ID': 'No', Name: 'Company', 'Revenue TTM': 'Turnover' },
    decimal: 'detect',
  });
/** Signals of the client C1, by rules of the column X. */
const ruled = (lines: readonly string[], rules: readonly object[], more: object = {}) =>
  mapped(
    ['Client;Day;X', ...lines].join('\n'),
    {
      kind: 'signals',
      columns: { 'Client ID': 'Client', Date: 'Day' },
      signals: rules.map((each) => ({ topic: 'trust', ...each })),
      ...more,
    },
    { 'clients.csv': one },
  );

it.each<[title: string, files: Files, says: string, options?: string]>([
  ['Windows-1252 by option', { 'clients.csv': latin(`${head}\nC1,M\xfcller\n`) }, 'Müller', '--encoding windows-1252'],
  [
    'a time of a workbook in a declared zone',
    {
      'clients.xlsx': workbookOf({
        clients: [
          ['Client ID', 'Name', 'Last Contact'],
          ['C1', 'One', new Date('2027-01-01T00:30:00Z')],
        ],
      }),
    },
    'the last contact is in the future, on 2026-12-31',
    '--zone Europe/Berlin',
  ],
  [
    'ratings with a decimal comma, which the mapping declares',
    ruled(['C1;2026-11-01;7,5'], [{ name: 'r', polarity: { from: 'X', scale: [0, 10] } }], { decimal: ',' }),
    'C1 2026-11-01 0.5',
  ],
  ['a .tsv file', { 'clients.tsv': 'Client ID\tName\nC1\tOne\n' }, 'clients  1'],
  ['a copy that is numbered, as those of rejects', { 'clients (2).csv': one }, 'clients  1'],
  ['a .csv.gz file', { 'clients.csv.gz': gzipSync(one) }, 'clients  1'],
  [
    'a workbook with a sheet for each kind',
    {
      'book.xlsx': workbookOf({
        Clients: [head.split(','), [7, 'One']],
        Notes: [
          ['Client ID', 'Created At', 'Created By', 'Content'],
          [7, new Date('2026-11-18'), 'Ada', 'Hi'],
        ],
      }),
    },
    'notes    1',
  ],
  ['a workbook whose only sheet has any name', clientsBook(`${head}|C1,One`), 'clients  1'],
])('%s is accepted', async (_, files, says, options) => {
  const { out, err, exitCode } = await imported(files, `--dry-run ${options ?? ''}`);
  expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
  expect(out.join('\n')).toContain(says);
});

it.each<[title: string, files: Files, ...says: string[]]>([
  [
    'a name that is too long',
    { 'clients.csv': `${head}\nC1,${'x'.repeat(201)}\n` },
    'clients.csv:2, column "Name": the name has more than 200 characters',
  ],
  [
    'metadata that is too large',
    cell('Story', 'x'.repeat(2049)),
    'clients.csv:2, column "Story": a metadata text has more than 2048 characters',
    'clients.csv:2: metadata takes more than 2048 bytes',
  ],
  [
    'a note that is too long',
    beside('notes.csv', 'Client ID,Created At,Created By,Content', `C1,2026-11-16,Ada,${'x'.repeat(8001)}`),
    'notes.csv:2, column "Content": the note has more than 8000 characters',
  ],
  [
    'an extra column that is too long',
    members(1, 'Portfolio ID,Client ID,segment', `p0,C1,${'x'.repeat(101)}`),
    'portfolio-members.csv:2, column "segment": an extra column has more than 100 characters',
  ],
  [
    'a client twice, in two sheets',
    {
      'book.xlsx': workbookOf(
        Object.fromEntries(['clients', 'clients 2'].map((name) => [name, [head.split(','), ['C1', name]]])),
      ),
    },
    'book.xlsx [clients 2]:2: duplicate of book.xlsx [clients]:2',
  ],
  [
    'a reference to a Client ID of two clients',
    { 'clients.csv': 'Service ID,Client ID,Name\na,C1,One\nb,C1,Two\n', 'scores.csv': 'Client ID,Score\nC1,100\n' },
    'scores.csv:2, column "Client ID": several clients have the Client ID "C1"; give the Service ID',
  ],
  [
    'more insights than a week may have',
    {
      ...beside('streams.csv', 'Client ID,Stream ID,Name', 'C1,s1,S'),
      'insights.csv': `Client ID,Stream ID,Week,Topic,Summary,Sentiment\n${numbered(41, (at) => `C1,s1,2026-11-16,t${at},a,positive\n`).join('')}`,
    },
    'insights.csv:2: a week has more than 40 insights (and 40 more like this: lines 3, 4, 5, 6, …)',
  ],
  [
    'more streams than a client may have',
    beside('streams.csv', 'Client ID,Stream ID,Name', ...numbered(201, (at) => `C1,s${at},S`)),
    'streams.csv:202: the client has more than 200 streams',
  ],
  [
    'more key people than a client may have',
    beside('key-people.csv', 'Client ID,Person ID,Name', ...numbered(1001, (at) => `C1,k${at},K`)),
    'key-people.csv:1002: the client has more than 1000 key people',
  ],
  [
    'a control character',
    { 'clients.csv': `${head}\nC1,O\u0007ne\n` },
    'clients.csv:2, column "Name": the name holds a control character; only tabs and line ends are allowed',
  ],
  [
    'more portfolios than an account may have',
    { 'portfolios.csv': `Portfolio ID,Name\n${numbered(201, (at) => `p${at},P\n`).join('')}` },
    'portfolios.csv:2: from here on: an account has at most 200 portfolios',
  ],
  [
    'more bytes of extra columns than a client may have',
    members(
      40,
      `Portfolio ID,Client ID,${numbered(9, (at) => `c${at}`)}`,
      ...numbered(40, (at) => `p${at},C1${`,${'x'.repeat(100)}`.repeat(9)}`),
    ),
    'portfolio-members.csv:35: the extra columns of the client take more than 32768 bytes (and 6 more like this: lines 36, 37, 38, 39, …)',
  ],
  [
    'many rows with the same problem',
    { 'clients.csv': `${head}\n${'C1,\n'.repeat(250)}C1,x,y\n` },
    'clients.csv:2, column "Name": is empty; expected text (and 249 more like this: lines 3, 4, 5, 6, …)',
    'clients.csv:252: has 3 cells, the header has 2; put texts that contain a separator in quotes',
  ],
  [
    'Latin-1',
    { 'clients.csv': latin(`${head}\nC1,M\xfcller\n`) },
    'clients.csv:2: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
  ],
  [
    'an ambiguous number among numbers that prove both decimal signs',
    turnovers('1;One;12.500 €', '2;Two;7,5', '3;Three;7.5'),
    'list.csv:2, column "Turnover": "12.500 €" is ambiguous (12500 or 12.500); write 12500 or 12.5000, or declare the decimal sign with --decimal',
  ],
  [
    'an impossible date beside one that proves the order of the others',
    { 'clients.csv': `${head},Last Contact\nC1,One,03/04/2026\nC2,Two,31/10/2026\nC3,Three,31/11/2026\n` },
    'clients.csv:4, column "Last Contact"',
  ],
  [
    'a file that no mapping fits',
    mapped('Title,Pages\nOne,5\n', { match: { headers: ['Company'] }, kind: 'clients', columns: {} }),
    'list.csv:1: no mapping describes it; the headers are Title, Pages',
  ],
  [
    'cells that two signals read: one problem a row',
    ruled(
      ['C1;2026-11-01;6', 'C1;2026-11-02;7'],
      ['a', 'b'].map((name) => ({ name, polarity: { from: 'X', scale: [1, 5] } })),
    ),
    'list.csv:2: signal "a", column "X": "6" is not on the scale from 1 to 5 (and 1 more like this: line 3)',
  ],
  [
    'a measure that is too large',
    ruled(
      ['C1;2026-11-01;99999999'],
      [{ name: 'r', polarity: { from: 'X', steps: [[1, 1]], above: 0 }, measure: 'reply-hours' }],
    ),
    'list.csv:2, column "Measure": expected what a system measured, such as reply-hours=3.2',
  ],
  [
    'a damaged archive',
    { 'clients.csv.gz': Buffer.from('no gzip') },
    'clients.csv.gz:1: is not a complete gzip archive',
  ],
  [
    'a workbook with sheets of other names',
    { 'book.xlsx': workbookOf({ A: [['x']], B: [['y']] }) },
    'book.xlsx [A]:1: it is not named after a kind',
    'book.xlsx [B]:1: it is not named after a kind',
  ],
])('%s is refused with all that is wrong', async (_, files, ...says) => {
  const { out, err, exitCode } = await imported(files);
  expect({ out, exitCode }).toEqual({ out: [], exitCode: 3 });
  expect(err).toEqual([
    ...says.map((text) => expect.stringContaining(text)),
    expect.stringMatching(/^error: Nothing was imported: \d+ problems? in the files\.$/),
  ]);
});

it.each([
  ['a path that is none', '/nowhere', 'There is no file or folder /nowhere.'],
  ['an empty folder', temporaryFolder, 'There is nothing to import in'],
  ['an empty workbook', () => temporaryFolder({ 'clients.xlsx': workbookOf({ S: [] }) }), 'There is nothing to import'],
])('%s is no import', async (_, path, why) => {
  const { err, exitCode } = await admin(`import ${typeof path === 'string' ? path : path()} --account odd`);
  expect({ err, exitCode }).toEqual({ err: [expect.stringContaining(why)], exitCode: 1 });
});

it('problems are JSON on request, with the lines of the first', async () => {
  const { out } = await imported({ 'clients.csv': `${head}\n${'C1,\n'.repeat(250)}C1,x,y\n` }, '--json');
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    count: 251,
    problems: [{ file: 'clients.csv', line: 2, column: 'Name', count: 250, lines: [2, 3, 4, 5, 6] }, { count: 1 }],
  });
});

it('at most a hundred groups of problems are shown', async () => {
  const columns = numbered(120, (at) => `col${'x'.repeat(at)}`);
  const { err } = await imported(beside('streams.csv', `Client ID,Stream ID,Name,${columns}`));
  expect([err.length, err.at(-2)]).toEqual([102, '… and 20 more']);
});

it('none of these files was written', async () => {
  expect(await factsIn(db.table, 'odd')).toEqual([]);
});
