import { gzipSync } from 'node:zlib';
import { presets } from '../../../import/mapping/presets.ts';
import { zipOf } from '../../support/xlsx.ts';
import { book, header, sheetOf, text } from './files.ts';

// Small hostile files that a generator makes: shapes of tables, each in the formats that can have it, plain and in gzip.

/** Its title, the name and the bytes of the file, and the first problem or the number of rows. */
export type Generated = readonly [title: string, file: string, content: Uint8Array | string, answer: RegExp];

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const x = (length: number) => 'x'.repeat(length);
const one = '{"Client ID":"C1","Name":"One"}\n';
const lineOf = (names: readonly string[]) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))}\n`;
const columns = (count: number, length = 1) => times(count, (at) => `${x(length - 1)}c${at}`);
/** An object in an object, each with a field of its own. */
const nested = (depth: number, name: string) => `${`{"v":1,"${name}":`.repeat(depth)}1${'}'.repeat(depth)}\n`;

const deep = /has more than 32 objects or lists in each other/;
const empty = /the file is empty/;
const sparse = /has too many columns for rows that have so few of them/;
const tooWide = /has more than 16384 columns/;
const name = /a column whose name has more than 4096 characters/;
const names = /has columns whose names have more than 262144 characters together/;
const noObjects = /has more than 10000 lines that are no JSON object/;
const long = /a row of more than 1048576 characters/;
const longCell = /a cell of more than 262144 characters/;
const bytes = /has more than 268435456 bytes in its cells/;
const sheets = /has more than 65536 columns in its sheets/;
const ofHeader = /:1, column "/;
const rejected = /:2(, column|: ).* more like this/;
const read = /^\d+ rows/;
/** Why it cannot be read, or that nothing describes it. */
const unknown = /^export\.csv\.gz:1: (it is not named after a kind|a column whose name|has columns whose)/;

/** JSON lines by the title of their shape, and the answer. */
const ofLines: Readonly<Record<string, readonly [string, RegExp]>> = {
  'objects in objects with long names': [nested(1000, x(1000)), deep],
  'objects in 16,000 objects': [nested(16_000, 'n'), deep],
  'objects in 90,000 objects': [nested(90_000, ''), deep],
  'objects in 90,000 objects, not closed': ['{"":'.repeat(90_000), empty],
  'lists in 500,000 lists': [`{"Client ID":${'['.repeat(500_000)}${']'.repeat(500_000)}}\n`, deep],
  'lists in lists in many lines': [`{"Client ID":${'['.repeat(1000)}${']'.repeat(1000)}}\n`.repeat(2000), deep],
  'the field of Airbyte in itself': [`${'{"_airbyte_data":'.repeat(5000)}{}${'}'.repeat(5000)}\n`, deep],
  '16,000 columns, then short lines': [lineOf(columns(16_000)) + '{"c1":1}\n'.repeat(500_000), sparse],
  '16,000 columns, then empty objects': [lineOf(columns(16_000)) + '{}\n'.repeat(1_500_000), sparse],
  'a column more in each line': [times(100_000, (at) => `{"c${at}":1}\n`).join(''), tooWide],
  'a long column more in each line': [times(4000, (at) => `{"${x(3000)}${at}":1}\n`).join(''), names],
  'a name of a million characters': [lineOf([x(1_000_000)]), name],
  '10,000 names of 90 characters': [lineOf(columns(10_000, 90)) + '{}\n'.repeat(100_000), names],
  '900 names of 1,000 characters': [lineOf(columns(900, 1000)) + '{}\n'.repeat(1_000_000), names],
  'empty objects': [one + '{}\n'.repeat(3_000_000), rejected],
  'empty objects in empty objects': [one + '{"a":{}}\n'.repeat(1_000_000), rejected],
  'objects with one field': [one + '{"Name":"x"}\n'.repeat(300_000), read],
  'lines that are no object': [`${one}${'x\n'.repeat(4_000_000)}`, noObjects],
  'lines with lists': [`${one}${'[]\n'.repeat(2_500_000)}`, noObjects],
  'empty lines': [`${one}${'\n'.repeat(8_000_000)}`, read],
  'a line of a million numbers': [`{"Client ID":[${'1,'.repeat(500_000)}1]}\n`.repeat(8), ofHeader],
  'a line that repeats a name': [`{${'"Name":1,'.repeat(110_000)}"Name":2}\n`.repeat(8), ofHeader],
  'a line of escapes': [`{"Client ID":"${'\\u0041'.repeat(170_000)}"}\n`.repeat(8), ofHeader],
  'names that objects have already': [
    lineOf(['__proto__', 'constructor', 'toString', 'Client ID']) + one.repeat(1000),
    ofHeader,
  ],
  'the character 0 in names and cells': ['{"Client ID":"C1","Na\\u0000me":"a\\u0000b\\u0000c"}\n', read],
  'a line that does not end': [`{"Client ID":"${x(8_000_000)}`, long],
};

/** CSV, likewise. */
const ofCsv: Readonly<Record<string, readonly [string, RegExp]>> = {
  '16,000 columns, then short rows': [`${columns(16_000).join(',')}\n${'x\n'.repeat(4_000_000)}`, ofHeader],
  '16,000 columns, then empty rows': [`${columns(16_000).join(',')}\n${',\n'.repeat(4_000_000)}`, ofHeader],
  'twenty rows of 16,000 names': [`${columns(16_000).join(',')}\n`.repeat(20) + '1\n'.repeat(100_000), ofHeader],
  'rows with one cell': [`Client ID,Name\n${'x\n'.repeat(4_000_000)}`, rejected],
  'rows with two cells': [`Client ID,Name\n${'1,2\n'.repeat(900_000)}`, read],
  'rows of quotes': [`Client ID,Name\n${'""\n'.repeat(1_000_000)}`, read],
  'broken rows': [`Client ID,Name\n${'"x"y\n'.repeat(1_600_000)}`, rejected],
  'rows of separators': [`Client ID,Name\n${`${','.repeat(16_000)}\n`.repeat(500)}`, read],
  'a name of 200,000 characters': [`${x(200_000)},Name\n${'x,y\n'.repeat(1_000_000)}`, name],
  '10,000 names of 90 characters': [`${columns(10_000, 90).join(',')}\n${'x\n'.repeat(1_000_000)}`, names],
  'a cell that does not end': [`Client ID,Name\nC1,"${x(8_000_000)}`, longCell],
  'a cell of line ends that does not end': [`Client ID,Name\nC1,"${'\n'.repeat(8_000_000)}`, longCell],
  'a header that repeats a name': [`Client ID,${'Name,'.repeat(16_000)}\n${'x\n'.repeat(1_000_000)}`, ofHeader],
  'the headers of every preset': [
    `${headersOfPresets().join(',')}\n${`${headersOfPresets().fill('1').join(',')}\n`.repeat(2000)}`,
    ofHeader,
  ],
  'the headers of every preset, then short rows': [
    `${headersOfPresets().join(',')}\n${'1\n'.repeat(2_000_000)}`,
    ofHeader,
  ],
};

/** The headers that any preset knows: each of them tries to read the file. */
function headersOfPresets(): string[] {
  const words = [...presets.values()].flatMap((preset) => [...JSON.stringify(preset).matchAll(/"([^"]{2,60})"/g)]);
  return [...new Set(words.map(([, word = '']) => word.replaceAll(',', '')))].slice(0, 5000);
}

const shared = (value: string) => ({ 'xl/sharedStrings.xml': `<sst><si><t>${value}</t></si></sst>` });
const short = '<row><c><v>1</v></c></row>';
const wide = `<row r="1">${text('A1', 'Client ID')}${text('B1', 'Name')}${text('XFD1', 'x')}</row>`;

const ofWorkbooks: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  '16,384 columns, then short rows': [book(sheetOf(wide + short.repeat(1_000_000))), sparse],
  'rows with one cell at the end': [
    book(sheetOf(header + '<row><c r="XFD1"><v>1</v></c></row>'.repeat(100_000))),
    bytes,
  ],
  'a long text in a million cells': [
    book(sheetOf(header + '<row><c t="s"><v>0</v></c></row>'.repeat(1_000_000)), shared(x(250_000))),
    bytes,
  ],
  'a text in four million cells': [
    book(sheetOf(header + `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`.repeat(10_000)), shared(x(2000))),
    bytes,
  ],
  '200 wide sheets': [
    zipOf({
      'xl/workbook.xml': `<workbook><sheets>${times(200, (at) => `<sheet name="clients ${at}" r:id="r1"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheetOf(wide + short.repeat(10_000)),
    }),
    sheets,
  ],
  'a name of 200,000 characters': [
    book(sheetOf(`<row>${text('A1', x(200_000))}${text('B1', 'Name')}</row>${short.repeat(100_000)}`)),
    name,
  ],
};

const gz = (content: string) => gzipSync(content, { level: 9 });
/** A larger one in gzip would only be refused because of its size. */
const cut = (content: string) => content.slice(0, 4_000_000);

export const generated: readonly Generated[] = [
  ...Object.entries(ofLines).flatMap(([title, [content, answer]]): Generated[] => [
    [`JSON lines: ${title}`, 'clients.jsonl', cut(content), answer],
    [`JSON lines in gzip: ${title}`, 'clients.jsonl.gz', gz(cut(content)), answer],
  ]),
  ...Object.entries(ofCsv).flatMap(([title, [content, answer]]): Generated[] => [
    [`CSV: ${title}`, 'clients.csv', cut(content), answer],
    [`CSV in gzip: ${title}`, 'clients.csv.gz', gz(cut(content)), answer],
    [`CSV of no kind, in gzip: ${title}`, 'export.csv.gz', gz(cut(content)), unknown],
  ]),
  ...Object.entries(ofWorkbooks).flatMap(([title, [content, answer]]): Generated[] => [
    [`workbook: ${title}`, 'clients.xlsx', content, answer],
    [`workbook in gzip: ${title}`, 'clients.csv.gz', gzipSync(content), /is not (UTF-8|text)/],
  ]),
];
