import { Unclear } from '../files/cells.ts';
import type { Problem } from '../files/problems.ts';
import { type Row, readRows, type Source } from '../files/rows.ts';
import type { ClientIndex } from './client-index.ts';
import { type ImportEntry, rowName } from './facts.ts';

type Report = (problem: Problem) => void;

/** What the rows of a file are about, many at a time. The rows of one week of insights are one entry. */
export async function* entriesOf(
  source: Source,
  clients: ClientIndex,
  report: Report,
  onBytes?: (count: number) => void,
): AsyncGenerator<ImportEntry[]> {
  const { kind, name: file } = source;
  let open: { entry: ImportEntry; rows: Row[]; name: string } | undefined;
  const closed = ({ entry, rows }: NonNullable<typeof open>): ImportEntry => ({ ...entry, rows });

  for await (const rows of readRows(source, (problem) => report({ file, ...problem }), onBytes)) {
    const entries: ImportEntry[] = [];
    for (const row of rows) {
      const clientId = clientIdOfRow(source, row, clients, report);
      if (clientId === undefined) continue;
      const entry: ImportEntry = { kind, row, rows: [row], clientId };
      if (kind.name !== 'insights') {
        entries.push(entry);
        continue;
      }
      const name = rowName(entry);
      if (open?.name === name) {
        open.rows.push(row);
        continue;
      }
      if (open) entries.push(closed(open));
      open = { entry, rows: [row], name };
    }
    if (entries.length > 0) yield entries;
  }
  if (open) yield [closed(open)];
}

/** Empty for portfolios, which are nobody's; undefined when there is no such client. */
function clientIdOfRow(
  { kind, name: file }: Source,
  row: Row,
  clients: ClientIndex,
  report: Report,
): string | undefined {
  if (kind.name === 'portfolios') return '';
  try {
    return kind.name === 'clients' ? clients.named(row.given) : clients.referred(row.given);
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    const column = row.given.serviceId ? 'Service ID' : 'Client ID';
    report({ file, line: row.line, column, message: error.message });
    return undefined;
  }
}
