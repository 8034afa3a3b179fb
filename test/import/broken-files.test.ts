import { beforeAll, expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';

// Broken files, each with all its messages. Such an import writes nothing.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account broken --name Broken');
});

const clients = 'Client ID,Name\nC1,One\nC2,Two\n';
const broken: [string, Record<string, string | Uint8Array>, string[]][] = [
  // the file as a whole
  ['an empty file', { 'clients.csv': '' }, ['clients.csv:1: the file is empty; its first row names the columns']],
  [
    'Latin-1',
    { 'clients.csv': Buffer.from('Client ID,Name\nC1,M\xfcller\n', 'latin1') },
    ['clients.csv:2: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252'],
  ],
  ['zero bytes', { 'clients.csv': 'Client ID,Name\nC1,O\0ne\n' }, ['clients.csv:1: is not text; save it as CSV UTF-8']],
  // the header
  [
    'no name column',
    { 'clients.csv': 'Client ID\nC1\n' },
    ['clients.csv:1, column "Name": this column is missing; the headers are Client ID'],
  ],
  [
    'no id column',
    { 'clients.csv': 'Name\nOne\n' },
    [
      'clients.csv:1, column "Client ID": this column is missing; give a Client ID or a Service ID; the headers are Name',
    ],
  ],
  [
    'a column twice',
    { 'clients.csv': 'Client ID,Name,name\nC1,One,Uno\n' },
    ['clients.csv:1, column "name": means the same as "Name"'],
  ],
  [
    'a column of the customer twice',
    { 'clients.csv': 'Client ID,Name,Region,Region\nC1,One,a,b\n' },
    ['clients.csv:1, column "Region": there are two columns of this name'],
  ],
  [
    'an unknown column where none may be',
    { 'clients.csv': clients, 'streams.csv': 'Client ID,Stream ID,Name,Stat\nC1,s1,S,active\n' },
    [
      'streams.csv:1, column "Stat": is not a column of streams.csv; did you mean State?; its columns are Service ID, Client ID, Client Name, Stream ID, Name, State, Goals, Spotlight',
    ],
  ],
  [
    'a column with a reserved name',
    { 'clients.csv': 'Client ID,Name,constructor\nC1,One,x\n' },
    ['clients.csv:1, column "constructor": is a reserved word; rename the column'],
  ],
  [
    'an extra column that is a number',
    {
      'clients.csv': clients,
      'portfolios.csv': 'Portfolio ID,Name\np1,P\n',
      'portfolio-members.csv': 'Portfolio ID,Client ID,size (number)\np1,C1,2\n',
    },
    ['portfolio-members.csv:1, column "size (number)": extra columns are texts; leave out the type'],
  ],
  // rows
  [
    'too many cells',
    { 'clients.csv': 'Client ID,Name\nC1,Smith, Jones\n' },
    ['clients.csv:2: has 3 cells, the header has 2; put texts that contain a separator in quotes'],
  ],
  [
    'too few cells',
    { 'clients.csv': 'Client ID,Name,Industry\nC1,One\n' },
    ['clients.csv:2: has 2 cells, the header has 3'],
  ],
  [
    'an unclosed quote',
    { 'clients.csv': 'Client ID,Name\nC1,"One\nC2,Two\n' },
    ['clients.csv:2: the quote opened on line 2 is never closed'],
  ],
  [
    'a quote inside a cell',
    { 'clients.csv': 'Client ID,Name\nC1,The 5" Company\nC2,Two\n' },
    ['clients.csv:2: a quote inside a cell; put the whole cell in quotes and double those inside'],
  ],
  [
    'text after a closing quote',
    { 'clients.csv': 'Client ID,Name\nC1,"One" Ltd\n' },
    ['clients.csv:2: text after the closing quote of a cell; double the quotes that are part of the text'],
  ],
  [
    'a value in a column without a name',
    { 'clients.csv': 'Client ID,Name,\nC1,One,x\n' },
    ['clients.csv:2: "x" is in column 3, which has no header'],
  ],
  [
    'the line number after quoted line ends',
    { 'clients.csv': 'Client ID,Name\r\nC1,"One\r\nLtd"\r\nC2,\r\n' },
    ['clients.csv:4, column "Name": is empty; expected text'],
  ],
  // values
  [
    'an empty name',
    { 'clients.csv': 'Client ID,Name\nC1,\n' },
    ['clients.csv:2, column "Name": is empty; expected text'],
  ],
  ['a blank name', { 'clients.csv': 'Client ID,Name\nC1,"  "\n' }, ['clients.csv:2, column "Name": the name is empty']],
  [
    'a name that is too long',
    { 'clients.csv': `Client ID,Name\nC1,${'x'.repeat(201)}\n` },
    ['clients.csv:2, column "Name": the name has more than 200 characters'],
  ],
  [
    'an ambiguous number',
    { 'clients.csv': 'Client ID,Name,Revenue TTM\nC1,One,"1,234"\n' },
    [
      'clients.csv:2, column "Revenue TTM": "1,234" is ambiguous (1234 or 1.234); write 1234 or 1.2340, or declare the decimal sign with --decimal',
    ],
  ],
  [
    'the other ambiguous number',
    { 'clients.csv': 'Client ID;Name;Revenue TTM\nC1;One;1.234\n' },
    [
      'clients.csv:2, column "Revenue TTM": "1.234" is ambiguous (1234 or 1.234); write 1234 or 1.2340, or declare the decimal sign with --decimal',
    ],
  ],
  [
    'money',
    { 'clients.csv': 'Client ID,Name,Revenue TTM\nC1,One,$5000\n' },
    [
      'clients.csv:2, column "Revenue TTM": "$5000" has more than a number; declare the decimal sign with --decimal to accept currencies; expected a number like 1234.5',
    ],
  ],
  [
    'a number that is a word',
    { 'clients.csv': 'Client ID,Name,Size (number)\nC1,One,large\n' },
    ['clients.csv:2, column "Size (number)": "large" is not a number like 1234.5'],
  ],
  [
    'a number too large to be exact',
    { 'clients.csv': 'Client ID,Name,Revenue TTM\nC1,One,99999999999999999999\n' },
    ['clients.csv:2, column "Revenue TTM": a number is at most 9007199254740991'],
  ],
  [
    'an ambiguous date',
    { 'clients.csv': 'Client ID,Name,Last Contact\nC1,One,03/04/2026\n' },
    [
      'clients.csv:2, column "Last Contact": "03/04/2026" can be read as day/month or month/day; say which with --dates dmy or --dates mdy',
    ],
  ],
  [
    'an invalid date',
    { 'clients.csv': 'Client ID,Name,Last Contact\nC1,One,2026-02-30\n' },
    ['clients.csv:2, column "Last Contact": "2026-02-30" is not a time like 2026-04-03T14:05:00Z, or a date'],
  ],
  [
    'a time without a zone',
    { 'clients.csv': 'Client ID,Name,Last Contact\nC1,One,2026-04-03 14:05\n' },
    [
      'clients.csv:2, column "Last Contact": "2026-04-03 14:05" has no time zone; declare it with --zone, or add Z or an offset like +02:00; expected a time like 2026-04-03T14:05:00Z, or a date',
    ],
  ],
  [
    'an invalid yes or no',
    { 'clients.csv': 'Client ID,Name,Archived\nC1,One,maybe\n' },
    ['clients.csv:2, column "Archived": "maybe" is not true or false (or yes, no, 1, 0)'],
  ],
  [
    'an invalid id',
    { 'clients.csv': 'Service ID,Name\nC 1,One\n' },
    [
      'clients.csv:2, column "Service ID": "C 1" is not an id: 1 to 64 letters, digits, - or _, beginning with a letter or digit',
    ],
  ],
  [
    'an id that is a word of the API',
    { 'clients.csv': 'Service ID,Name\nsearch,One\n' },
    ['clients.csv:2: a client id is an id, and no word that the API keeps for itself'],
  ],
  [
    'metadata that is too large',
    { 'clients.csv': `Client ID,Name,Story\nC1,One,${'x'.repeat(2049)}\n` },
    [
      'clients.csv:2, column "Story": a metadata text has more than 2048 characters',
      'clients.csv:2: metadata takes more than 2048 bytes',
    ],
  ],
  [
    'a value in two columns',
    { 'clients.csv': 'Client ID,Name,Size (number),Size\nC1,One,5,large\n' },
    ['clients.csv:2, column "Size": another column of this row has a value for Size too'],
  ],
  [
    'an invalid colour',
    { 'portfolios.csv': 'Portfolio ID,Name,Color\np1,P,blue\n' },
    ['portfolios.csv:2, column "Color": a colour is # and six hexadecimal digits'],
  ],
  [
    'a portfolio with a system id',
    { 'portfolios.csv': 'Portfolio ID,Name\nall-clients,P\n' },
    ['portfolios.csv:2, column "Portfolio ID": ids that end with -clients are the system portfolios'],
  ],
  [
    'an unknown state',
    { 'clients.csv': clients, 'streams.csv': 'Client ID,Stream ID,Name,State\nC1,s1,S,closed\n' },
    ['streams.csv:2, column "State": "closed" is not one of active, inactive, pending'],
  ],
  [
    'a score beyond the scale',
    { 'clients.csv': clients, 'scores.csv': 'Client ID,Score\nC1,201\n' },
    ['scores.csv:2, column "Score": expected 0 to 200'],
  ],
  [
    'an unknown alignment value',
    { 'clients.csv': clients, 'alignment.csv': 'Client ID,Week,Value,Updated By\nC1,2026-11-16,yellow,Ada\n' },
    ['alignment.csv:2, column "Value": "yellow" is not one of red, amber, green'],
  ],
  [
    'a week out of range',
    { 'clients.csv': clients, 'alignment.csv': 'Client ID,Week,Value,Updated By\nC1,1926-11-16,red,Ada\n' },
    ['alignment.csv:2, column "Week": a date lies between 2000-01-01 and 2099-12-31'],
  ],
  [
    'an unknown topic',
    { 'clients.csv': clients, 'signals.csv': 'Client ID,Date,Topic,Polarity\nC1,2026-11-16,happiness,1\n' },
    ['signals.csv:2, column "Topic": "happiness" is not a topic: its id or its name, as GET /topics lists them'],
  ],
  [
    'a polarity beyond the scale',
    { 'clients.csv': clients, 'signals.csv': 'Client ID,Date,Topic,Polarity\nC1,2026-11-16,trust,2\n' },
    ['signals.csv:2, column "Polarity": expected -1 to 1'],
  ],
  [
    'a weight of 0',
    { 'clients.csv': clients, 'signals.csv': 'Client ID,Date,Topic,Polarity,Weight\nC1,2026-11-16,trust,1,0\n' },
    ['signals.csv:2, column "Weight": expected above 0, up to 1,000; default 1'],
  ],
  [
    'a note that is too long',
    {
      'clients.csv': clients,
      'notes.csv': `Client ID,Created At,Created By,Content\nC1,2026-11-16,Ada,${'x'.repeat(8001)}\n`,
    },
    ['notes.csv:2, column "Content": the note has more than 8000 characters'],
  ],
  [
    'an extra column that is too long',
    {
      'clients.csv': clients,
      'portfolios.csv': 'Portfolio ID,Name\np1,P\n',
      'portfolio-members.csv': `Portfolio ID,Client ID,segment\np1,C1,${'x'.repeat(101)}\n`,
    },
    ['portfolio-members.csv:2, column "segment": an extra column has more than 100 characters'],
  ],
  // relations between rows
  ['a client twice', { 'clients.csv': `${clients}C1,Uno\n` }, ['clients.csv:4: duplicate of clients.csv:2']],
  [
    'a client twice, in two sheets',
    {
      'book.xlsx': workbookOf({
        clients: [
          ['Client ID', 'Name'],
          ['C1', 'One'],
        ],
        'clients 2': [
          ['Client ID', 'Name'],
          ['C1', 'Uno'],
        ],
      }),
    },
    ['book.xlsx [clients 2]:2: duplicate of book.xlsx [clients]:2'],
  ],
  [
    'one Client ID of two clients, one of them without a Service ID',
    { 'clients.csv': 'Service ID,Client ID,Name\n,C1,One\nother,C1,Two\n' },
    ['clients.csv:3, column "Client ID": another row has this Client ID and no Service ID'],
  ],
  [
    'a row that names no client',
    { 'clients.csv': 'Client ID,Name\n,One\n' },
    ['clients.csv:2, column "Client ID": names no client: Client ID and Service ID are empty'],
  ],
  [
    'a stream of an unknown client',
    { 'clients.csv': clients, 'streams.csv': 'Client ID,Stream ID,Name\nC3,s1,S\n' },
    ['streams.csv:2, column "Client ID": there is no client with the Client ID "C3"'],
  ],
  [
    'a note of an unknown client',
    { 'clients.csv': clients, 'notes.csv': 'Service ID,Created At,Created By,Content\nx,2026-11-16,Ada,Hi\n' },
    ['notes.csv:2, column "Service ID": there is no client with the Service ID "x"'],
  ],
  [
    'a reference to a Client ID of two clients',
    { 'clients.csv': 'Service ID,Client ID,Name\na,C1,One\nb,C1,Two\n', 'scores.csv': 'Client ID,Score\nC1,100\n' },
    ['scores.csv:2, column "Client ID": several clients have the Client ID "C1"; give the Service ID'],
  ],
  [
    'a member of an unknown portfolio',
    { 'clients.csv': clients, 'portfolio-members.csv': 'Portfolio ID,Client ID\np9,C1\n' },
    ['portfolio-members.csv:2, column "Portfolio ID": there is no portfolio "p9"'],
  ],
  [
    'a signal of an unknown stream',
    { 'clients.csv': clients, 'signals.csv': 'Client ID,Date,Topic,Polarity,Stream ID\nC1,2026-11-16,trust,1,s9\n' },
    ['signals.csv:2, column "Stream ID": the client has no stream "s9"'],
  ],
  [
    'a week of insights in two places',
    {
      'clients.csv': clients,
      'streams.csv': 'Client ID,Stream ID,Name\nC1,s1,S\n',
      'insights.csv':
        'Client ID,Stream ID,Week,Topic,Summary,Sentiment\nC1,s1,2026-11-16,trust,a,positive\nC1,s1,2026-11-09,trust,b,positive\nC1,s1,2026-11-18,trust,c,positive\n',
    },
    ['insights.csv:4: more insights of the week at insights.csv:2; put the rows of one week together'],
  ],
  [
    'two identical signals without ids',
    {
      'clients.csv': clients,
      'signals.csv': 'Client ID,Date,Topic,Polarity\nC1,2026-11-16,trust,1\nC1,2026-11-16,Trust and Confidence,1\n',
    },
    ['signals.csv:3: duplicate of signals.csv:2; give both an id if both are meant'],
  ],
  [
    'more streams than a client may have',
    {
      'clients.csv': clients,
      'streams.csv': `Client ID,Stream ID,Name\n${Array.from({ length: 201 }, (_, at) => `C1,s${at},S\n`).join('')}`,
    },
    ['streams.csv:202: the client has more than 200 streams'],
  ],
  [
    'more key people than a client may have',
    {
      'clients.csv': clients,
      'key-people.csv': `Client ID,Person ID,Name\n${Array.from({ length: 1001 }, (_, at) => `C1,k${at},K\n`).join('')}`,
    },
    ['key-people.csv:1002: the client has more than 1000 key people'],
  ],
  [
    'a control character',
    { 'clients.csv': 'Client ID,Name\nC1,O\u0007ne\n' },
    ['clients.csv:2, column "Name": the name holds a control character; only tabs and line ends are allowed'],
  ],
  [
    'more portfolios than an account may have',
    { 'portfolios.csv': `Portfolio ID,Name\n${Array.from({ length: 201 }, (_, at) => `p${at},P\n`).join('')}` },
    ['portfolios.csv:2: from here on: an account has at most 200 portfolios'],
  ],
  [
    'more bytes of extra columns than a client may have',
    {
      'clients.csv': clients,
      'portfolios.csv': `Portfolio ID,Name\n${Array.from({ length: 40 }, (_, at) => `p${at},P\n`).join('')}`,
      'portfolio-members.csv': `Portfolio ID,Client ID,${Array.from({ length: 9 }, (_, at) => `c${at}`).join(',')}\n${Array.from({ length: 40 }, (_, at) => `p${at},C1${`,${'x'.repeat(100)}`.repeat(9)}\n`).join('')}`,
    },
    [
      'portfolio-members.csv:35: the extra columns of the client take more than 32768 bytes (and 6 more like this: lines 36, 37, 38, 39, …)',
    ],
  ],
];

it.each(broken)('%s', async (_, files, said) => {
  const { out, err, exitCode } = await admin(`import ${temporaryFolder(files)} --account broken`);

  expect(err.slice(0, -1)).toEqual(said);
  expect(err.at(-1)).toMatch(/^error: Nothing was imported: \d+ problems? in the files\.$/);
  expect({ out, exitCode }).toEqual({ out: [], exitCode: 3 });
});

it('none of these imports wrote anything', async () => {
  expect(broken.length).toBeGreaterThan(40);
  expect(await factsIn(db.table, 'broken')).toEqual([]);
});

it('similar problems are one line with the first places', async () => {
  const files = { 'clients.csv': `Client ID,Name\n${'C1,\n'.repeat(250)}C1,x,y\n` };
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
  const columns = Array.from({ length: 120 }, (_, at) => `col${'x'.repeat(at)}`);
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
  [folderWith({ 'customers.csv': 'a' }), 'customers.csv is not named after a kind (portfolios.csv, clients.csv,'],
])('%s cannot be imported', async (path, why) => {
  const { err, exitCode } = await admin(`import ${typeof path === 'string' ? path : path()} --account broken`);

  expect(exitCode).toBe(1);
  expect(err[0]).toContain(why);
});

function folderWith(files: Record<string, string>): () => string {
  return () => temporaryFolder(files);
}
