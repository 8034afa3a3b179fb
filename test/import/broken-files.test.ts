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
  signals,
  twoSheets,
} from './small-files.ts';

// Broken files, each with all its messages. Such an import writes nothing.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account broken --name Broken');
});

const clients = `${one}C2,Two\n`;
const revenue = (value: string) => cell('Revenue TTM', value);
const streams = (rows: string) => beside('streams.csv', `Client ID,Stream ID,Name\n${rows}`);

/** What is said of each; of clients.csv without its name. */
const broken: Record<string, readonly [given: Given, ...said: string[]]> = {
  // the file as a whole
  'an empty file': ['', '1: the file is empty; its first row names the columns'],
  'a page of a login': [
    '<!DOCTYPE html>\n<html lang="en"><title>Log in</title>',
    '1: it is a web page, perhaps of a login; export the file again',
  ],
  'Latin-1': [
    latin(`${head}\nC1,M\xfcller\n`),
    '2: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
  ],
  'Latin-1 after line ends of old Macs': [
    latin(`${head}\rC1,One\rC2,M\xfcller\r`),
    '3: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
  ],
  'zero bytes': [`${head}\nC1,O\0ne\n`, '1: is not text; save it as CSV UTF-8'],
  // the header
  'no name column': ['Client ID\nC1\n', '1, column "Name": this column is missing; the headers are Client ID'],
  'no id column': [
    'Name\nOne\n',
    '1, column "Client ID": this column is missing; give a Client ID or a Service ID; the headers are Name',
  ],
  'neither an id nor a name column': [
    'Industry\nSteel\n',
    '1, column "Name": this column is missing; the headers are Industry',
    '1, column "Client ID": this column is missing; give a Client ID or a Service ID; the headers are Industry',
  ],
  'a column twice': [cell('name', 'Uno'), '1, column "name": means the same as "Name"'],
  'a column of the customer twice': [
    cell('Region,Region', 'a,b'),
    '1, column "Region": there are two columns of this name',
  ],
  'an unknown column where none may be': [
    beside('streams.csv', 'Client ID,Stream ID,Name,Stat\nC1,s1,S,active\n'),
    'streams.csv:1, column "Stat": is not a column of streams.csv; did you mean State?; its columns are Service ID, Client ID, Client Name, Client Email, Stream ID, Name, State, Goals, Spotlight',
  ],
  'a column with a reserved name': [
    cell('constructor', 'x'),
    '1, column "constructor": is a reserved word; rename the column',
  ],
  'an extra column that is a number': [
    members('Portfolio ID,Client ID,size (number)\np1,C1,2\n'),
    'portfolio-members.csv:1, column "size (number)": extra columns are texts; leave out the type',
  ],
  // rows
  'too many cells': [
    `${head}\nC1,Smith, Jones\n`,
    '2: has 3 cells, the header has 2; put texts that contain a separator in quotes',
  ],
  'too few cells': [`${head},Industry\nC1,One\n`, '2: has 2 cells, the header has 3'],
  'an unclosed quote': [`${head}\nC1,"One\nC2,Two\n`, '2: the quote opened on line 2 is never closed'],
  'a quote inside a cell': [
    `${head}\nC1,The 5" Company\nC2,Two\n`,
    '2: a quote inside a cell; put the whole cell in quotes and double those inside',
  ],
  'text after a closing quote': [
    `${head}\nC1,"One" Ltd\n`,
    '2: text after the closing quote of a cell; double the quotes that are part of the text',
  ],
  'a value in a column without a name': [cell('', 'x'), '2: "x" is in column 3, which has no header'],
  'the line number after quoted line ends': [
    `${head}\r\nC1,"One\r\nLtd"\r\nC2,\r\n`,
    '4, column "Name": is empty; expected text',
  ],
  // values
  'a blank name': [`${head}\nC1,"  "\n`, '2, column "Name": the name is empty'],
  'a name that is too long': [
    `${head}\nC1,${'x'.repeat(201)}\n`,
    '2, column "Name": the name has more than 200 characters',
  ],
  'a number too large to be exact': [
    revenue('99999999999999999999'),
    '2, column "Revenue TTM": a number is at most 9007199254740991',
  ],
  'an id that is a word of the API': [
    'Service ID,Name\nsearch,One\n',
    '2: a client id is an id, and no word that the API keeps for itself',
  ],
  'metadata that is too large': [
    cell('Story', 'x'.repeat(2049)),
    '2, column "Story": a metadata text has more than 2048 characters',
    '2: metadata takes more than 2048 bytes',
  ],
  'a value in two columns': [
    cell('Size (number),Size', '5,large'),
    '2, column "Size": another column of this row has a value for Size too',
  ],
  'an invalid colour': [
    { 'portfolios.csv': 'Portfolio ID,Name,Color\np1,P,blue\n' },
    'portfolios.csv:2, column "Color": a colour is # and six hexadecimal digits',
  ],
  'a portfolio with a system id': [
    { 'portfolios.csv': 'Portfolio ID,Name\nall-clients,P\n' },
    'portfolios.csv:2, column "Portfolio ID": ids that end with -clients are the system portfolios',
  ],
  'an unknown state': [
    beside('streams.csv', 'Client ID,Stream ID,Name,State\nC1,s1,S,closed\n'),
    'streams.csv:2, column "State": "closed" is not one of active, inactive, pending',
  ],
  'a score beyond the scale': [
    beside('scores.csv', 'Client ID,Score\nC1,201\n'),
    'scores.csv:2, column "Score": expected 0 to 200',
  ],
  'an unknown alignment value': [
    beside('alignment.csv', 'Client ID,Week,Value,Updated By\nC1,2026-11-16,yellow,Ada\n'),
    'alignment.csv:2, column "Value": "yellow" is not one of red, amber, green',
  ],
  'a week out of range': [
    beside('alignment.csv', 'Client ID,Week,Value,Updated By\nC1,1926-11-16,red,Ada\n'),
    'alignment.csv:2, column "Week": a date lies between 2000-01-01 and 2099-12-31',
  ],
  'an unknown topic': [
    signals('C1,2026-11-16,happiness,1'),
    'signals.csv:2, column "Topic": "happiness" is not a topic: its id or its name, as GET /topics lists them',
  ],
  'a polarity beyond the scale': [
    signals('C1,2026-11-16,trust,2'),
    'signals.csv:2, column "Polarity": expected -1 to 1',
  ],
  'a weight of 0': [
    beside('signals.csv', 'Client ID,Date,Topic,Polarity,Weight\nC1,2026-11-16,trust,1,0\n'),
    'signals.csv:2, column "Weight": expected above 0, up to 1,000; default 1',
  ],
  'a note that is too long': [
    notes('Client ID', `C1,2026-11-16,Ada,${'x'.repeat(8001)}`),
    'notes.csv:2, column "Content": the note has more than 8000 characters',
  ],
  'an extra column that is too long': [
    members(`Portfolio ID,Client ID,segment\np1,C1,${'x'.repeat(101)}\n`),
    'portfolio-members.csv:2, column "segment": an extra column has more than 100 characters',
  ],
  // relations between rows
  'a client twice': [`${one}C1,Uno\n`, '3: duplicate of clients.csv:2'],
  'a client twice, in two sheets': [twoSheets, 'book.xlsx [clients 2]:2: duplicate of book.xlsx [clients]:2'],
  'one Client ID of two clients, one of them without a Service ID': [
    'Service ID,Client ID,Name\n,C1,One\nother,C1,Two\n',
    '3, column "Client ID": another row has this Client ID and no Service ID',
  ],
  'a row that names no client': [
    `${head}\n,One\n`,
    '2, column "Client ID": names no client: Client ID and Service ID are empty',
  ],
  'a stream of an unknown client': [
    streams('C3,s1,S\n'),
    'streams.csv:2, column "Client ID": there is no client with the Client ID "C3"',
  ],
  'a note of an unknown client': [
    notes('Service ID', 'x,2026-11-16,Ada,Hi'),
    'notes.csv:2, column "Service ID": there is no client with the Service ID "x"',
  ],
  'a reference to a Client ID of two clients': [
    { 'clients.csv': 'Service ID,Client ID,Name\na,C1,One\nb,C1,Two\n', 'scores.csv': 'Client ID,Score\nC1,100\n' },
    'scores.csv:2, column "Client ID": several clients have the Client ID "C1"; give the Service ID',
  ],
  'a member of an unknown portfolio': [
    beside('portfolio-members.csv', 'Portfolio ID,Client ID\np9,C1\n'),
    'portfolio-members.csv:2, column "Portfolio ID": there is no portfolio "p9"',
  ],
  'a signal of an unknown stream': [
    beside('signals.csv', 'Client ID,Date,Topic,Polarity,Stream ID\nC1,2026-11-16,trust,1,s9\n'),
    'signals.csv:2, column "Stream ID": the client has no stream "s9"',
  ],
  'more insights than a week may have': [
    {
      ...streams('C1,s1,S\n'),
      'insights.csv': `Client ID,Stream ID,Week,Topic,Summary,Sentiment\n${numbered(41, (at) => `C1,s1,2026-11-16,t${at},a,positive\n`).join('')}`,
    },
    'insights.csv:2: a week has more than 40 insights (and 40 more like this: lines 3, 4, 5, 6, …)',
  ],
  'two identical signals without ids': [
    signals('C1,2026-11-16,trust,1', 'C1,2026-11-16,Trust and Confidence,1.0'),
    'signals.csv:3: duplicate of signals.csv:2; give both an id if both are meant',
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
  expect(Object.keys(broken).length).toBeGreaterThan(30);
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
