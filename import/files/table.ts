import { unguarded } from '../../shared/domain/csv.ts';
import { type CsvRow, mostTitleRows } from './readers/csv.ts';
import { Unreadable } from './readers/unreadable.ts';
import { rawRows, type Source } from './source.ts';

export interface TablePart {
  readonly header: CsvRow;
  readonly rows: readonly CsvRow[];
  /** The rows were rejected by an import: their last column says why, and is left out. */
  readonly isRepair: boolean;
}

/** The header of the column that says why a row was rejected; the second if the file has a column of that name. */
export const problemHeaders = ['Problem', 'Import Problem'] as const;

/** The table in a file: without the title above its header and without the footer below its last row. */
export async function* tableOf(
  source: Pick<Source, 'path' | 'format' | 'isSheet' | 'headerRows'>,
  isColumn: (header: string) => boolean,
  onBytes?: (count: number) => void,
  onSkipped: (row: CsvRow) => void = () => undefined,
): AsyncGenerator<TablePart> {
  let table: { readonly raw: CsvRow; readonly header: CsvRow; readonly isRepair: boolean } | undefined;
  // rows that are a footer if no other row follows
  let held: CsvRow[] = [];
  let headerRows = (source.headerRows ?? 1) - 1;
  for await (const part of rawRows(source, isColumn, onBytes)) {
    const start = table ? 0 : headerIndex(part, isColumn);
    if (!table && isWebPage(part)) throw new Unreadable('it is a web page, perhaps of a login; export the file again');
    if (!table) for (const row of part.slice(0, start)) onSkipped(row);
    const raw = table?.raw ?? part[start];
    if (!raw) continue;
    table ??= withoutProblem(raw, isColumn);
    const { header, isRepair } = table;
    // rejected rows come back without the other rows of headers
    if (isRepair) headerRows = 0;
    const rows: CsvRow[] = [];
    for (const each of part.slice(raw === part[start] ? start + 1 : 0)) {
      if (headerRows > 0) {
        headerRows -= 1;
        continue;
      }
      const row = isRepair ? unguardedRow(each.cells.length === raw.cells.length ? withoutLast(each) : each) : each;
      if (isFooter(row, header)) held.push(row);
      else {
        rows.push(...held, row);
        held = [];
      }
    }
    yield { header, rows, isRepair };
  }
  for (const row of held) onSkipped(row);
}

/** What a download of a system answers whose session has ended. */
function isWebPage([first]: readonly CsvRow[]): boolean {
  return /^\s*<(!doctype html|html|head)\b/i.test(first?.cells[0] ?? '');
}

function withoutProblem(raw: CsvRow, isColumn: (header: string) => boolean) {
  const last = raw.cells.at(-1)?.trim() ?? '';
  const isRepair = raw.problem === undefined && problemHeaders.some((each) => each === last) && !isColumn(last);
  return { raw, header: isRepair ? unguardedRow(withoutLast(raw)) : raw, isRepair };
}

/** Rejected rows are written with a guard against formulas. */
function unguardedRow(row: CsvRow): CsvRow {
  return { ...row, cells: row.cells.map(unguarded) };
}

function withoutLast(row: CsvRow): CsvRow {
  return { ...row, cells: row.cells.slice(0, -1) };
}

/** The row with the most known headers among the first; the first row if none has any. */
function headerIndex(rows: readonly CsvRow[], isColumn: (header: string) => boolean): number {
  const known = rows.slice(0, mostTitleRows).map(({ cells }) => cells.filter(isColumn).length);
  return Math.max(0, known.indexOf(Math.max(0, ...known)));
}

const footerWords =
  /^\W*(total|sum|summe|gesamt|count|exported|generated|report|confidential|copyright|source|\d+ (rows|records|items))\b/i;

function isFooter({ cells, problem }: CsvRow, header: CsvRow): boolean {
  if (problem !== undefined || header.cells.length < 3) return false;
  const isFilled = (cell: string) => cell.trim() !== '';
  const first = cells.find(isFilled);
  if (first === undefined) return false;
  if (/^\W*(total|sum|summe|gesamt)\W*$/i.test(first)) return true;
  const isOnly = cells.findIndex(isFilled) === cells.findLastIndex(isFilled);
  return isOnly && (cells.length === 1 || footerWords.test(first));
}
