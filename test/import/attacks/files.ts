import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { workbookOf, zipOf } from '../../support/xlsx.ts';

// Small files that are made to need much memory or time. Each is read alone, as `clients.csv`, `clients.csv.gz` or
// `clients.xlsx`, or as the tickets of a help desk.

/** Its name, its bytes, the beginning of the first problem or the number of rows, and the preset that reads it. */
export type Attack = readonly [name: string, content: Uint8Array | string, answer: RegExp, preset?: string];

const mega = 2 ** 20;
const head = 'Client ID,Name\n';

/** The compressed form of a text that is repeated, without the text in memory. */
function repeated(text: string, megabytes: number): Buffer {
  const chunk = Buffer.from(text.repeat(Math.ceil(mega / text.length)));
  const block = deflateRawSync(chunk, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: megabytes }, () => block), deflateRawSync('')]);
}

function packed(before: string, text: string, megabytes: number): Buffer {
  const start = deflateRawSync(before, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([start, repeated(text, megabytes)]);
}

const gzipped = (before: string, text: string, megabytes: number) =>
  Buffer.concat([gzipSync('').subarray(0, 10), packed(before, text, megabytes), Buffer.alloc(8)]);

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with one sheet of this XML; files can be added or replaced. */
export function book(sheet: string, files: Readonly<Record<string, string>> = {}): Buffer {
  return zipOf({
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="clients" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...files,
  });
}

export const sheetOf = (rows: string, after = '') =>
  `<worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`;
export const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
export const header = `<row r="1">${text('A1', 'Client ID')}${text('B1', 'Name')}</row>`;
const oneClient = `${header}<row r="2">${text('A2', 'C1')}${text('B2', 'One')}</row>`;
const plain = workbookOf({
  clients: [
    ['Client ID', 'Name'],
    ['C1', 'One'],
  ],
});

/** The workbook with other bytes in the part `name`: its size stays what the directory says, if `claimed` is not given. */
function withPart(name: string, content: Buffer, claimed?: number): Buffer {
  const archive = book(sheetOf(oneClient), { [name]: 'PLACE' });
  const place = deflateRawSync('PLACE');
  const at = archive.indexOf(place);
  const directory = archive.indexOf('PK\x01\x02', 0, 'latin1');
  const grown = content.length - place.length;
  const result = Buffer.concat([archive.subarray(0, at), content, archive.subarray(at + place.length)]);
  for (let entry = directory + grown; entry >= 0; entry = result.indexOf('PK\x01\x02', entry + 1, 'latin1')) {
    const isIt = result.toString('latin1', entry + 46, entry + 46 + result.readUInt16LE(entry + 28)) === name;
    if (isIt) {
      result.writeUInt32LE(content.length, entry + 20);
      if (claimed !== undefined) result.writeUInt32LE(claimed, entry + 24);
    } else if (result.readUInt32LE(entry + 42) > at)
      result.writeUInt32LE(result.readUInt32LE(entry + 42) + grown, entry + 42);
  }
  const end = result.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  result.writeUInt32LE(directory + grown, end + 16);
  return result;
}

const sheetPart = 'xl/worksheets/sheet1.xml';
const start = `<worksheet ${main}><sheetData>${header}`;
/** A workbook with a sheet of so many megabytes of this text. */
const sheet = (text: string, megabytes: number, before = start) => withPart(sheetPart, packed(before, text, megabytes));

const place = (bytes: Buffer) => bytes.indexOf('xl/workbook.xml') - 30;

function edited(change: (bytes: Buffer, directory: number, end: number) => void): Buffer {
  const bytes = Buffer.from(plain);
  change(bytes, bytes.indexOf('PK\x01\x02', 0, 'latin1'), bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1'));
  return bytes;
}

const unreadable = /clients\.xlsx:1: is not (a readable|an) \.xlsx workbook/;
const tooManyRows = /has more than 1048576 rows/;
const oneRow = /^1 rows/;
const tooLong = /a cell of more than 262144 characters/;
const tooLarge = /is larger than 536870912 bytes when decompressed; use CSV/;
const tooManyBytes = /has more than 268435456 bytes in its cells/;
const duration = (cell: string) =>
  `Ticket ID,Company,Created At,First Response Hours,Solved At\n1,One,2026-11-01,"${cell}",2026-11-02\n`;

export const workbooks: readonly Attack[] = [
  [
    'a row numbered 400,000,000',
    book(sheetOf(`${header}<row r="400000000">${text('A400000000', 'x')}</row>`)),
    tooManyRows,
  ],
  ['a row without a number', book(sheetOf(`${header}<row r="x"/>`)), tooManyRows],
  [
    'a cell in column ZZZZZZ',
    book(sheetOf(`${header}<row r="2">${text('ZZZZZZ2', 'x')}</row>`)),
    /:2: has more than 16384 columns/,
  ],
  [
    'a million rows far apart',
    book(sheetOf(`${header}<row r="1048576">${text('A1048576', 'C1')}${text('B1048576', 'One')}</row>`)),
    oneRow,
  ],
  ['a sheet of 1.2 GB of spaces', sheet(' ', 1200), tooLarge],
  ['a sheet of 1.2 GB that the directory calls 10 bytes', withPart(sheetPart, packed(start, ' ', 1200), 10), tooLarge],
  ['a sheet that the directory calls 4 GB', withPart(sheetPart, packed(start, ' ', 1), 0xffffffff), tooLarge],
  ['a sheet of 500 MB of empty rows', sheet('<row/>', 500), tooManyRows],
  ['a sheet of 500 MB of cells in one row', sheet('<c><v>1</v></c>', 500), /has more than 16384 columns/],
  ['a sheet of 500 MB of one cell', sheet('x', 500, `${start}<row><c t="str"><v>`), tooLong],
  ['a sheet of 500 MB of one tag', sheet('x', 500, `${start}<row `), unreadable],
  ['a sheet of 500 MB of attributes', sheet('a="" ', 500, `${start}<row `), unreadable],
  ['a sheet of 500 MB of opened elements', sheet('<a>', 500), unreadable],
  ['a sheet of 500 MB of comments', sheet('<!-- -->', 500), /^(0 rows|There is nothing to import)/],
  ['a comment that does not end', sheet(' ', 500, `${start}<!--`), /^(0 rows|There is nothing to import)/],
  ['a CDATA section that does not end', sheet('x', 500, `${start}<row><c t="str"><v><![CDATA[`), tooLong],
  [
    'a sheet of 300 MB of merged cells',
    sheet('<mergeCell ref="A1:A9"/>', 300, `${start}</sheetData>`),
    /has more than 1048576 merged cells/,
  ],
  [
    'a merge at column AAAAAAA',
    book(sheetOf(oneClient, '<mergeCells><mergeCell ref="AAAAAAA1:AAAAAAA9"/></mergeCells>')),
    oneRow,
  ],
  [
    'merges over all rows and columns',
    book(
      sheetOf(
        `<row r="1">${Array.from({ length: 16_000 }, () => '<c t="str"><v>abcdefgh</v></c>').join('')}</row>${Array.from({ length: 2000 }, (_, at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'x')}</row>`).join('')}`,
        `<mergeCells>${Array.from({ length: 16_000 }, (_, at) => `<mergeCell ref="${letters(at)}1:${letters(at)}1048576"/>`).join('')}</mergeCells>`,
      ),
    ),
    tooManyBytes,
  ],
  ['<sheet 80,000 times', book(sheetOf(oneClient), { 'xl/workbook.xml': '<sheet '.repeat(80_000) }), unreadable],
  [
    '80,000 sheets',
    book(sheetOf(oneClient), {
      'xl/workbook.xml': `<workbook><sheets>${'<sheet name="s" r:id="r1"/>'.repeat(80_000)}</sheets></workbook>`,
    }),
    /has more than 200 sheets/,
  ],
  [
    '200 sheets that are one sheet',
    withPart(
      'xl/workbook.xml',
      deflateRawSync(`<workbook><sheets>${'<sheet name="s" r:id="r1"/>'.repeat(200)}</sheets></workbook>`),
    ),
    /s\]:1: it is not named after a kind/,
  ],
  [
    'shared texts of 500 MB',
    withPart('xl/sharedStrings.xml', packed('<sst>', '<si><t>x</t></si>', 500)),
    /has too many different texts; use CSV/,
  ],
  [
    'one shared text of 500 MB in runs',
    withPart('xl/sharedStrings.xml', packed('<sst><si>', '<r><t>abcdefghijklmnop</t></r>', 500)),
    tooLong,
  ],
  [
    'styles of 500 MB',
    withPart('xl/styles.xml', packed('<styleSheet><cellXfs>', '<xf numFmtId="1"/>', 500)),
    unreadable,
  ],
  [
    'formats of 500 MB',
    withPart('xl/styles.xml', packed('<styleSheet>', '<numFmt numFmtId="9" formatCode="[[[[[[[["/>', 300)),
    unreadable,
  ],
  [
    'relations of 500 MB',
    withPart(
      'xl/_rels/workbook.xml.rels',
      packed('<Relationships>', '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>', 500),
    ),
    unreadable,
  ],
  [
    'entities that multiply',
    book(`<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${sheetOf(oneClient)}`),
    unreadable,
  ],
  [
    'character references out of range',
    book(sheetOf(`${header}<row r="2">${text('A2', 'C1')}${text('B2', '&#x110000;&#99999999;&#xD800;&nope;x')}</row>`)),
    oneRow,
  ],
  [
    'an archive of 60,000 files',
    zipOf(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, '']))),
    /has more than 10000 files inside/,
  ],
  ['a file beyond the end', edited((bytes, directory) => bytes.writeUInt32LE(0xfffffff0, directory + 42)), unreadable],
  ['a directory beyond the end', edited((bytes, _, end) => bytes.writeUInt32LE(0xfffffff0, end + 16)), unreadable],
  ['a directory of 4 GB', edited((bytes, _, end) => bytes.writeUInt32LE(0xffffffff, end + 12)), unreadable],
  [
    'a directory in itself',
    edited((bytes, directory, end) => bytes.writeUInt32LE(end - directory + 22, end + 12)),
    oneRow,
  ],
  [
    'names longer than the directory',
    edited((bytes, directory) => bytes.writeUInt16LE(0xffff, directory + 28)),
    unreadable,
  ],
  ['an unknown compression', edited((bytes, directory) => bytes.writeUInt16LE(99, directory + 10)), unreadable],
  ['a local header that is none', edited((bytes) => bytes.write('XX', place(bytes))), unreadable],
  ['a local header with a long name', edited((bytes) => bytes.writeUInt16LE(0xffff, place(bytes) + 26)), unreadable],
  ['compressed bytes that are none', withPart(sheetPart, Buffer.alloc(1000, 0xff)), unreadable],
  ['a workbook cut in the middle', plain.subarray(0, plain.length / 2), unreadable],
  [
    'an archive with 65,535 bytes of comment',
    Buffer.concat([
      edited((bytes, _, end) => bytes.writeUInt16LE(0xffff, end + 20)),
      Buffer.alloc(0xffff, 'PK\x05\x06'),
    ]),
    unreadable,
  ],
];

export const texts: readonly Attack[] = [
  ['one gzipped row of 3.4 GB', gzipped(`${head}C1,`, 'x', 3400), /times larger when decompressed|a cell of more than/],
  ['a gzipped row of cells', gzipped(`${head}C1,`, ',', 30), /:2: has more than 16384 columns/],
  ['gzipped empty lines', gzipped(head, '\n', 3000), /more than 100 times larger when decompressed/],
  ['gzipped short rows', gzipped(head, 'C1,One\n', 3000), /more than 100 times larger when decompressed/],
  ['gzipped quotes', gzipped(head, '"', 31), /a cell of more than 262144 characters|quote/],
  ['a row of 20,000 cells', `${head}${'x,'.repeat(20_000)}\n`, /has more than 16384 columns/],
  [
    'a row of 40 MB in long cells',
    `${head}${`${'x'.repeat(200_000)},`.repeat(200)}\n`,
    /a row of more than 1048576 characters/,
  ],
  [
    'a header of 10,000 columns, and 2,000 rows',
    `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n${`${','.repeat(9_999)}\n`.repeat(200)}`,
    /clients\.csv/,
  ],
  ['a number of 200,000 digits', `Client ID,Name,Revenue TTM\nC1,One,${'1'.repeat(200_000)}\n`, /rows|Revenue/],
  [
    'a number behind 200,000 spaces',
    `Client ID,Name,Revenue TTM\nC1,One,x${' '.repeat(200_000)}EUR1\n`,
    /has more than a number/,
  ],
  ['a date behind 200,000 digits', `Client ID,Name,Last Contact\nC1,One,${'1'.repeat(200_000)}-01\n`, /is not a time/],
  ['a duration with 2,000 spaces', duration(`1d${' '.repeat(2000)}x`), /rows|is not a number/, 'tickets'],
  ['a duration with 200,000 spaces', duration(`1d${' 1d '.repeat(50_000)}`), /rows|is not a number/, 'tickets'],
  ['a name of 200,000 accents', `${head}C1,a${'\u0301'.repeat(200_000)}\n`, /rows/],
  ['bytes that are no text', Buffer.alloc(5 * mega, 0xc3), /is not UTF-8/],
];

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}
