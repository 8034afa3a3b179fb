import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../import/files/readers/bytes.ts';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf, zipOf } from '../support/xlsx.ts';
import * as small from './small-files.ts';
import { clientsBook, head, latin, numbered, one, signals, utf16 } from './small-files.ts';

// Unusual files that are accepted, and files that are rejected: a part of the output. All imports are dry runs, with the
// mapping m.json if there is one. test/scenarios/files.md has those that a page can show.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account odd --name Odd');
});

type Cases = Record<string, readonly [given: small.Given, says: string, options?: string]>;

const mappingOf = (file: object, more: object = {}) => JSON.stringify({ version: 1, ...more, files: [file] });
const clientsOf = (columns: object, more: object = {}) =>
  mappingOf({ match: { name: 'list*' }, kind: 'clients', columns, ...more });
const rulesOf = (rules: readonly object[], more: object = {}) =>
  mappingOf({
    ...{ match: { name: 'list*' }, kind: 'signals', columns: { 'Client ID': 'Client', Date: 'Day' } },
    signals: rules.map((each) => ({ name: 'r', topic: 'trust', polarity: 1, ...each })),
    ...more,
  });
const listed = (list: string | Uint8Array, mapping: string) => ({ 'list.csv': list, 'm.json': mapping });
const ruled = (list: string, mapping: string) => ({ 'clients.csv': one, ...listed(list, mapping) });
const byDay = (list: string, polarity: unknown) => ruled(`Client,Day,${list}\n`, rulesOf([{ polarity }]));
const companies = { 'Client ID': 'No', Name: 'Company' };
const detecting = clientsOf({ ...companies, 'Revenue TTM': 'Turnover' }, { decimal: 'detect' });
const columns31 = numbered(31, (at) => `m${at}`).join(',');

const accepted: Record<string, Cases> = {
  encodings: {
    'Windows-1252 by option': [latin(`${head}\nC1,M\xfcller\n`), 'Müller', '--encoding windows-1252'],
    'Windows-1252 declared by a mapping': [
      listed(latin('No,Company\n1,M\xfcller\n'), clientsOf(companies, { encoding: 'windows-1252' })),
      'list.csv: the file is read as Windows-1252',
    ],
  },
  headers: {
    'more than 30 metadata columns': [
      `${head},${columns31}\nC1,One${',x'.repeat(31)}\n`,
      'clients.csv:2, column "m30": a client has at most 30 metadata values; not imported. Choose others with --metadata',
    ],
  },
  dates: {
    'a time of a workbook in a declared zone': [
      {
        'clients.xlsx': workbookOf({
          clients: [[...head.split(','), 'Last Contact'], ['C1', 'One', new Date('2027-01-01T00:30:00Z')]], // biome-ignore format: rows
        }),
      },
      'the last contact is in the future, on 2026-12-31',
      '--zone Europe/Berlin',
    ],
  },
  numbers: {
    'three decimals of the lowest polarity': [
      signals('C1,2026-11-01,trust,-1.000'),
      'signals of trust: 1, for example C1 2026-11-01 -1',
    ],
    'a decimal sign that another number proves': [
      listed('No;Company;Turnover\n1;One;12.500 €\n2;Two;1.250.000,50 €\n', detecting),
      'list.csv: numbers are read with , before the decimals, because of "1.250.000,50 €"',
    ],
  },
  mappings: {
    'a mapping that keeps the other columns': [
      listed('No,Company,Kind\n1,Ada,x\n', clientsOf(companies, { others: 'metadata' })),
      'metadata Kind',
    ],
    'rows of unknown clients, skipped by a mapping': [
      ruled('Client,Day\nC9,2026-11-01\n', rulesOf([{}], { unknownClients: 'skip' })),
      'the row is skipped',
    ],
    'ratings with a decimal comma': [
      ruled(
        'Client;Day;X\nC1;2026-11-01;7,5\n',
        rulesOf([{ polarity: { from: 'X', scale: [0, 10] } }], { decimal: ',' }),
      ),
      'C1 2026-11-01 0.5',
    ],
  },
  archives: {
    'a .tsv file': [{ 'clients.tsv': 'Client ID\tName\nC1\tOne\n' }, 'clients  1'],
    'a copy that is numbered, as those of rejects': [{ 'clients (2).csv': one }, 'clients  1'],
    'a .csv.gz file': [{ 'clients.csv.gz': gzipSync(one) }, 'clients  1'],
    'a workbook with a sheet for each kind': [
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
    'a workbook whose only sheet has any name': [clientsBook(`${head}|C1,One`), 'clients  1'],
  },
};

/** The directory of the archive claims that its first file takes 4 GB. */
function claimingMore(archive: Buffer): Buffer {
  archive.writeUInt32LE(0xffffffff, archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return archive;
}

const rejected: Record<string, Cases> = {
  encodings: {
    'UTF-16 without a byte order mark': [
      Buffer.from(one, 'utf16le'),
      'clients.csv:1: is not text; save it as CSV UTF-8',
    ],
    'half a UTF-16 character': [Buffer.concat([utf16(one), Buffer.from([0x41])]), 'is not UTF-16LE'],
  },
  numbers: {
    'an ambiguous number among numbers that prove both decimal signs': [
      listed('No;Company;Turnover\n1;One;12.500 €\n2;Two;7,5\n3;Three;7.5\n', detecting),
      'list.csv:2, column "Turnover": "12.500 €" is ambiguous (12500 or 12.500)',
    ],
  },
  dates: {
    'an impossible date beside one that proves the order of the others': [
      `${head},Last Contact\nC1,One,03/04/2026\nC2,Two,31/10/2026\nC3,Three,31/11/2026\n`,
      'Nothing was imported: 1 problem in the files.',
    ],
  },
  mappings: {
    'an unknown preset': [
      { 'list.csv': one },
      '--map: there is no file hubsport, and the presets are hubspot, salesforce',
      '--map hubsport',
    ],
    'a mapping of a missing column': [
      listed(one, clientsOf({ 'Client ID': 'Client ID', Name: 'Company' })),
      'list.csv:1: the mapping reads Name from Company, which is missing; the headers are Client ID, Name',
    ],
    'a mapping that fits no file': [
      listed('Title,Pages\nOne,5\n', clientsOf({ Name: 'x' }, { match: { headers: ['Company'] } })),
      'list.csv:1: no mapping describes it; the headers are Title, Pages',
    ],
    'steps of a column that do not say what is above': [
      byDay('Late\nC1,2026-11-01,6', { from: 'Late', steps: [[5, 1]] }),
      'is not a valid mapping. files[0].signals[0].polarity: ',
    ],
    'cells that two signals read: one problem a row': [
      ruled(
        'Client,Day,CSAT\nC1,2026-11-01,6\nC1,2026-11-02,7\n',
        rulesOf(['a', 'b'].map((name) => ({ name, polarity: { from: 'CSAT', scale: [1, 5] } }))),
      ),
      'list.csv:2: signal "a", column "CSAT": "6" is not on the scale from 1 to 5 (and 1 more like this: line 3)',
    ],
    'a measure that is too large': [
      ruled(
        'Client,Day,Hours\nC1,2026-11-01,99999999\n',
        rulesOf([{ polarity: { from: 'Hours', steps: [[1, 1]], above: 0 }, measure: 'reply-hours' }]),
      ),
      'list.csv:2, column "Measure": expected what a system measured, such as reply-hours=3.2',
    ],
    'a file without the columns of any signal': [
      ruled('Client,Day\nC1,2026-11-01\n', rulesOf([{ polarity: { from: 'CSAT', scale: [1, 5] } }])),
      'no signals "r": the file has no column CSAT',
    ],
  },
  archives: {
    'a damaged archive': [
      { 'clients.csv.gz': Buffer.from('no gzip') },
      'clients.csv.gz:1: is not a complete gzip archive',
    ],
    'half an archive': [
      { 'clients.csv.gz': gzipSync('x'.repeat(9999)).subarray(0, 20) },
      'clients.csv.gz:1: is not a complete gzip archive',
    ],
    'an .xlsx file that is not a workbook': [
      { 'clients.xlsx': 'Client ID,Name\n' },
      'clients.xlsx:1: is not an .xlsx workbook',
    ],
    'an archive that is not a workbook': [
      { 'clients.xlsx': zipOf({ 'a.txt': 'x' }) },
      'clients.xlsx:1: is not a readable .xlsx workbook',
    ],
    'an empty workbook': [{ 'clients.xlsx': workbookOf({ S: [] }) }, 'There is nothing to import'],
    'a workbook with sheets of other names': [
      { 'book.xlsx': workbookOf({ A: [['x']], B: [['y']] }) },
      'book.xlsx [B]:1: it is not named after a kind',
    ],
    'a number as text in a sheet': [
      clientsBook(`${head},Revenue TTM|C1,One,much`),
      'clients.xlsx [S]:2, column "Revenue TTM": "much" is not a number',
    ],
    'a sheet without the required column': [
      clientsBook('Client ID,City|C1,Bonn'),
      'clients.xlsx [S]:1, column "Name": this column is missing; the headers are Client ID, City',
    ],
    'a workbook that is too large when decompressed': [
      { 'clients.xlsx': claimingMore(workbookOf({ S: [['Client ID', 'Name']] })) },
      'clients.xlsx:1: is larger than 536870912 bytes when decompressed; use CSV',
    ],
  },
};

const flat = (groups: Record<string, Cases>) =>
  Object.entries(groups).flatMap(([group, cases]) =>
    Object.entries(cases).map(([title, [given, says, options = '']]) => ({
      ...{ group, title, says, options, files: small.filesOf(given) },
    })),
  );

async function dryRun({ files, options }: { files: small.Files; options: string }) {
  const folder = temporaryFolder(files);
  const map = 'm.json' in files ? `--map ${folder}/m.json` : '';
  const { out, err, exitCode } = await admin(`import ${folder} --account odd --dry-run ${map} ${options}`);
  return { text: [...out, ...err].join('\n'), exitCode };
}

describe('odd files', () => {
  it.each(flat(accepted))('$group: accepted: $title', async (file) => {
    const { text, exitCode } = await dryRun(file);

    expect(text).toContain(file.says);
    expect(exitCode).toBe(0);
  });

  it.each(flat(rejected))('$group: rejected: $title', async (file) => {
    const { text, exitCode } = await dryRun(file);

    expect(text).toContain(file.says);
    // an invalid mapping or a folder without rows is not counted as a file with problems
    expect(exitCode).toBe(/^error: Nothing was imported: \d+ problem/m.test(text) ? 3 : 1);
  });
});

it('none of these files was written', async () => {
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
