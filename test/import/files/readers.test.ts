import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { bytesOf } from '../../../import/files/readers/bytes.ts';
import { actualEncoding, textOf } from '../../../import/files/readers/encoding.ts';
import { sheetRows, sheetsOf } from '../../../import/files/readers/xlsx.ts';
import { rawRows } from '../../../import/files/table.ts';
import { randomOf } from '../../support/random.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workbookOf, zipOf } from '../../support/xlsx.ts';

// From the bytes of a file to text and cells.

describe('bytes', () => {
  const read = async (name: string, content: Uint8Array | string, most?: number) => {
    const path = join(temporaryFolder({ [name]: content }), name);
    let [text, counted] = ['', 0];
    for await (const chunk of bytesOf(
      path,
      (count) => {
        counted += count;
      },
      most,
    ))
      text += chunk.toString();
    return { text, counted };
  };
  const long = 'x'.repeat(200_000);

  it('are those of the file', async () => {
    expect(await read('a.csv', long)).toEqual({ text: long, counted: 200_000 });
    expect(await read('b.csv', '')).toEqual({ text: '', counted: 0 });
    expect(await read('c.csv', ` PK\x03\x04`)).toEqual({ text: ' PK\x03\x04', counted: 5 });
    const zipLater = `${'x'.repeat(65_536)}PK\x03\x04`;
    expect((await read('d.csv', zipLater)).text).toBe(zipLater);
  });

  it('are unpacked, up to a limit, and counted as the archive has them', async () => {
    const packed = gzipSync(long);

    expect(await read('a.csv.GZ', packed, 200_000)).toEqual({ text: long, counted: packed.length });
    await expect(read('a.csv.gz', packed, 199_999)).rejects.toMatchObject({
      name: 'Unreadable',
      message: 'is larger than 199999 bytes when decompressed; split it',
    });
  });

  it('of other archives are refused', async () => {
    await expect(read('a.csv', Buffer.from('PK\x03\x04abc', 'latin1'))).rejects.toMatchObject({
      message: 'is a zip archive; unpack it, or let its name end with .xlsx if it is a workbook',
      line: 1,
    });
    const half = gzipSync(long).subarray(0, 50);
    for (const broken of [half, Buffer.from('no archive')]) {
      await expect(read('a.csv.gz', broken)).rejects.toMatchObject({
        name: 'Unreadable',
        message: 'is not a complete gzip archive',
      });
    }
  });

  it('that cannot be read are no fault of the file', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a.csv.gz'));
    for (const name of ['none.csv', 'none.csv.gz', 'a.csv.gz']) {
      const reading = async () => {
        for await (const _ of bytesOf(join(folder, name))) expect.fail('nothing can be read');
      };
      await expect(reading()).rejects.toMatchObject({ code: expect.stringMatching(/^E(NOENT|ISDIR)$/) });
    }
  });
});

describe('text', () => {
  async function* chunks(...parts: Buffer[]) {
    yield* parts;
  }
  const text = async (encoding: 'utf-8' | 'windows-1252' | undefined, ...parts: Buffer[]) => {
    let all = '';
    for await (const part of textOf(chunks(...parts), { encoding }, () => 7)) {
      expect(part).not.toBe('');
      all += part;
    }
    return all;
  };
  const utf = (value: string) => Buffer.from(value, 'utf8');
  const latin = (value: string) => Buffer.from(value, 'latin1');
  const wide = (value: string) => Buffer.from(value, 'utf16le');

  it('is decoded by its mark, else as declared, else as UTF-8, wherever it is cut', async () => {
    expect(await text(undefined, utf('Mü'))).toBe('Mü');
    expect(await text(undefined, utf('Mü').subarray(0, 2), utf('Mü').subarray(2))).toBe('Mü');
    expect(await text(undefined, utf('ü').subarray(0, 1), utf('ü').subarray(1))).toBe('ü');
    expect(await text('windows-1252', latin('M\xfc\x80'))).toBe('Mü€');
    expect(await text('windows-1252', utf('\ufeffMü'))).toBe('Mü');
    expect(await text('windows-1252', wide('\ufeffMü'))).toBe('Mü');
    expect(await text(undefined, wide('\ufeffMü').swap16())).toBe('Mü');
    expect(await text('windows-1252', latin('\xff\xfd'))).toBe('ÿý');
    expect(await text(undefined)).toBe('');
  });

  it('that is none is refused, with its line', async () => {
    const refused = (parts: Buffer[], encoding?: 'windows-1252') => expect(text(encoding, ...parts)).rejects;
    const advice = 'save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252';
    await refused([latin('a\r\nb\nc\r\xfc\nd')]).toMatchObject({
      name: 'Unreadable',
      message: `is not UTF-8; ${advice}`,
      line: 10,
    });
    await refused([latin('\xfc\n')]).toMatchObject({ line: 7 });
    await refused([utf('Mü').subarray(0, 2)]).toMatchObject({ message: `is not UTF-8; ${advice}`, line: 7 });
    await refused([wide('\ufeffa'), Buffer.from([0x41])]).toMatchObject({
      message: expect.stringContaining('is not UTF-16LE'),
    });
    await refused([utf('a\0b')]).toMatchObject({ message: 'is not text; save it as CSV UTF-8', line: 7 });
  });

  it('is UTF-8 if it can be, although Windows-1252 is declared', async () => {
    const actual = (declared: 'utf-8' | 'windows-1252' | undefined, ...parts: Buffer[]) =>
      actualEncoding(chunks(...parts), declared);

    expect(await actual('windows-1252', utf('Mü').subarray(0, 2), utf('Mü').subarray(2))).toBe('utf-8');
    expect(await actual('windows-1252', latin('M\xfc'))).toBe('windows-1252');
    expect(await actual('windows-1252', utf('Mü').subarray(0, 2))).toBe('windows-1252');
    expect(await actual('windows-1252', wide('\ufeffMü'))).toBe('utf-8');
    expect(await actual('windows-1252', utf('a'), wide('\ufeffMü'))).toBe('windows-1252');
    expect(await actual('utf-8', latin('M\xfc'))).toBe('utf-8');
    expect(await actual(undefined, latin('M\xfc'))).toBe(undefined);
    expect(await actual(undefined, utf('Mü'))).toBe(undefined);
    async function* broken(): AsyncGenerator<Buffer> {
      yield* [];
      throw new Error('lost');
    }
    await expect(actualEncoding(broken(), 'windows-1252')).rejects.toThrow('lost');
  });
});

const entryMark = Buffer.from('PK\x01\x02', 'latin1');

/** The archive with an extra field and a comment in each entry of its directory, and a comment at its end. */
function withComments(archive: Buffer): Buffer {
  const end = Buffer.from(archive.subarray(-22));
  const from = end.readUInt32LE(16);
  const entries: Buffer[] = [];
  for (let at = from; at < archive.length - 22; ) {
    const next = at + 46 + archive.readUInt16LE(at + 28);
    const entry = Buffer.from(archive.subarray(at, next));
    entry.writeUInt16LE(4, 30);
    entry.writeUInt16LE(5, 32);
    entries.push(entry, Buffer.from([1, 0, 0, 0]), Buffer.from('notes'));
    at = next;
  }
  const directory = Buffer.concat(entries);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt16LE(3, 20);
  return Buffer.concat([archive.subarray(0, from), directory, end, Buffer.from('end')]);
}

describe('a workbook', () => {
  const sheets = async (content: Uint8Array) => {
    const folder = temporaryFolder({ 'a.xlsx': content });
    const scratch = temporaryFolder();
    const found: Record<string, string[]> = {};
    for (const { name, path, width } of await sheetsOf(join(folder, 'a.xlsx'), scratch)) {
      const rows: string[] = [];
      for await (const part of sheetRows(path, width, () => undefined))
        rows.push(...part.map(({ line, cells }) => [line, ...cells].join('|')));
      found[name] = rows;
    }
    return { found, files: readdirSync(scratch) };
  };

  it('has sheets with cells as texts, whose numbers nobody reads in two ways', async () => {
    const date = new Date('2026-11-18T00:00:00Z');
    const book = workbookOf({
      'A & "B"': [
        ['text', 1.234, -2, 5.5, date, new Date('2026-11-18T14:05:00Z')],
        [null, null, null, null, null, null],
        ['', 'b', 1e21, 0, true, false],
      ],
      empty: [],
      last: [['x']],
    });

    expect(await sheets(book)).toEqual({
      found: {
        'A & "B"': ['1|text|1.2340|-2|5.5|2026-11-18|2026-11-18T14:05:00.000', '3||b|1e+21|0|true|false'],
        last: ['1|x'],
      },
      files: ['0.jsonl', '1.jsonl', '2.jsonl'],
    });
  });

  it('has the value of merged cells in every row that they cover, unless another is there', async () => {
    const rows = [
      ['Client', 'Item'],
      ['One', 'a'],
      ['', 'b'],
      ['', 'c'],
      ['', 'd'],
      ['x', 'e'],
    ];
    const book = workbookOf(
      { first: rows, second: rows, 'x&"y"': rows },
      { first: ['A2:A4'], second: ['B2:C2'], 'x&"y"': ['A5:A6'] },
    );

    const all = (...names: string[]) =>
      names.map((name, at) => `${at + 1}|${name}|${['Item', 'a', 'b', 'c', 'd', 'e'][at]}`);
    expect((await sheets(book)).found).toEqual({
      first: all('Client', 'One', 'One', 'One', '', 'x'),
      second: all('Client', 'One', '', '', '', 'x'),
      'x&"y"': all('Client', 'One', '', '', '', 'x'),
    });
  });

  it('has merged cells in columns beyond Z', async () => {
    const wide = Array.from({ length: 28 }, (_, at) => `h${at}`);
    const book = workbookOf({ wide: [wide, [...wide.slice(0, 27).map(() => 'x'), 'v'], ['y']] }, { wide: ['AB2:AB3'] });

    expect(
      (await sheets(book)).found.wide
        ?.at(-1)
        ?.split('|')
        .filter((cell) => cell !== ''),
    ).toEqual(['3', 'y', 'v']);
  });

  it('is read whatever else its archive has, up to a size', async () => {
    const random = randomOf(5);
    const text = Array.from({ length: 11_000 }, () => random().toString(36).slice(2)).join('');
    const rows = [
      ['Client', 'Item'],
      ['One', text],
      ['', 'b'],
    ];
    // longer than what is read of its end
    const book = workbookOf({ S: rows }, { S: ['A2:A3'] });
    const expected = { S: ['1|Client|Item', `2|One|${text}`, '3|One|b'] };
    expect((await sheets(withComments(book))).found).toEqual(expected);

    const sizes = (copy: Buffer) => {
      const found: number[] = [];
      for (let at = copy.indexOf(entryMark); at >= 0; at = copy.indexOf(entryMark, at + 1)) found.push(at + 24);
      return found;
    };
    const claiming = async (total: number) => {
      const copy = Buffer.from(book);
      const [first = 0, ...others] = sizes(copy);
      const rest = others.reduce((sum, at) => sum + copy.readUInt32LE(at), 0);
      copy.writeUInt32LE(total - rest, first);
      return sheets(copy).then(
        () => 'read',
        (error: Error) => error.message,
      );
    };
    expect(await claiming(512 * 2 ** 20)).not.toContain('larger');
    expect(await claiming(512 * 2 ** 20 + 1)).toBe('is larger than 536870912 bytes when decompressed; use CSV');
  });

  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const link = (type: string, to: string) =>
    `<Relationships><Relationship Id="r1" Type="${office}/${type}" Target="${to}"/></Relationships>`;
  const cell = (place: string, text = place) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  /** A sheet in which A1 is merged with A2. */
  const sheetWith = (text: string) =>
    `<worksheet ${main}><sheetData><row r="1">${cell('A1')}${cell('B1', text)}</row><row r="2">${cell('B2')}</row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>`;
  const bookWith = (target: string, text: string) =>
    zipOf({
      '_rels/.rels': link('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': link('worksheet', target),
      [`xl/${target.replace('/xl/', '')}`]: sheetWith(text),
    });

  it('shows numbers with the zeros of their format, as ids have them', async () => {
    const row = [42, 123_456, -7, 1.5].map((value, at) => `<c r="${'ABCD'[at]}1" s="1"><v>${value}</v></c>`).join('');
    const book = zipOf({
      'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': link('worksheet', 's1.xml'),
      'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      'xl/s1.xml': `<worksheet ${main}><sheetData><row r="1">${row}</row></sheetData></worksheet>`,
    });

    expect((await sheets(book)).found).toEqual({ S: ['1|00042|123456|-7|001.5'] });
  });

  it.each(['s1.xml', 'worksheets/s1.xml', '/xl/worksheets/s1.xml'])(
    'has merged cells of a sheet whose target is %s',
    async (target) => {
      expect((await sheets(bookWith(target, 'x'))).found).toEqual({ S: ['1|A1|x', '2|A1|B2'] });
    },
  );

  it('has merged cells wherever their file is cut while it is unpacked', async () => {
    const end = sheetWith('').indexOf('</sheetData>');
    for (const cut of [-1, 1, 6, 11, 12]) {
      const text = 'x'.repeat(16_384 - cut - end);
      expect((await sheets(bookWith('s.xml', text))).found, `${cut}`).toEqual({ S: [`1|A1|${text}`, '2|A1|B2'] });
    }
  });

  it('that is none is refused', async () => {
    const book = workbookOf({ S: [['a']] });
    const damaged = Buffer.from(book);
    damaged.fill(0xff, book.indexOf('xl/workbook.xml') + 'xl/workbook.xml'.length, book.indexOf('xl/_rels'));
    const cause = 'is not a readable .xlsx workbook; save it again, or save its sheets as CSV UTF-8';
    for (const [content, message] of [
      [Buffer.from('text'), 'is not an .xlsx workbook'],
      [Buffer.from(''), 'is not an .xlsx workbook'],
      [zipOf({ 'a.txt': 'x' }), cause],
      [zipOf({}), cause],
      [damaged, cause],
      [book.subarray(0, -1), 'is not an .xlsx workbook'],
    ] as const) {
      await expect(sheets(content)).rejects.toMatchObject({
        name: 'Unreadable',
        message,
      });
    }
  });

  it('has rows in batches, and its bytes are counted', async () => {
    const rows = Array.from({ length: 1001 }, (_, at) => [`${at}`, 'ä']);
    const path = join(temporaryFolder(), 'a.jsonl');
    const text = `${rows.map((row, at) => JSON.stringify([at + 1, ...row])).join('\n')}\n`;
    writeFileSync(path, text);
    let bytes = 0;
    const batches: unknown[] = [];
    for await (const part of rawRows(
      { path, format: {}, sheetWidth: 2 },
      () => true,
      (count) => {
        bytes += count;
      },
    ))
      batches.push([part.length, part[0]?.line]);

    const expected = [
      [1000, 1],
      [1, 1001],
    ];
    expect({ batches, bytes }).toEqual({ batches: expected, bytes: Buffer.byteLength(text) });
  });
});

it('files are closed, also by a reader that ends early', async () => {
  const long = 'x'.repeat(200_000);
  const rows = Array.from({ length: 1000 }, () => ['x'.repeat(200)]);
  const files = { 'a.csv': long, 'a.csv.gz': gzipSync(long, { level: 0 }), 'a.xlsx': workbookOf({ S: rows }) };
  const folder = temporaryFolder(files);
  const [sheet] = await sheetsOf(join(folder, 'a.xlsx'), folder);
  const readers: AsyncGenerator<unknown>[] = [
    sheetRows(sheet?.path ?? '', 1, () => undefined),
    ...['a.csv', 'a.csv.gz'].map((name) => bytesOf(join(folder, name))),
  ];
  for (const reader of readers) await reader.next().then(() => reader.return(undefined));

  const open = () =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.startsWith(folder));
      } catch {
        return [];
      }
    });
  await vi.waitFor(() => expect(open()).toEqual([]));
});
