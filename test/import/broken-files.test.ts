import { beforeAll, expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  beside,
  cell,
  filesOf,
  type Given,
  head,
  latin,
  members,
  notes,
  numbered,
  one,
  twoSheets,
} from './small-files.ts';

// Broken files that test/scenarios/files.md cannot show, each with all its messages. Such an import writes nothing.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account broken --name Broken');
});

const clients = `${one}C2,Two\n`;
const streams = (rows: string) => beside('streams.csv', `Client ID,Stream ID,Name\n${rows}`);

/** What is said of each; of clients.csv without its name. */
const broken: Record<string, readonly [given: Given, ...said: string[]]> = {
  'Latin-1': [
    latin(`${head}\nC1,M\xfcller\n`),
    '2: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
  ],
  'Latin-1 after line ends of old Macs': [
    latin(`${head}\rC1,One\rC2,M\xfcller\r`),
    '3: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
  ],
  'zero bytes': [`${head}\nC1,O\0ne\n`, '1: is not text; save it as CSV UTF-8'],
  'a name that is too long': [
    `${head}\nC1,${'x'.repeat(201)}\n`,
    '2, column "Name": the name has more than 200 characters',
  ],
  'metadata that is too large': [
    cell('Story', 'x'.repeat(2049)),
    '2, column "Story": a metadata text has more than 2048 characters',
    '2: metadata takes more than 2048 bytes',
  ],
  'a note that is too long': [
    notes('Client ID', `C1,2026-11-16,Ada,${'x'.repeat(8001)}`),
    'notes.csv:2, column "Content": the note has more than 8000 characters',
  ],
  'an extra column that is too long': [
    members(`Portfolio ID,Client ID,segment\np1,C1,${'x'.repeat(101)}\n`),
    'portfolio-members.csv:2, column "segment": an extra column has more than 100 characters',
  ],
  'a client twice, in two sheets': [twoSheets, 'book.xlsx [clients 2]:2: duplicate of book.xlsx [clients]:2'],
  'a reference to a Client ID of two clients': [
    { 'clients.csv': 'Service ID,Client ID,Name\na,C1,One\nb,C1,Two\n', 'scores.csv': 'Client ID,Score\nC1,100\n' },
    'scores.csv:2, column "Client ID": several clients have the Client ID "C1"; give the Service ID',
  ],
  'more insights than a week may have': [
    {
      ...streams('C1,s1,S\n'),
      'insights.csv': `Client ID,Stream ID,Week,Topic,Summary,Sentiment\n${numbered(41, (at) => `C1,s1,2026-11-16,t${at},a,positive\n`).join('')}`,
    },
    'insights.csv:2: a week has more than 40 insights (and 40 more like this: lines 3, 4, 5, 6, …)',
  ],
  'more streams than a client may have': [
    streams(numbered(201, (at) => `C1,s${at},S\n`).join('')),
    'streams.csv:202: the client has more than 200 streams',
  ],
  'more key people than a client may have': [
    beside('key-people.csv', `Client ID,Person ID,Name\n${numbered(1001, (at) => `C1,k${at},K\n`).join('')}`),
    'key-people.csv:1002: the client has more than 1000 key people',
  ],
  'a control character': [
    `${head}\nC1,O\u0007ne\n`,
    '2, column "Name": the name holds a control character; only tabs and line ends are allowed',
  ],
  'more portfolios than an account may have': [
    { 'portfolios.csv': `Portfolio ID,Name\n${numbered(201, (at) => `p${at},P\n`).join('')}` },
    'portfolios.csv:2: from here on: an account has at most 200 portfolios',
  ],
  'more bytes of extra columns than a client may have': [
    {
      ...members(
        `Portfolio ID,Client ID,${numbered(9, (at) => `c${at}`).join(',')}\n${numbered(40, (at) => `p${at},C1${`,${'x'.repeat(100)}`.repeat(9)}\n`).join('')}`,
      ),
      'portfolios.csv': `Portfolio ID,Name\n${numbered(40, (at) => `p${at},P\n`).join('')}`,
    },
    'portfolio-members.csv:35: the extra columns of the client take more than 32768 bytes (and 6 more like this: lines 36, 37, 38, 39, …)',
  ],
};

it.each(Object.entries(broken))('%s', async (_, [given, ...said]) => {
  const { out, err, exitCode } = await admin(`import ${temporaryFolder(filesOf(given))} --account broken`);

  expect(err.slice(0, -1)).toEqual(said.map((text) => (/^\d/.test(text) ? `clients.csv:${text}` : text)));
  expect(err.at(-1)).toMatch(/^error: Nothing was imported: \d+ problems? in the files\.$/);
  expect({ out, exitCode }).toEqual({ out: [], exitCode: 3 });
});

it('none of these imports wrote anything', async () => {
  expect(Object.keys(broken).length).toBeGreaterThan(10);
  expect(await factsIn(db.table, 'broken')).toEqual([]);
});

it('similar problems are one line with the first places', async () => {
  const files = { 'clients.csv': `${head}\n${'C1,\n'.repeat(250)}C1,x,y\n` };
  const { err } = await admin(`import ${temporaryFolder(files)} --account broken`);

  expect(err).toEqual([
    'clients.csv:2, column "Name": is empty; expected text (and 249 more like this: lines 3, 4, 5, 6, …)',
    'clients.csv:252: has 3 cells, the header has 2; put texts that contain a separator in quotes',
    'error: Nothing was imported: 251 problems in the files.',
  ]);
  const { out } = await admin(`import ${temporaryFolder(files)} --account broken --json`);
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    count: 251,
    problems: [{ file: 'clients.csv', line: 2, column: 'Name', count: 250, lines: [2, 3, 4, 5, 6] }, { count: 1 }],
  });
});

it('at most a hundred groups of problems are shown', async () => {
  const columns = numbered(120, (at) => `col${'x'.repeat(at)}`);
  const streams = `Client ID,Stream ID,Name,${columns.join(',')}\n`;
  const { err } = await admin(
    `import ${temporaryFolder({ 'clients.csv': clients, 'streams.csv': streams })} --account broken`,
  );

  expect(err.length).toBe(102);
  expect(err.at(-2)).toBe('… and 20 more');
});

it.each([
  ['/nowhere', 'There is no file or folder /nowhere.'],
  [folderWith({}), 'There is nothing to import in'],
])('%s cannot be imported', async (path, why) => {
  const { err, exitCode } = await admin(`import ${typeof path === 'string' ? path : path()} --account broken`);

  expect(exitCode).toBe(1);
  expect(err[0]).toContain(why);
});

function folderWith(files: Record<string, string>): () => string {
  return () => temporaryFolder(files);
}
