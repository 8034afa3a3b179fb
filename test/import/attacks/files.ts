import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { workbookOf, zipOf } from '../../support/xlsx.ts';

// Small files that are made to need much memory or time. Each is read alone, as `clients.csv`, `clients.csv.gz` or
// `clients.xlsx`, or as the tickets of a help desk.

export interface Attack {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** The beginning of the first problem, or the number of rows. */
  readonly answer: RegExp;
  readonly preset?: string;
}

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
function book(sheet: string, files: Readonly<Record<string, string>> = {}): Buffer {
  return zipOf({
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="clients" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...files,
  });
}

const sheetOf = (rows: string, after = '') => `<worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`;
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${text('A1', 'Client ID')}${text('B1', 'Name')}</row>`;
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

const place = (bytes: Buffer) => bytes.indexOf('xl/workbook.xml') - 30;

function edited(change: (bytes: Buffer, directory: number, end: number) => void): Buffer {
  const bytes = Buffer.from(plain);
  change(bytes, bytes.indexOf('PK\x01\x02', 0, 'latin1'), bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1'));
  return bytes;
}

const unreadable = /clients\.xlsx:1: is not (a readable|an) \.xlsx workbook/;
const tooLarge = /is larger than 536870912 bytes when decompressed; use CSV/;
const duration = (cell: string) =>
  `Ticket ID,Company,Created At,First Response Hours,Solved At\n1,One,2026-11-01,"${cell}",2026-11-02\n`;

export const workbooks: readonly Attack[] = [
  {
    name: 'a row numbered 400,000,000',
    content: book(sheetOf(`${header}<row r="400000000">${text('A400000000', 'x')}</row>`)),
    answer: /has more than 1048576 rows/,
  },
  {
    name: 'a row without a number',
    content: book(sheetOf(`${header}<row r="x"/>`)),
    answer: /has more than 1048576 rows/,
  },
  {
    name: 'a cell in column ZZZZZZ',
    content: book(sheetOf(`${header}<row r="2">${text('ZZZZZZ2', 'x')}</row>`)),
    answer: /:2: has more than 16384 columns/,
  },
  {
    name: 'a million rows far apart',
    content: book(sheetOf(`${header}<row r="1048576">${text('A1048576', 'C1')}${text('B1048576', 'One')}</row>`)),
    answer: /^1 rows/,
  },
  { name: 'a sheet of 1.2 GB of spaces', content: withPart(sheetPart, packed(start, ' ', 1200)), answer: tooLarge },
  {
    name: 'a sheet of 1.2 GB that the directory calls 10 bytes',
    content: withPart(sheetPart, packed(start, ' ', 1200), 10),
    answer: tooLarge,
  },
  {
    name: 'a sheet that the directory calls 4 GB',
    content: withPart(sheetPart, packed(start, ' ', 1), 0xffffffff),
    answer: tooLarge,
  },
  {
    name: 'a sheet of 500 MB of empty rows',
    content: withPart(sheetPart, packed(start, '<row/>', 500)),
    answer: /has more than 1048576 rows/,
  },
  {
    name: 'a sheet of 500 MB of cells in one row',
    content: withPart(sheetPart, packed(start, '<c><v>1</v></c>', 500)),
    answer: /has more than 16384 columns/,
  },
  {
    name: 'a sheet of 500 MB of one cell',
    content: withPart(sheetPart, packed(`${start}<row><c t="str"><v>`, 'x', 500)),
    answer: /a cell of more than 262144 characters/,
  },
  {
    name: 'a sheet of 500 MB of one tag',
    content: withPart(sheetPart, packed(`${start}<row `, 'x', 500)),
    answer: unreadable,
  },
  {
    name: 'a sheet of 500 MB of attributes',
    content: withPart(sheetPart, packed(`${start}<row `, 'a="" ', 500)),
    answer: unreadable,
  },
  {
    name: 'a sheet of 500 MB of opened elements',
    content: withPart(sheetPart, packed(start, '<a>', 500)),
    answer: unreadable,
  },
  {
    name: 'a sheet of 500 MB of comments',
    content: withPart(sheetPart, packed(start, '<!-- -->', 500)),
    answer: /^(0 rows|There is nothing to import)/,
  },
  {
    name: 'a comment that does not end',
    content: withPart(sheetPart, packed(`${start}<!--`, ' ', 500)),
    answer: /^(0 rows|There is nothing to import)/,
  },
  {
    name: 'a CDATA section that does not end',
    content: withPart(sheetPart, packed(`${start}<row><c t="str"><v><![CDATA[`, 'x', 500)),
    answer: /a cell of more than 262144 characters/,
  },
  {
    name: 'a sheet of 300 MB of merged cells',
    content: withPart(sheetPart, packed(`${start}</sheetData>`, '<mergeCell ref="A1:A9"/>', 300)),
    answer: /has more than 1048576 merged cells/,
  },
  {
    name: 'a merge at column AAAAAAA',
    content: book(sheetOf(oneClient, '<mergeCells><mergeCell ref="AAAAAAA1:AAAAAAA9"/></mergeCells>')),
    answer: /^1 rows/,
  },
  {
    name: 'merges over all rows and columns',
    content: book(
      sheetOf(
        `<row r="1">${Array.from({ length: 16_000 }, () => '<c t="str"><v>abcdefgh</v></c>').join('')}</row>${Array.from({ length: 2000 }, (_, at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'x')}</row>`).join('')}`,
        `<mergeCells>${Array.from({ length: 16_000 }, (_, at) => `<mergeCell ref="${letters(at)}1:${letters(at)}1048576"/>`).join('')}</mergeCells>`,
      ),
    ),
    answer: /has merged cells over too many rows/,
  },
  {
    name: '<sheet 80,000 times',
    content: book(sheetOf(oneClient), { 'xl/workbook.xml': '<sheet '.repeat(80_000) }),
    answer: unreadable,
  },
  {
    name: '80,000 sheets',
    content: book(sheetOf(oneClient), {
      'xl/workbook.xml': `<workbook><sheets>${'<sheet name="s" r:id="r1"/>'.repeat(80_000)}</sheets></workbook>`,
    }),
    answer: /has more than 200 sheets/,
  },
  {
    name: '200 sheets that are one sheet',
    content: withPart(
      'xl/workbook.xml',
      deflateRawSync(`<workbook><sheets>${'<sheet name="s" r:id="r1"/>'.repeat(200)}</sheets></workbook>`),
    ),
    answer: /s\]:1: it is not named after a kind/,
  },
  {
    name: 'shared texts of 500 MB',
    content: withPart('xl/sharedStrings.xml', packed('<sst>', '<si><t>x</t></si>', 500)),
    answer: /has too many different texts; use CSV/,
  },
  {
    name: 'one shared text of 500 MB in runs',
    content: withPart('xl/sharedStrings.xml', packed('<sst><si>', '<r><t>abcdefghijklmnop</t></r>', 500)),
    answer: /a cell of more than 262144 characters/,
  },
  {
    name: 'styles of 500 MB',
    content: withPart('xl/styles.xml', packed('<styleSheet><cellXfs>', '<xf numFmtId="1"/>', 500)),
    answer: unreadable,
  },
  {
    name: 'formats of 500 MB',
    content: withPart('xl/styles.xml', packed('<styleSheet>', '<numFmt numFmtId="9" formatCode="[[[[[[[["/>', 300)),
    answer: unreadable,
  },
  {
    name: 'relations of 500 MB',
    content: withPart(
      'xl/_rels/workbook.xml.rels',
      packed('<Relationships>', '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>', 500),
    ),
    answer: unreadable,
  },
  {
    name: 'entities that multiply',
    content: book(
      `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${sheetOf(oneClient)}`,
    ),
    answer: unreadable,
  },
  {
    name: 'character references out of range',
    content: book(
      sheetOf(`${header}<row r="2">${text('A2', 'C1')}${text('B2', '&#x110000;&#99999999;&#xD800;&nope;x')}</row>`),
    ),
    answer: /^1 rows/,
  },
  {
    name: 'an archive of 60,000 files',
    content: zipOf(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, '']))),
    answer: /has more than 10000 files inside/,
  },
  {
    name: 'a file beyond the end',
    content: edited((bytes, directory) => bytes.writeUInt32LE(0xfffffff0, directory + 42)),
    answer: unreadable,
  },
  {
    name: 'a directory beyond the end',
    content: edited((bytes, _, end) => bytes.writeUInt32LE(0xfffffff0, end + 16)),
    answer: unreadable,
  },
  {
    name: 'a directory of 4 GB',
    content: edited((bytes, _, end) => bytes.writeUInt32LE(0xffffffff, end + 12)),
    answer: unreadable,
  },
  {
    name: 'a directory in itself',
    content: edited((bytes, directory, end) => bytes.writeUInt32LE(end - directory + 22, end + 12)),
    answer: /^1 rows/,
  },
  {
    name: 'names longer than the directory',
    content: edited((bytes, directory) => bytes.writeUInt16LE(0xffff, directory + 28)),
    answer: unreadable,
  },
  {
    name: 'an unknown compression',
    content: edited((bytes, directory) => bytes.writeUInt16LE(99, directory + 10)),
    answer: unreadable,
  },
  {
    name: 'a local header that is none',
    content: edited((bytes) => bytes.write('XX', place(bytes))),
    answer: unreadable,
  },
  {
    name: 'a local header with a long name',
    content: edited((bytes) => bytes.writeUInt16LE(0xffff, place(bytes) + 26)),
    answer: unreadable,
  },
  {
    name: 'compressed bytes that are none',
    content: withPart(sheetPart, Buffer.alloc(1000, 0xff)),
    answer: unreadable,
  },
  { name: 'a workbook cut in the middle', content: plain.subarray(0, plain.length / 2), answer: unreadable },
  {
    name: 'an archive with 65,535 bytes of comment',
    content: Buffer.concat([
      edited((bytes, _, end) => bytes.writeUInt16LE(0xffff, end + 20)),
      Buffer.alloc(0xffff, 'PK\x05\x06'),
    ]),
    answer: unreadable,
  },
];

export const texts: readonly Attack[] = [
  {
    name: 'one gzipped row of 3.4 GB',
    content: gzipped(`${head}C1,`, 'x', 3400),
    answer: /times larger when decompressed|a cell of more than/,
  },
  {
    name: 'a gzipped row of cells',
    content: gzipped(`${head}C1,`, ',', 30),
    answer: /:2: a row of more than 16384 cells/,
  },
  {
    name: 'gzipped empty lines',
    content: gzipped(head, '\n', 3000),
    answer: /more than 100 times larger when decompressed/,
  },
  {
    name: 'gzipped short rows',
    content: gzipped(head, 'C1,One\n', 3000),
    answer: /more than 100 times larger when decompressed/,
  },
  { name: 'gzipped quotes', content: gzipped(head, '"', 31), answer: /a cell of more than 262144 characters|quote/ },
  {
    name: 'a row of 20,000 cells',
    content: `${head}${'x,'.repeat(20_000)}\n`,
    answer: /a row of more than 16384 cells/,
  },
  {
    name: 'a row of 40 MB in long cells',
    content: `${head}${`${'x'.repeat(200_000)},`.repeat(200)}\n`,
    answer: /a row of more than 1048576 characters/,
  },
  {
    name: 'a header of 10,000 columns, and 2,000 rows',
    content: `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n${`${','.repeat(9_999)}\n`.repeat(200)}`,
    answer: /clients\.csv/,
  },
  {
    name: 'a number of 200,000 digits',
    content: `Client ID,Name,Revenue TTM\nC1,One,${'1'.repeat(200_000)}\n`,
    answer: /rows|Revenue/,
  },
  {
    name: 'a number behind 200,000 spaces',
    content: `Client ID,Name,Revenue TTM\nC1,One,x${' '.repeat(200_000)}EUR1\n`,
    answer: /has more than a number/,
  },
  {
    name: 'a date behind 200,000 digits',
    content: `Client ID,Name,Last Contact\nC1,One,${'1'.repeat(200_000)}-01\n`,
    answer: /is not a time/,
  },
  {
    name: 'a duration with 2,000 spaces',
    content: duration(`1d${' '.repeat(2000)}x`),
    preset: 'tickets',
    answer: /rows|is not a number/,
  },
  {
    name: 'a duration with 200,000 spaces',
    content: duration(`1d${' 1d '.repeat(50_000)}`),
    preset: 'tickets',
    answer: /rows|is not a number/,
  },
  { name: 'a name of 200,000 accents', content: `${head}C1,a${'\u0301'.repeat(200_000)}\n`, answer: /rows/ },
  { name: 'bytes that are no text', content: Buffer.alloc(5 * mega, 0xc3), answer: /is not UTF-8/ },
];

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}
