import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRow, csvParser, csvRows } from '../../../import/files/readers/csv.ts';
import { csvRow, unguarded } from '../../../shared/domain/csv.ts';
import { holds } from '../../support/holds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function parsed(text: string, separator = ',', at: readonly number[] = []): CsvRow[] {
  const parser = csvParser(separator);
  const cuts = [0, ...at.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const parts = cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut));
  return [...parts.flatMap((part) => parser.feed(part)), ...parser.end()];
}

const cellsOf = (text: string, separator?: string) => parsed(text, separator).map(({ cells }) => cells);

describe('cells', () => {
  it.each<[what: string, text: string, ...rows: string[][]]>([
    ['are between separators', 'a,b\nc,d\n', ['a', 'b'], ['c', 'd']],
    ['may be empty', ',b,\n', ['', 'b', '']],
    ['keep their spaces', ' a , b', [' a ', ' b']],
    [
      'in quotes hold separators, line ends of every kind and doubled quotes',
      '"a,""b""","c\r\nd\re"\n',
      ['a,"b"', 'c\r\nd\re'],
    ],
    ['in quotes may be empty', '"",x\n', ['', 'x']],
    ['end with CRLF, LF or CR', 'a\r\nb\nc\rd', ['a'], ['b'], ['c'], ['d']],
  ])('%s', (_, text, ...rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  it('are read as written, wherever the chunks are split', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é', '😀', "'") });
    const row = fc.array(cell, { minLength: 2, maxLength: 4 }).filter((cells) => cells.some((each) => each !== ''));
    holds(
      fc.property(fc.array(row), fc.array(fc.nat(200)), (rows, cuts) => {
        const text = rows.map(csvRow).join('');
        const read = parsed(text, ',', cuts);

        expect(read.map(({ cells }) => cells.map(unguarded))).toEqual(rows);
        expect(read).toEqual(parsed(text));
      }),
    );
  });
});

describe('rows', () => {
  it('have the number of their first line', () => {
    const rows = parsed('a,b\r\n"1\r\n2\n3",x\r\n\r\ny,z\n');

    expect(rows.map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  it('of only separators are skipped', () => {
    expect(cellsOf('a,b\n,\n\n  ,\nc,d')).toEqual([
      ['a', 'b'],
      ['  ', ''],
      ['c', 'd'],
    ]);
  });

  it('after a row with a problem are read', () => {
    expect(parsed('a"b,c\nd,e').map(({ cells, problem }) => [cells, problem !== undefined])).toEqual([
      [[''], true],
      [['d', 'e'], false],
    ]);
  });
});

it('a cell has up to 256 KB', () => {
  expect(parsed('x'.repeat(256 * 1024))).toHaveLength(1);
  expect(() => parsed('x'.repeat(256 * 1024 + 1))).toThrow('262144');
});

describe('files', () => {
  const isColumn = (header: string) => ['ID', 'Name'].includes(header);
  const rows = async (content: string | Uint8Array, name = 'a.csv') => {
    const folder = temporaryFolder({ [name]: content });
    const all: CsvRow[] = [];
    for await (const part of csvRows(`${folder}/${name}`, { isColumn })) all.push(...part);
    return all.map(({ cells }) => cells);
  };

  it.each([
    ['a comma', 'ID,Name\n1,A\n'],
    ['a semicolon', 'ID;Name\r\n1;A'],
    ['a tab', 'ID\tName\n1\tA\n'],
    ['a byte order mark', '\ufeffID,Name\n1,A'],
    ['a header alone on an unfinished line', 'ID,Name'],
    ['UTF-16, little endian', Buffer.from('\ufeffID\tName\n1\tÄ', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\ufeffID\tName\n1\tÄ', 'utf16le').swap16()],
    ['a line that declares the separator', 'sep=;\nID;Name\n1;A,B'],
  ] as [string, string | Buffer][])('are read with %s', async (_, text) => {
    expect((await rows(text))[0]).toEqual(['ID', 'Name']);
  });

  it('have their separator detected by known columns, not by the most frequent character', async () => {
    expect((await rows('ID;Name;"A, b";c,d,e,f\n1;2;3;4'))[0]).toEqual(['ID', 'Name', 'A, b', 'c,d,e,f']);
  });

  it.each<[string, string[][]]>([
    [
      'sep=|\nID|A;B\n1|2',
      [
        ['ID', 'A;B'],
        ['1', '2'],
      ],
    ],
    ['SEP=\t\r\nID\ta,b\r\n', [['ID', 'a,b']]],
    // no declaration
    ['sep=:\nID;Name', [['sep=:'], ['ID', 'Name']]],
    ['sep=;x\nID,Name', [['sep=;x'], ['ID', 'Name']]],
    ['x,y\nsep=;\nID,Name', [['x', 'y'], ['sep=;'], ['ID', 'Name']]],
    // no known header: the separator of the most columns, else the comma
    ['a,b;c;d', [['a,b', 'c', 'd']]],
    ['a\tb', [['a', 'b']]],
    ['a;b,c;d,e', [['a;b', 'c;d', 'e']]],
    ['a', [['a']]],
    ['title,of,this\n\nID;x', [['title,of,this'], ['ID', 'x']]],
    ['', []],
  ])('%j is read as %j', async (text, expected) => {
    expect(await rows(text)).toEqual(expected);
  });

  it('have their header among the first 20 rows', async () => {
    const titled = (count: number) => `${'a,b,c,d\n'.repeat(count)}ID;Name`;
    expect((await rows(titled(19))).at(-1)).toEqual(['ID', 'Name']);
    expect((await rows(titled(20))).at(-1)).toEqual(['ID;Name']);
  });

  const withCell = (length: number) => `ID,Name\n0,"a\nb"\n1,${'x'.repeat(length)}\n`;

  it('with a longer cell are refused with the line of its row', async () => {
    await expect(rows(`sep=,\n${withCell(335_000)}`)).rejects.toMatchObject({
      name: 'Unreadable',
      line: 5,
      message: 'a cell of more than 262144 characters; is a quote not closed?',
    });
  });

  it('tell how many bytes are read, and on which line something is no text', async () => {
    const lines = `ID,Name\n${'1,Ä\r\n'.repeat(20_000)}`;
    let counted = 0;
    const read = async (content: Uint8Array) => {
      const folder = temporaryFolder({ 'a.csv': content });
      const onBytes = (count: number) => {
        counted += count;
      };
      const found: number[] = [];
      for await (const part of csvRows(`${folder}/a.csv`, { isColumn, onBytes }))
        found.push(...part.map(({ line }) => line));
      return found;
    };
    const bytes = Buffer.from(lines);
    expect(await read(bytes)).toEqual(Array.from({ length: 20_001 }, (_, at) => at + 1));
    expect(counted).toBe(bytes.length);
    await expect(read(Buffer.concat([bytes, Buffer.from([0x31, 0x2c, 0xff])]))).rejects.toMatchObject({ line: 20_002 });
  });

  it('larger than a chunk are read completely', async () => {
    const names = Array.from({ length: 6000 }, (_, at) => `${at},"Näme\n${at}"`);
    const text = `ID,Name\n${names.join('\n')}`;
    for (const all of [await rows(text), await rows(gzipSync(text), 'a.csv.gz')]) {
      expect([all.length, all[0], all.at(-1)]).toEqual([6001, ['ID', 'Name'], ['5999', 'Näme\n5999']]);
    }
  });

  it.each([
    ['of another encoding', Buffer.from('ID,Name\n1,A\n2,M\xfcller', 'latin1'), 3],
    ['with a cell that never ends', `ID,Name\n1,"${'x\n'.repeat(300_000)}`, 2],
  ])('%s are rejected with the line number', async (_, content, line) => {
    await expect(rows(content)).rejects.toMatchObject({ name: 'Unreadable', line });
  });
});
