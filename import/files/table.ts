import { type CsvRow, mostTitleRows } from './readers/csv.ts';
import { rawRows, type Source } from './source.ts';

export interface TablePart {
  readonly header: CsvRow;
  readonly rows: readonly CsvRow[];
}

/** The table in a file: without the title above its header and without the footer below its last row. */
export async function* tableOf(
  source: Pick<Source, 'path' | 'format' | 'isSheet'>,
  isColumn: (header: string) => boolean,
  onBytes?: (count: number) => void,
  onSkipped: (row: CsvRow) => void = () => undefined,
): AsyncGenerator<TablePart> {
  let header: CsvRow | undefined;
  // rows that are a footer if no other row follows
  let held: CsvRow[] = [];
  for await (const part of rawRows(source, isColumn, onBytes)) {
    const start = header ? 0 : headerIndex(part, isColumn);
    if (!header) for (const row of part.slice(0, start)) onSkipped(row);
    header ??= part[start];
    if (!header) continue;
    const rows: CsvRow[] = [];
    for (const row of part.slice(header === part[start] ? start + 1 : 0)) {
      if (isFooter(row, header)) held.push(row);
      else {
        rows.push(...held, row);
        held = [];
      }
    }
    yield { header, rows };
  }
  for (const row of held) onSkipped(row);
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
