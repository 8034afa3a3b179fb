import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../../bin/admin/files/readers/bytes.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { useTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workbookOf, zipOf } from '../../support/xlsx.ts';

// Unusual files that are accepted, and files that are rejected with their message. All imports are dry runs.

const db = useTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account odd --name Odd');
});

type Files = Record<string, string | Uint8Array>;
const head = 'Client ID,Name';
const one = `${head}\nC1,One\n`;
const latin = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const with1 = (header: string, cell: string) => `${head},${header}\nC1,One,${cell}\n`;
const signals = (...rows: string[]): Files => ({
  'clients.csv': one,
  'signals.csv': `Client ID,Date,Topic,Polarity\n${rows.map((row) => `${row}\n`).join('')}`,
});
const mapping = (file: object, more: object = {}) => JSON.stringify({ version: 1, ...more, files: [file] });
const clientsOf = (columns: object, more: object = {}) =>
  mapping({ match: { name: 'list*' }, kind: 'clients', columns, ...more });
const signalsOf = (rule: object, columns: object = {}) =>
  mapping({
    match: { name: 'list*' },
    kind: 'signals',
    columns: { 'Client ID': 'Client', Date: 'Day', ...columns },
    signals: [{ name: 'r', topic: 'trust', polarity: 1, ...rule }],
  });

interface Case {
  readonly files: Files;
  readonly options?: string;
  /** Part of the expected output. */
  readonly says: string;
}

const readAsMeant: [string, Case][] = [
  ['UTF-8 with a byte order mark', { files: { 'clients.csv': `\ufeff${one}` }, says: 'clients  1' }],
  ['UTF-16, little endian, tabs', { files: { 'clients.csv': utf16('Client ID\tName\nC1\tÄ\n') }, says: 'clients  1' }],
  ['UTF-16, big endian', { files: { 'clients.csv': utf16(`${head}\nC1,Ä\n`).swap16() }, says: 'clients  1' }],
  [
    'Windows-1252 by option',
    { files: { 'clients.csv': latin(`${head}\nC1,M\xfcller\n`) }, options: '--encoding windows-1252', says: 'Müller' },
  ],
  [
    'a byte order mark that overrides the option',
    { files: { 'clients.csv': `\ufeff${head}\nC1,Müller\n` }, options: '--encoding windows-1252', says: 'Müller' },
  ],
  ['a .tsv file', { files: { 'clients.tsv': 'Client ID\tName\nC1\tOne\n' }, says: 'clients  1' }],
  ['a .csv.gz file', { files: { 'clients.csv.gz': gzipSync(one) }, says: 'clients  1' }],
  [
    'a workbook with a sheet for each kind',
    {
      files: {
        'book.xlsx': workbookOf({
          Clients: [
            ['Client ID', 'Name'],
            [7, 'One'],
          ],
          Notes: [
            ['Client ID', 'Created At', 'Created By', 'Content'],
            [7, new Date('2026-11-18'), 'Ada', 'Hi'],
          ],
        }),
      },
      says: 'notes    1',
    },
  ],
  [
    'a workbook whose only sheet has any name',
    {
      files: {
        'clients.xlsx': workbookOf({
          Tabelle1: [
            ['Client ID', 'Name'],
            ['C1', 'One'],
          ],
        }),
      },
      says: 'clients  1',
    },
  ],
  ['a line that declares the separator', { files: { 'clients.csv': 'sep=;\nClient ID;Name\nC1;A,B\n' }, says: 'A,B' }],
  [
    'title rows above the header',
    {
      files: { 'clients.csv': `My clients\n\n"As of November"\n${one}` },
      says: 'line 1 is no row of the table: "My clients"',
    },
  ],
  [
    'a total below the last row',
    {
      files: { 'clients.csv': `${head},Revenue TTM\nC1,One,5\nTotal,,5\n` },
      says: 'line 3 is no row of the table: "Total 5"',
    },
  ],
  [
    'a footer with one cell',
    {
      files: { 'clients.csv': `${head},Revenue TTM\nC1,One,5\nExported by Ada\n` },
      says: 'line 3 is no row of the table',
    },
  ],
  ['empty cells beyond the header', { files: { 'clients.csv': `${head}\nC1,One,,\n` }, says: 'clients  1' }],
  [
    'dates whose order one of them determines',
    {
      files: { 'clients.csv': `${head},Last Contact\nC1,One,03/11/2026\nC2,Two,18/11/2026\n` },
      says: 'dates are read as day/month/year, because of "18/11/2026"',
    },
  ],
  [
    'dates with a declared order',
    { files: { 'clients.csv': with1('Last Contact', '03/04/2026') }, options: '--dates mdy', says: 'clients  1' },
  ],
  [
    'a date with slashes, year first',
    { files: { 'clients.csv': with1('Last Contact', '2026/11/18') }, says: 'clients  1' },
  ],
  [
    'a time with an offset after a space',
    { files: { 'clients.csv': with1('Last Contact', '2026-11-18 14:05:00 +0100') }, says: 'clients  1' },
  ],
  [
    'a serial number of a spreadsheet',
    { files: { 'clients.csv': with1('Last Contact', '46344') }, says: 'clients  1' },
  ],
  [
    'a time in a declared zone',
    {
      files: { 'clients.csv': with1('Last Contact', '2026-11-18 14:05') },
      options: '--zone Europe/Berlin',
      says: 'clients  1',
    },
  ],
  [
    'three decimals that the range makes unambiguous',
    { files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,85.125\n' }, says: 'scores   1' },
  ],
  [
    'currency with a declared decimal sign',
    { files: { 'clients.csv': with1('Revenue TTM', '"$1,250"') }, options: '--decimal .', says: 'clients  1' },
  ],
  [
    'metadata that looks like a column, declared by an option',
    {
      files: { 'clients.csv': with1('Acount Owner', 'Ada') },
      options: '--metadata "Acount Owner"',
      says: 'metadata Acount Owner',
    },
  ],
  [
    'metadata that looks like a column, declared by its header',
    { files: { 'clients.csv': with1('Annual Revenue (text)', 'x') }, says: 'metadata Annual Revenue' },
  ],
  [
    'more than 30 metadata columns',
    {
      files: {
        'clients.csv': `${head},${Array.from({ length: 31 }, (_, at) => `m${at}`).join(',')}\nC1,One${',x'.repeat(31)}\n`,
      },
      says: 'not imported: m30. Choose others with --metadata',
    },
  ],
  [
    'a client named by its unique name',
    {
      files: {
        'clients.csv': one,
        'notes.csv': 'Client Name,Created At,Created By,Content\n ONE ,2026-11-18,Ada,Hi\n',
      },
      says: 'notes    1',
    },
  ],
  [
    'mojibake, with a warning',
    {
      files: { 'clients.csv': `${head}\nC1,MÃ¼ller\n` },
      says: 'warning: clients.csv:2, column "Name": "MÃ¼ller" looks like text decoded with the wrong encoding',
    },
  ],
  [
    'an id in scientific notation, with a warning',
    { files: { 'clients.csv': `${head}\n1.2E+12,One\n` }, says: 'is an id that a spreadsheet shortened' },
  ],
  [
    'a control character, with a warning',
    { files: { 'clients.csv': `${head}\nC1,O\u0007ne\n` }, says: 'contains control characters' },
  ],
  [
    'a last contact in 1899, with a warning',
    { files: { 'clients.csv': with1('Last Contact', '1899-12-30') }, says: 'the last contact was in 1899' },
  ],
  [
    'a last contact in the future, with a warning',
    {
      files: { 'clients.csv': with1('Last Contact', '2027-01-01') },
      says: 'the last contact is in the future, on 2027-01-01',
    },
  ],
  [
    'a signal in the future, with a warning',
    { files: signals('C1,2027-01-01,trust,1'), says: 'the signal is in the future, on 2027-01-01' },
  ],
  [
    'clients without signals',
    {
      files: { 'clients.csv': one },
      says: '1 of 1 clients have no signals of the last 90 days. They keep their last or imported score, else 100, with hasInsufficientData.',
    },
  ],
  [
    'several topics, with samples',
    {
      files: signals('C1,2026-11-01,trust,1', 'C1,2026-11-02,trust,-1'),
      says: 'signals of trust: 2, for example C1 2026-11-01 1; C1 2026-11-02 -1',
    },
  ],
  [
    'a name and a list of columns of a mapping',
    {
      files: {
        'list.csv': 'No,First,Last,Kind\n1,Ada,Okafor,x\n',
        'm.json': clientsOf({ 'Client ID': ['Number', 'No'], Name: { join: ['First', 'Last'] } }),
      },
      options: '--map FOLDER/m.json',
      says: 'not imported: Kind',
    },
  ],
  [
    'a mapping that keeps the other columns',
    {
      files: {
        'list.csv': 'No,Name,Kind\n1,Ada,x\n',
        'm.json': clientsOf({ 'Client ID': 'No', Name: 'Name' }, { others: 'metadata' }),
      },
      options: '--map FOLDER/m.json',
      says: 'metadata Kind',
    },
  ],
  [
    'a category as a topic, only of some rows',
    {
      files: {
        'clients.csv': one,
        'list.csv': 'Client,Day,About,Open\nC1,2026-11-01,Bill,no\nC1,2026-11-02,Bill,yes\n',
        'm.json': signalsOf({
          topic: { from: 'About', values: { bill: 'billing_payment' } },
          polarity: -0.5,
          when: { Open: ['yes'] },
        }),
      },
      options: '--map FOLDER/m.json',
      says: 'signals of billing_payment: 1, for example C1 2026-11-02 -0.5',
    },
  ],
  [
    'hours between two times',
    {
      files: {
        'clients.csv': one,
        'list.csv': 'Client,Day,From,To\nC1,2026-11-01,2026-11-01 10:00,2026-11-02 12:00\n',
        'm.json': signalsOf({ polarity: { hours: ['From', 'To'], steps: [[24, 1]], above: -1 } }),
      },
      options: '--map FOLDER/m.json',
      says: 'C1 2026-11-01 -1',
    },
  ],
  [
    'rows of unknown clients, skipped by a mapping',
    {
      files: {
        'clients.csv': one,
        'list.csv': 'Client,Day\nC9,2026-11-01\n',
        'm.json': mapping({
          match: { name: 'list' },
          kind: 'signals',
          unknownClients: 'skip',
          columns: { 'Client ID': 'Client', Date: 'Day' },
          signals: [{ name: 'r', topic: 'trust', polarity: 1 }],
        }),
      },
      options: '--map FOLDER/m.json',
      says: 'the row is skipped',
    },
  ],
];

const refused: [string, Case][] = [
  [
    'invalid UTF-8',
    {
      files: { 'clients.csv': latin(`${head}\nC1,M\xfcller\n`) },
      says: 'clients.csv:2: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
    },
  ],
  [
    'UTF-16 without a byte order mark',
    { files: { 'clients.csv': Buffer.from(one, 'utf16le') }, says: 'clients.csv:1: is not text; save it as CSV UTF-8' },
  ],
  [
    'half a UTF-16 character',
    { files: { 'clients.csv': Buffer.concat([utf16(one), Buffer.from([0x41])]) }, says: 'is not UTF-16LE' },
  ],
  [
    'a misspelt column of clients.csv',
    {
      files: { 'clients.csv': with1('Acount Owner', 'Ada') },
      says: 'clients.csv:1, column "Acount Owner": did you mean Account Owner? Rename it; or, to keep it as metadata, name it "Acount Owner (text)" or add --metadata "Acount Owner"',
    },
  ],
  ['two letters swapped', { files: { 'clients.csv': with1('Indsutry', 'x') }, says: 'did you mean Industry?' }],
  [
    'a header of another system',
    {
      files: { 'clients.csv': with1('Annual Revenue', '5') },
      says: 'column "Annual Revenue": did you mean Revenue TTM?',
    },
  ],
  [
    'another header of another system',
    { files: { 'clients.csv': with1('Company owner', 'Ada') }, says: 'did you mean Account Owner?' },
  ],
  [
    'a missing required column',
    {
      files: { 'clients.csv': 'Client ID,Title,City\nC1,x,y\n' },
      says: 'column "Name": this column is missing; the headers are Client ID, Title, City',
    },
  ],
  [
    'a misspelt column of another file',
    {
      files: { 'clients.csv': one, 'notes.csv': 'Client ID,Created At,Created By,Contnet\nC1,2026-11-18,Ada,x\n' },
      says: 'did you mean Content?',
    },
  ],
  [
    'two names for one column',
    {
      files: { 'portfolios.csv': 'Portfolio ID,Name,Color,Colour\np,P,#112233,#112233\n' },
      says: 'column "Colour": means the same as "Color"',
    },
  ],
  [
    'an ambiguous date',
    {
      files: { 'clients.csv': with1('Last Contact', '03/04/2026') },
      says: '"03/04/2026" can be read as day/month or month/day; say which with --dates dmy or --dates mdy',
    },
  ],
  [
    'a date that the declared order cannot read',
    {
      files: { 'clients.csv': with1('Last Contact', '18/11/2026') },
      options: '--dates mdy',
      says: '"18/11/2026" is not a time like',
    },
  ],
  [
    'a day that does not exist',
    { files: { 'clients.csv': with1('Last Contact', '31.02.2026') }, says: '"31.02.2026" is not a time like' },
  ],
  [
    'a serial number before 2000',
    { files: { 'clients.csv': with1('Last Contact', '12345') }, says: '"12345" is not a time like' },
  ],
  [
    'a time without a zone',
    {
      files: { 'clients.csv': with1('Last Contact', '2026-11-18 14:05') },
      says: 'has no time zone; declare it with --zone',
    },
  ],
  [
    '13:05 PM',
    {
      files: { 'clients.csv': with1('Last Contact', '2026-11-18 13:05 PM') },
      options: '--zone UTC',
      says: 'is not a time like',
    },
  ],
  [
    'an ambiguous number',
    { files: { 'clients.csv': with1('Revenue TTM', '"1,250"') }, says: '"1,250" is ambiguous (1250 or 1.250)' },
  ],
  [
    'a number with the wrong decimal sign',
    {
      files: { 'clients.csv': with1('Revenue TTM', '1250.5') },
      options: '--decimal ,',
      says: '"1250.5" is not a number with , before the decimals',
    },
  ],
  [
    'currency without a decimal sign',
    {
      files: { 'clients.csv': with1('Revenue TTM', '5000 EUR') },
      says: 'declare the decimal sign with --decimal to accept currencies',
    },
  ],
  [
    'a percentage',
    { files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,85%\n' }, says: '"85%" has more than a number' },
  ],
  [
    'an ambiguous polarity, out of range either way',
    { files: signals('C1,2026-11-01,trust,1.500'), says: '"1.500" is ambiguous (1500 or 1.500)' },
  ],
  [
    'a score whose decimal reading is out of range',
    { files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,850.125\n' }, says: '"850.125" is ambiguous' },
  ],
  ['an id with a space', { files: { 'clients.csv': 'Service ID,Name\nC 1,One\n' }, says: '"C 1" is not an id' }],
  [
    'an id that begins with _',
    { files: { 'clients.csv': 'Service ID,Name\n_lead,One\n' }, says: 'beginning with a letter or digit' },
  ],
  [
    'an unknown client name',
    {
      files: { 'clients.csv': one, 'notes.csv': 'Client Name,Created At,Created By,Content\nTwo,2026-11-18,Ada,Hi\n' },
      says: 'notes.csv:2, column "Client Name": there is no client with the name "Two"',
    },
  ],
  [
    'a client name of several clients',
    {
      files: {
        'clients.csv': `${head}\nC1,One\nC2,one\n`,
        'notes.csv': 'Client Name,Created At,Created By,Content\nOne,2026-11-18,Ada,Hi\n',
      },
      says: 'several clients are named "One"; give the Client ID',
    },
  ],
  [
    'an unknown client',
    { files: signals('C9,2026-11-01,trust,1'), says: 'there is no client with the Client ID "C9"' },
  ],
  [
    'a stream of another client',
    {
      files: {
        'clients.csv': `${head}\nC1,One\nC2,Two\n`,
        'streams.csv': 'Client ID,Stream ID,Name\nC1,s,S\n',
        'scores.csv': 'Client ID,Stream ID,Score\nC2,s,5\n',
      },
      says: 'scores.csv:2, column "Stream ID": the client has no stream "s"',
    },
  ],
  [
    'a client twice in one file',
    { files: { 'clients.csv': `${one}C1,Uno\n` }, says: 'clients.csv:3: duplicate of clients.csv:2' },
  ],
  [
    'a client in two files',
    {
      files: { 'clients-1.csv': one, 'clients-2.csv': `${head}\nC2,Two\nC1,Uno\n` },
      says: 'clients-2.csv:3: duplicate of clients-1.csv:2',
    },
  ],
  [
    'a client in a CSV file and a workbook',
    {
      files: {
        'clients.csv': one,
        'clients-2.xlsx': workbookOf({
          S: [
            ['Client ID', 'Name'],
            ['C1', 'Uno'],
          ],
        }),
      },
      says: 'duplicate of',
    },
  ],
  [
    'a client by its Client ID and by its Service ID',
    {
      files: { 'clients.csv': 'Service ID,Client ID,Name\nC1,,One\n,C1,Uno\n' },
      says: 'clients.csv:3: duplicate of clients.csv:2',
    },
  ],
  [
    'a note twice',
    {
      files: {
        'clients.csv': one,
        'notes.csv': 'Client ID,Created At,Created By,Content\nC1,2026-11-18,Ada,Hi\nC1,2026-11-18T00:00:00Z,Ada,Hi\n',
      },
      says: 'notes.csv:3: duplicate of notes.csv:2; give both an id if both are meant',
    },
  ],
  [
    'a signal twice',
    {
      files: signals('C1,2026-11-01,trust,1', 'C1,2026-11-01,Trust and Confidence,1.0'),
      says: 'signals.csv:3: duplicate of signals.csv:2',
    },
  ],
  [
    'a member twice',
    {
      files: {
        'clients.csv': one,
        'portfolios.csv': 'Portfolio ID,Name\np,P\n',
        'portfolio-members.csv': 'Portfolio ID,Client ID\np,C1\np,C1\n',
      },
      says: 'portfolio-members.csv:3: duplicate of portfolio-members.csv:2',
    },
  ],
  [
    'a score twice',
    {
      files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,5\nC1,6\n' },
      says: 'scores.csv:3: duplicate of scores.csv:2',
    },
  ],
  [
    'a person twice, by the e-mail',
    {
      files: { 'clients.csv': one, 'key-people.csv': 'Client ID,Name,Email\nC1,A,x@y.example\nC1,B,x@y.example\n' },
      says: 'key-people.csv:3: duplicate of key-people.csv:2',
    },
  ],
  [
    'a damaged archive',
    { files: { 'clients.csv.gz': Buffer.from('no gzip') }, says: 'clients.csv.gz:1: is not a complete gzip archive' },
  ],
  [
    'half an archive',
    {
      files: { 'clients.csv.gz': gzipSync('x'.repeat(9999)).subarray(0, 20) },
      says: 'clients.csv.gz:1: is not a complete gzip archive',
    },
  ],
  [
    'an .xlsx file that is not a workbook',
    { files: { 'clients.xlsx': 'Client ID,Name\n' }, says: 'clients.xlsx:1: is not an .xlsx workbook' },
  ],
  [
    'an archive that is not a workbook',
    { files: { 'clients.xlsx': zipOf({ 'a.txt': 'x' }) }, says: 'clients.xlsx:1: is not a readable .xlsx workbook' },
  ],
  ['an empty workbook', { files: { 'clients.xlsx': workbookOf({ S: [] }) }, says: 'There is nothing to import' }],
  [
    'a workbook with sheets of other names',
    { files: { 'book.xlsx': workbookOf({ A: [['x']], B: [['y']] }) }, says: 'book.xlsx [A] is not named after a kind' },
  ],
  [
    'a number as text in a sheet',
    {
      files: {
        'clients.xlsx': workbookOf({
          S: [
            ['Client ID', 'Name', 'Revenue TTM'],
            ['C1', 'One', 'much'],
          ],
        }),
      },
      says: 'clients.xlsx [S]:2, column "Revenue TTM": "much" is not a number',
    },
  ],
  [
    'a sheet without the required column',
    {
      files: {
        'clients.xlsx': workbookOf({
          S: [
            ['Client ID', 'City'],
            ['C1', 'Bonn'],
          ],
        }),
      },
      says: 'clients.xlsx [S]:1, column "Name": this column is missing; the headers are Client ID, City',
    },
  ],
  [
    'a mapping that is not JSON',
    { files: { 'm.json': '{', 'list.csv': one }, options: '--map FOLDER/m.json', says: 'm.json is not JSON' },
  ],
  [
    'an unknown preset',
    {
      files: { 'list.csv': one },
      options: '--map hubsport',
      says: '--map: there is no file hubsport, and the presets are hubspot, salesforce',
    },
  ],
  [
    'a mapping of another version',
    {
      files: { 'm.json': '{"version":2,"files":[]}', 'list.csv': one },
      options: '--map FOLDER/m.json',
      says: 'is not a valid mapping. version: ',
    },
  ],
  [
    'a mapping with an unknown key',
    {
      files: { 'm.json': clientsOf({ Name: 'Name' }, { sort: 1 }), 'list.csv': one },
      options: '--map FOLDER/m.json',
      says: 'Unrecognized key: "sort"',
    },
  ],
  [
    'a mapping to an unknown column',
    {
      files: { 'm.json': signalsOf({}, { Mood: 'x' }), 'list.csv': one },
      options: '--map FOLDER/m.json',
      says: 'files[0]: columns."Mood" is not a column of signals',
    },
  ],
  [
    'a mapping of a missing column',
    {
      files: { 'm.json': clientsOf({ 'Client ID': 'Client ID', Name: 'Company' }), 'list.csv': one },
      options: '--map FOLDER/m.json',
      says: 'list.csv:1: the mapping reads Name from Company, which is missing; the headers are Client ID, Name',
    },
  ],
  [
    'a mapping that fits no file',
    {
      files: { 'm.json': clientsOf({ Name: 'x' }, { match: { headers: ['Company'] } }), 'list.csv': one },
      options: '--map FOLDER/m.json',
      says: 'No file of the mapping fits list.csv, whose headers are Client ID, Name.',
    },
  ],
  [
    'steps that do not ascend',
    {
      files: {
        'm.json': signalsOf({
          polarity: {
            from: 'x',
            steps: [
              [5, 1],
              [3, 0],
            ],
            above: -1,
          },
        }),
        'list.csv': one,
      },
      options: '--map FOLDER/m.json',
      says: 'the limits of steps must ascend',
    },
  ],
  [
    'a rating beyond its scale',
    {
      files: {
        'clients.csv': one,
        'list.csv': 'Client,Day,CSAT\nC1,2026-11-01,6\n',
        'm.json': signalsOf({ polarity: { from: 'CSAT', scale: [1, 5] } }),
      },
      options: '--map FOLDER/m.json',
      says: 'list.csv:2: signal "r": "6" is not on the scale from 1 to 5',
    },
  ],
  [
    'a value that a mapping does not know',
    {
      files: {
        'clients.csv': one,
        'list.csv': 'Client,Day,Mood\nC1,2026-11-01,fine\n',
        'm.json': signalsOf({ polarity: { from: 'Mood', values: { good: 1, bad: -1 } } }),
      },
      options: '--map FOLDER/m.json',
      says: '"fine" is none of the values of the mapping: good, bad',
    },
  ],
  [
    'a file without the columns of any signal',
    {
      files: {
        'clients.csv': one,
        'list.csv': 'Client,Day\nC1,2026-11-01\n',
        'm.json': signalsOf({ polarity: { from: 'CSAT', scale: [1, 5] } }),
      },
      options: '--map FOLDER/m.json',
      says: 'no signals "r": the file has no column CSAT',
    },
  ],
  [
    'an unknown time zone in a mapping',
    {
      files: {
        'm.json': mapping({ match: { name: 'x' }, kind: 'clients', columns: {} }, { zone: 'Mars' }),
        'list.csv': one,
      },
      options: '--map FOLDER/m.json',
      says: 'zone: is not a time zone',
    },
  ],
];

async function dryRun({ files, options = '' }: Case) {
  const folder = temporaryFolder(files);
  const line = `import ${folder} --account odd --dry-run ${options.replace('FOLDER', folder)}`;
  const { out, err, exitCode } = await admin(line);
  return { text: [...out, ...err].join('\n'), exitCode };
}

describe('accepts', () => {
  it.each(readAsMeant)('%s', async (_, file) => {
    const { text, exitCode } = await dryRun(file);

    expect(text).toContain(file.says);
    expect(exitCode).toBe(0);
  });
});

describe('rejects', () => {
  it.each(refused)('%s', async (_, file) => {
    const { text, exitCode } = await dryRun(file);

    expect(text).toContain(file.says);
    // an invalid mapping or a folder without known files is not counted as a file with problems
    expect(exitCode).toBe(/^error: Nothing was imported: \d+ problem/m.test(text) ? 3 : 1);
  });
});

it('none of these files was written', async () => {
  expect(readAsMeant.length + refused.length).toBeGreaterThanOrEqual(90);
  expect(await factsIn(db.table, 'odd')).toEqual([]);
});

it('an archive is read up to a limit of decompressed bytes', async () => {
  const folder = temporaryFolder({ 'a.csv.gz': gzipSync('x'.repeat(100_000)) });
  const read = async (most: number) => {
    let total = 0;
    for await (const chunk of bytesOf(`${folder}/a.csv.gz`, () => undefined, most)) total += chunk.length;
    return total;
  };

  expect(await read(100_000)).toBe(100_000);
  await expect(read(99_999)).rejects.toThrow('is larger than 99999 bytes when decompressed');
});

it('a mapping is suggested, with samples and uncertain columns', async () => {
  const folder = temporaryFolder({
    'Accounts 2026.csv': 'Record ID,Company name,Company owner,City\n7,One,Ada,Bonn\n',
  });
  const { out } = await admin(`import "${folder}" --suggest`);
  const mapped = JSON.parse(out.join('\n'));

  expect(mapped.files).toMatchObject([
    {
      kind: 'clients',
      match: { name: 'Accounts *' },
      columns: { 'Client ID': 'Record ID', Name: 'Company name', 'Account Owner': 'Company owner' },
      notes: expect.arrayContaining([
        'Company owner: guessed to be Account Owner; filled in 1 of 1 rows, for example Ada',
        'City: not mapped; filled in 1 of 1 rows, for example Bonn',
      ]),
    },
  ]);
  const again = temporaryFolder({
    'Accounts 2026.csv': 'Record ID,Company name,City\n7,One,Bonn\n',
    'm.json': out.join('\n'),
  });
  const { out: report } = await admin(`import "${again}" --map ${again}/m.json --account odd --dry-run`);
  expect(report).toContain('clients  1          0        0');
});

it('--changes shows every added, changed and removed record', async () => {
  await admin('accounts create --account changes --name X');
  const changes = async (files: Files, options = '') => {
    const { out } = await admin(`import ${temporaryFolder(files)} --account changes --changes ${options}`);
    return out.filter((line) => / -> |: added$|removed$/.test(line));
  };
  const signalHead = 'Client ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID\n';
  const noteHead = 'Client ID,Note ID,Created At,Created By,Content\n';

  expect(
    await changes({
      'clients.csv': `${head},Account Owner\nC1,One,Ada\nC2,Two,Ada\n`,
      'signals.csv': `${signalHead}C1,s,2026-11-01,trust,1,1,\n`,
      'notes.csv': `${noteHead}C1,n1,2026-11-01,Ada,Hi\n`,
    }),
  ).toEqual([
    'client C1: added',
    'client C2: added',
    'note n1 of C1: added',
    'signal of C1 s (none) -> "2026-11-01 trust 1 weight 1"',
  ]);
  expect(
    await changes(
      {
        'clients.csv': `${head},Account Owner\nC1,One,Ben\nC3,Three,Ada\n`,
        'signals.csv': `${signalHead}C1,s,2026-11-01,trust,0,1,\nC1,t,2026-11-02,trust,1,1,\n`,
        'notes.csv': `${noteHead}C1,n2,2026-11-01,Ada,Hi\n`,
      },
      '--prune --dry-run',
    ),
  ).toEqual([
    'client C1: metadata.accountOwner "Ada" -> "Ben"',
    'client C3: added',
    'note n2 of C1: added',
    'signal of C1 s "2026-11-01 trust 1 weight 1" -> "2026-11-01 trust 0 weight 1"',
    'signal of C1 t (none) -> "2026-11-02 trust 1 weight 1"',
    'notes of C1: 1 removed',
    'client C2: removed',
  ]);
});

it('clients without signals are counted after a dry run and after the first import', async () => {
  await admin('accounts create --account unscored --name X');
  const without = async (files: Files, options = '') => {
    const { out } = await admin(`import ${temporaryFolder(files)} --account unscored ${options}`);
    return out.flatMap((line) => /^(\d+ of \d+) clients have no signals/.exec(line)?.[1] ?? []);
  };
  const three = { 'clients.csv': `${head}\nC1,One\nC2,Two\nC3,Three\n` };
  const signalOf = (client: string, day: string) => ({
    'signals.csv': `Client ID,Date,Topic,Polarity\n${client},${day},trust,1\n`,
  });

  expect(await without({ ...three, ...signalOf('C1', '2026-11-01') })).toEqual(['2 of 3']);
  // C1 has a stored signal, C2 one that is too old to count
  expect(await without({ ...three, ...signalOf('C2', '2026-08-01') }, '--dry-run')).toEqual(['2 of 3']);
  expect(await without({ ...three, ...signalOf('C2', '2026-11-02') }, '--dry-run')).toEqual(['1 of 3']);
  // with --prune, the stored signal of C1 would be removed
  expect(await without({ ...three, ...signalOf('C2', '2026-11-02') }, '--dry-run --prune')).toEqual(['2 of 3']);
  // in an account with data, only a dry run reads the signals of every client
  expect(await without(three)).toEqual([]);
});
