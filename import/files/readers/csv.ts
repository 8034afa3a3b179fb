import type { Format } from '../../../shared/domain/cells/dates.ts';
import { checkCell, checkColumns, checkRow } from './bounds.ts';
import { bytesOf } from './bytes.ts';
import { textOf } from './encoding.ts';

// Streams CSV as programs export it: with a byte order mark, quoted cells that contain line ends and doubled quotes,
// rows that end with CRLF, LF or CR, and a separator found from the header row. A row that cannot be read without
// guessing is reported as a problem.

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem?: string;
}

const separators = [',', ';', '\t'] as const;
/** How many characters at the beginning of a file are searched for the separator and the header row. */
const sampleLength = 16 * 1024;
/** Reports of CRM systems have a title above the header row. */
export const mostTitleRows = 20;

export interface CsvOptions extends Format {
  /** True for known headers; used to find the separator. */
  readonly isColumn: (header: string) => boolean;
  /** Counts the bytes of the file as they are read. */
  readonly onBytes?: (count: number) => void;
}

/** All rows of the file in batches; the first batch has the header row. */
export async function* csvRows(file: string, options: CsvOptions): AsyncGenerator<CsvRow[]> {
  let sample = '';
  let parser: CsvParser | undefined;
  const begin = () => {
    const declared = /^sep=([,;\t|])\r?\n/i.exec(sample)?.[1];
    parser = csvParser(declared ?? separatorOf(sample, options.isColumn));
    return parser.feed(sample).slice(declared ? 1 : 0);
  };
  for await (const text of textOf(bytesOf(file, options.onBytes), options, () => parser?.line() ?? 1)) {
    if (parser) {
      yield parser.feed(text);
      continue;
    }
    sample += text;
    if (sample.length >= sampleLength) yield begin();
  }
  if (!parser) yield begin();
  yield parser?.end() ?? [];
}

/** The separator that gives one of the first rows the most known columns, then the most columns. */
function separatorOf(sample: string, isColumn: (header: string) => boolean): string {
  const tried = separators.map((separator) => {
    const rows = csvParser(separator).sample(sample).slice(0, mostTitleRows);
    const known = Math.max(0, ...rows.map(({ cells }) => cells.filter(isColumn).length));
    return { separator, known, count: Math.max(0, ...rows.map(({ cells }) => cells.length)) };
  });
  const [best] = tried.sort((a, b) => b.known - a.known || b.count - a.count);
  return best?.separator ?? ',';
}

interface CsvParser {
  readonly feed: (text: string) => CsvRow[];
  readonly end: () => CsvRow[];
  /** The rows of a text that may end within a row. */
  readonly sample: (text: string) => CsvRow[];
  /** The current line. */
  readonly line: () => number;
}

const [quote, cr, lf] = [34, 13, 10];

export function csvParser(separator: string): CsvParser {
  const between = separator.charCodeAt(0);
  let state: 'start' | 'plain' | 'quoted' | 'closed' | 'broken' = 'start';
  let cells: string[] = [];
  let cell = '';
  let rowLength = 0;
  let problem: string | undefined;
  let line = 1;
  let rowLine = 1;
  let quoteLine = 1;
  let afterCr = false;
  let rows: CsvRow[] = [];

  const endCell = () => {
    rowLength += cell.length + 1;
    checkRow(rowLength, rowLine);
    cells.push(cell);
    checkColumns(cells.length, rowLine);
    cell = '';
    state = 'start';
  };
  const endRow = () => {
    endCell();
    if (problem !== undefined || cells.some((each) => each !== '')) {
      rows.push({ line: rowLine, cells, ...(problem !== undefined && { problem }) });
    }
    cells = [];
    rowLength = 0;
    problem = undefined;
    rowLine = line;
  };
  const breakRow = (why: string) => {
    problem ??= why;
    state = 'broken';
  };

  const feed = (text: string): CsvRow[] => {
    rows = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const follows = afterCr;
      afterCr = code === cr;
      if (state === 'quoted') {
        if (code === quote) {
          cell += text.slice(from, at);
          state = 'closed';
        } else if (code === cr || (code === lf && !follows)) line += 1;
        continue;
      }
      if (code === lf && follows) {
        from = at + 1;
        continue;
      }
      if (code === cr || code === lf) {
        if (state === 'plain') cell += text.slice(from, at);
        line += 1;
        endRow();
      } else if (state === 'broken') {
        continue;
      } else if (code === between) {
        if (state === 'plain') cell += text.slice(from, at);
        endCell();
      } else if (code === quote) {
        if (state === 'plain') {
          breakRow('a quote inside a cell; put the whole cell in quotes and double those inside');
          continue;
        }
        // the first quote opens the cell; one after a closing quote is a doubled quote
        if (state === 'closed') cell += '"';
        else quoteLine = line;
        state = 'quoted';
      } else if (state === 'closed') {
        breakRow('text after the closing quote of a cell; double the quotes that are part of the text');
        continue;
      } else if (state === 'start') {
        state = 'plain';
        from = at;
        continue;
      } else continue;
      from = at + 1;
    }
    if (state === 'plain' || state === 'quoted') cell += text.slice(from);
    checkCell(cell.length, rowLine, '; is a quote not closed?');
    return rows;
  };

  const end = (): CsvRow[] => {
    rows = [];
    if (state === 'quoted') problem ??= `the quote opened on line ${quoteLine} is never closed`;
    if (state !== 'start' || cells.length > 0) endRow();
    return rows;
  };

  return { feed, end, sample: (text) => [...feed(text), ...end()], line: () => line };
}
