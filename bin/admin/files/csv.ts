import { open } from 'node:fs/promises';

// Streams CSV as programs export it: with a byte order mark, quoted cells that contain line ends and doubled quotes,
// rows that end with CRLF, LF or CR, and a separator found from the header row. A row that cannot be read without
// guessing has a problem.

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem?: string;
}

/** The rest of the file cannot be read. */
export class Unreadable extends Error {
  override name = 'Unreadable' as const;
  readonly line: number;

  constructor(message: string, line = 1) {
    super(message);
    this.line = line;
  }
}

const separators = [',', ';', '\t'] as const;
const longestHeader = 256 * 1024;
const longestCell = 256 * 1024;
const chunkBytes = 64 * 1024;

/** All rows of the file in batches, the header row first. `isColumn` helps to find the separator. */
export async function* rowsOf(
  file: string,
  isColumn: (header: string) => boolean,
  onBytes: (count: number) => void = () => undefined,
): AsyncGenerator<CsvRow[]> {
  let header = '';
  let parser: CsvParser | undefined;
  const begin = (text: string) => {
    parser = csvParser(separatorOf(text, isColumn));
    return parser.feed(header);
  };
  for await (const text of textOf(file, () => parser?.line() ?? 1, onBytes)) {
    if (parser) {
      yield parser.feed(text);
      continue;
    }
    header += text;
    const end = endOfFirstRow(header);
    if (end === undefined && header.length < longestHeader) continue;
    yield begin(header.slice(0, end));
  }
  if (!parser) yield begin(header);
  yield parser?.end() ?? [];
}

type Decoder = InstanceType<typeof TextDecoder>;

async function* textOf(file: string, line: () => number, onBytes: (count: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      const bytes = buffer.subarray(0, bytesRead);
      const text = decoded(decoder, bytes, line());
      if (text.includes('\0')) throw new Unreadable('is not text; save it as CSV UTF-8', line());
      onBytes(bytesRead);
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } finally {
    await handle.close();
  }
}

function decoded(decoder: Decoder, bytes: Uint8Array, line: number): string {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 });
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd');
    const at = line + (before.match(/\r\n|\n|\r/g)?.length ?? 0);
    throw new Unreadable('is not UTF-8; save it as CSV UTF-8', at);
  }
}

function endOfFirstRow(text: string): number | undefined {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) return at;
  }
  return undefined;
}

/** The separator that gives the most known columns, then the most columns. */
function separatorOf(header: string, isColumn: (header: string) => boolean): string {
  const tried = separators.map((separator) => {
    const parser = csvParser(separator);
    const [row] = [...parser.feed(header), ...parser.end()];
    const cells = row?.cells ?? [];
    return { separator, known: cells.filter(isColumn).length, count: cells.length };
  });
  const [best] = tried.sort((a, b) => b.known - a.known || b.count - a.count);
  return best?.separator ?? ',';
}

interface CsvParser {
  readonly feed: (text: string) => CsvRow[];
  readonly end: () => CsvRow[];
  /** The current line. */
  readonly line: () => number;
}

const [quote, cr, lf] = [34, 13, 10];

export function csvParser(separator: string): CsvParser {
  const between = separator.charCodeAt(0);
  let state: 'start' | 'plain' | 'quoted' | 'closed' | 'broken' = 'start';
  let cells: string[] = [];
  let cell = '';
  let problem: string | undefined;
  let line = 1;
  let rowLine = 1;
  let quoteLine = 1;
  let afterCr = false;
  let rows: CsvRow[] = [];

  const endCell = () => {
    cells.push(cell);
    cell = '';
    state = 'start';
  };
  const endRow = () => {
    endCell();
    if (problem !== undefined || cells.some((each) => each !== '')) {
      rows.push({ line: rowLine, cells, ...(problem !== undefined && { problem }) });
    }
    cells = [];
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
    if (cell.length > longestCell) {
      throw new Unreadable(`a cell of more than ${longestCell} characters; is a quote not closed?`, rowLine);
    }
    return rows;
  };

  const end = (): CsvRow[] => {
    rows = [];
    if (state === 'quoted') problem ??= `the quote opened on line ${quoteLine} is never closed`;
    if (state !== 'start' || cells.length > 0) endRow();
    return rows;
  };

  return { feed, end, line: () => line };
}
