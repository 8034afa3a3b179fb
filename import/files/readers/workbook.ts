import { join } from 'node:path';
import { checkCell } from './bounds.ts';
import { type CellContext, type NumberStyle, TextCollector, unescaped, writeSheet } from './sheet.ts';
import { Unreadable } from './unreadable.ts';
import { attributeOf, readXml } from './xml.ts';
import { damaged, openArchive, type ZipArchive } from './zip.ts';

export interface Sheet {
  readonly name: string;
  /** A file of JSON lines. */
  readonly path: string;
  /** The cells of its longest row. */
  readonly width: number;
}

/** The most bytes of a workbook's files, decompressed: about a million rows of ten cells. */
const mostBytes = 512 * 2 ** 20;
/** The most bytes of the rows of all sheets: cells can repeat a text that the workbook has once. */
const mostWritten = 256 * 2 ** 20;
const mostSheets = 200;
/** Of all sheets together, of which each is a file. */
const mostColumns = 65_536;
/** Of the files that describe a workbook. */
const mostDescription = 16 * 2 ** 20;
/** Texts that cells share are kept in memory. */
const mostShared = 48 * 2 ** 20;
const mostStyles = 65_536;

/** Writes each sheet of a workbook that has rows to a file in the folder. */
export async function writeSheets(path: string, folder: string): Promise<Sheet[]> {
  const archive = await openArchive(path, mostBytes);
  try {
    const { names, firstDay } = await sheetNames(archive);
    const targets = await relations(archive);
    if (names.length === 0) throw new Unreadable(damaged, 1, new Error('no sheets'));
    const context: CellContext = {
      strings: await sharedStrings(archive),
      styles: await numberStyles(archive),
      firstDay,
    };
    const written: Sheet[] = [];
    let [left, columns] = [mostWritten, 0];
    const take = (bytes: number) => {
      left -= bytes;
      if (left < 0) throw new Unreadable(`has more than ${mostWritten} bytes in its cells; use CSV`);
    };
    for (const [at, { name, relation }] of names.entries()) {
      const target = join(folder, `${at}.jsonl`);
      const width = await writeSheet(archive.text(targets.get(relation) ?? ''), context, target, take);
      columns += width;
      if (columns > mostColumns) throw new Unreadable(`has more than ${mostColumns} columns in its sheets`);
      if (width > 0) written.push({ name, path: target, width });
    }
    return written;
  } finally {
    await archive.close();
  }
}

async function sheetNames(archive: ZipArchive) {
  const names: { readonly name: string; readonly relation: string }[] = [];
  let firstDay = -25_569;
  await eachElement(archive.text('xl/workbook.xml', mostDescription), (element, tag) => {
    // the other calendar of Excel, which begins in 1904
    if (element === 'workbookPr' && /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? '')) firstDay = -24_107;
    if (element !== 'sheet') return;
    names.push({ name: attributeOf(tag, 'name') ?? '', relation: relationOf(tag) });
    if (names.length > mostSheets) throw new Unreadable(`has more than ${mostSheets} sheets`);
  });
  return { names, firstDay };
}

/** The prefix of the namespace of relations is up to the program that wrote the file. */
function relationOf(tag: string): string {
  const [, name = 'r:id'] = /\s(\w{1,20}:id)\s?=/.exec(tag) ?? [];
  return attributeOf(tag, name) ?? '';
}

/** The files of the sheets by the ids that the workbook uses. */
async function relations(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await eachElement(archive.text('xl/_rels/workbook.xml.rels', mostDescription), (element, tag) => {
    if (element !== 'Relationship') return;
    const target = attributeOf(tag, 'Target') ?? '';
    targets.set(attributeOf(tag, 'Id') ?? '', target.replace(/^\/?(xl\/)?/, 'xl/'));
  });
  return targets;
}

async function sharedStrings(archive: ZipArchive): Promise<string[]> {
  const strings: string[] = [];
  const texts = new TextCollector();
  let whole = '';
  let length = 0;
  await readXml(archive.text('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') whole = '';
      else if (name === 't') texts.begin();
      // phonetic hints are no part of the text
      else if (name === 'rPh') texts.isPaused = true;
    },
    text: (text) => texts.add(text),
    close(name) {
      if (name === 't') {
        whole += texts.end() ?? '';
        checkCell(whole.length);
      } else if (name === 'rPh') texts.isPaused = false;
      else if (name === 'si') {
        strings.push(unescaped(whole));
        // an entry takes memory of its own, however short it is
        length += whole.length + 16;
        if (length > mostShared) throw new Unreadable('has too many different texts; use CSV');
      }
    },
  });
  return strings;
}

async function numberStyles(archive: ZipArchive): Promise<NumberStyle[]> {
  const formats = new Map<number, NumberStyle>();
  const styles: NumberStyle[] = [];
  let isInStyles = false;
  await eachElement(
    archive.text('xl/styles.xml', mostDescription),
    (name, tag) => {
      if (name === 'cellXfs') isInStyles = true;
      const format = Number(attributeOf(tag, 'numFmtId'));
      if (name === 'numFmt') formats.set(format, styleOf(attributeOf(tag, 'formatCode') ?? ''));
      if (name === 'xf' && isInStyles) styles.push(formats.get(format) ?? builtInStyle(format));
      if (styles.length + formats.size > mostStyles) throw new Unreadable(damaged);
    },
    (name) => {
      if (name === 'cellXfs') isInStyles = false;
    },
  );
  return styles;
}

/** The numbers of Excel's own formats of dates and times, in all languages. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

function builtInStyle(format: number): NumberStyle {
  return builtInDates.some(([from, to]) => format >= from && format <= to) ? 'date' : { digits: 1 };
}

/** With the format 00000, the client 42 of another file is 00042 here. */
function styleOf(format: string): NumberStyle {
  if (isDateFormat(format)) return 'date';
  return { digits: /^0{1,64}$/.test(format) ? format.length : 1 };
}

/** A format is one of a date if it has a letter for day, month, year, hour or second outside of quoted text. */
function isDateFormat(format: string): boolean {
  const plain = format.slice(0, 300).replaceAll(/\\.|"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, ' ');
  return /[dmyhs]/i.test(plain) && !/general/i.test(plain);
}

async function eachElement(
  pieces: AsyncIterable<string>,
  open: (name: string, tag: string) => void,
  close: (name: string) => void = () => undefined,
): Promise<void> {
  await readXml(pieces, { open, text: () => undefined, close });
}
