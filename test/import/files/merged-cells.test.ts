import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fillMerged, mergedCells, type ZipEntry } from '../../../import/files/readers/merged-cells.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// The cells of a workbook that are merged over rows. readers.test.ts reads whole workbooks.

/** The merged cells of an archive of these files, every second of which is not compressed. */
async function mergedIn(files: Readonly<Record<string, string>>) {
  const entries: ZipEntry[] = [];
  let archive = Buffer.from('before');
  for (const [name, text] of Object.entries(files)) {
    const isDeflated = entries.length % 2 === 0;
    const bytes = Buffer.from(text);
    const packed = isDeflated && text !== '' ? deflateRawSync(bytes) : bytes;
    // the directory does not say how long the name and the extra field in front of the file are
    const head = Buffer.alloc(30 + 300 + 7, 'x');
    head.writeUInt16LE(300, 26);
    head.writeUInt16LE(7, 28);
    entries.push({ name, offset: archive.length, packed: packed.length, unpacked: bytes.length, isDeflated });
    archive = Buffer.concat([archive, head, packed]);
  }
  const path = join(temporaryFolder(), 'a.zip');
  await writeFile(path, Buffer.concat([archive, Buffer.from('behind')]));
  const file = await open(path);
  try {
    return Object.fromEntries(await mergedCells(file, entries));
  } finally {
    await file.close();
  }
}

const relations = (...targets: string[]) =>
  `<Relationships><Relationship/>${targets.map((target, at) => `<Relationship Target="${target}" Type="t" Id="r${at}"/>`).join('')}</Relationships>`;
const workbook = (...names: string[]) =>
  `<workbook><sheets><sheet/>${names.map((name, at) => `<sheet sheetId="${9 - at}" name="${name}" r:id="r${at}"/>`).join('\n')}</sheets></workbook>`;
const sheet = (refs: readonly string[], data = '') =>
  `<worksheet><sheetData>${data}</sheetData><mergeCells count="1">${refs.map((ref) => `<mergeCell id="1" ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;

it('merged cells are those over several rows, of each sheet by its name', async () => {
  const odd = `a &<>"'&lt; b`;
  expect(
    await mergedIn({
      'xl/workbook.xml': workbook('one', 'a &amp;&lt;&gt;&quot;&apos;&amp;lt; b', 'flat', 'lost', 'empty'),
      'xl/_rels/workbook.xml.rels': relations(
        ...['worksheets/sheet1.xml', '/xl/sheet2.xml', 'xl/sheet3.xml', 'sheet9.xml', 'sheet4.xml'],
      ),
      'xl/worksheets/sheet1.xml': sheet(['A2:A4', 'B5:C5', 'C10:AA12']),
      'xl/sheet2.xml': sheet(['ABC1:ABC2']),
      'xl/sheet3.xml': sheet(['A2:C2']),
      'xl/sheet4.xml': '',
    }),
  ).toEqual({
    one: [
      { column: 0, from: 1, to: 3 },
      { column: 2, from: 9, to: 11 },
    ],
    [odd]: [{ column: 26 * 26 + 2 * 26 + 2, from: 0, to: 1 }],
  });
  expect(await mergedIn({})).toEqual({});
  expect(await mergedIn({ 'xl/workbook.xml': workbook('one') })).toEqual({});
});

it('merged cells are read after the rows, wherever the end of these is in a long sheet', async () => {
  const ignored = '<mergeCell ref="A1:A9"/>';
  const start = '<worksheet><sheetData>'.length + ignored.length;
  for (const length of [0, 16_384, 65_536]) {
    for (const before of [0, 5, 11, 12, 13]) {
      const data = `${ignored}${'x'.repeat(Math.max(0, length - start - before - ignored.length))}${ignored}`;
      const files = {
        'xl/workbook.xml': workbook('stored', 'packed'),
        'xl/_rels/workbook.xml.rels': relations('s1.xml', 's2.xml'),
        'xl/s2.xml': sheet(['B1:B2', 'C1:C3'], data),
        'xl/s1.xml': sheet(['B1:B2'], data),
      };
      const [two, three] = [
        { column: 1, from: 0, to: 1 },
        { column: 2, from: 0, to: 2 },
      ];
      expect(await mergedIn(files), `${length} ${before}`).toEqual({ stored: [two], packed: [two, three] });
    }
  }
  const unfinished = { 'xl/s1.xml': `<worksheet><sheetData>${ignored}` };
  expect(
    await mergedIn({
      'xl/workbook.xml': workbook('one'),
      'xl/_rels/workbook.xml.rels': relations('s1.xml'),
      ...unfinished,
    }),
  ).toEqual({});
});

it('merged cells are those of sheets whose names are cut while they are read', async () => {
  for (const name of ['', 'x'].map((start) => `${start}${'é'.repeat(10_000)}`)) {
    const book = { 'xl/workbook.xml': workbook(name), 'xl/_rels/workbook.xml.rels': relations('s1.xml') };
    expect(Object.keys(await mergedIn({ ...book, 'xl/s1.xml': sheet(['A1:A2']) }))).toEqual([name]);
  }
});

it('the value of merged cells is that of every row that they cover and that has none', () => {
  const rows: unknown[][] = [
    ['a', 1],
    [null, 2],
    [undefined, 3],
    [0, 4],
    [null, 5],
    [null, 6],
  ];
  fillMerged(rows, [
    { column: 0, from: 0, to: 4 },
    { column: 1, from: 5, to: 9 },
    { column: 0, from: 8, to: 9 },
  ]);
  expect(rows.map(([first]) => first)).toEqual(['a', 'a', 'a', 0, 'a', null]);
  expect(rows.map(([, second]) => second)).toEqual([1, 2, 3, 4, 5, 6]);
});
