import type { ClientIndex } from './check/client-index.ts';
import { InvalidCell } from './files/cells.ts';
import type { Entry, Row } from './files/kinds/kind.ts';
import { recordName } from './files/kinds.ts';
import type { Problem } from './files/problems.ts';
import { readRows } from './files/rows.ts';
import type { Source } from './files/source.ts';

type Report = (problem: Problem) => void;

/**
 * The entries of a file in batches: one for a row, or for the consecutive rows of a stream's week of insights. Of a time
 * sheet, those of a client's week are one, after the last row of the file.
 */
export async function* entriesOf(
  source: Source,
  clients: ClientIndex,
  report: Report,
  onBytes?: (count: number) => void,
  onSkipped: Report = () => undefined,
): AsyncGenerator<Entry[]> {
  const { kind, name: file } = source;
  let week: { readonly entry: Entry; readonly rows: Row[]; readonly name: string } | undefined;
  // of a time sheet
  const sums = new Map<string, Entry & { readonly rows: Row[] }>();
  const weekEntry = ({ entry, rows }: NonNullable<typeof week>): Entry => ({ ...entry, rows });

  const [onProblem, onSkip] = [oncePerRow(report), oncePerRow(onSkipped)];
  for await (const rows of readRows(source, (problem) => report({ file, kind: kind.name, ...problem }), onBytes)) {
    const entries: Entry[] = [];
    for (const row of rows) {
      const clientId = clientIdOfRow(source, row, clients, source.skipsUnknownClients ? onSkip : onProblem);
      if (clientId === undefined) continue;
      const entry = { kind, row, rows: [row], clientId };
      if (source.sumsWeeks) {
        const name = recordName(entry);
        const sum = sums.get(name);
        if (sum) sum.rows.push(row);
        else sums.set(name, entry);
        continue;
      }
      if (kind.name !== 'insights') {
        entries.push(entry);
        continue;
      }
      const name = recordName(entry);
      if (week?.name === name) {
        week.rows.push(row);
        continue;
      }
      if (week) entries.push(weekEntry(week));
      week = { entry, rows: [row], name };
    }
    if (entries.length > 0) yield entries;
  }
  if (week) yield [weekEntry(week)];
  if (sums.size > 0) yield [...sums.values()];
}

/** A mapping makes several records of a row; what is wrong with the row is reported once. */
function oncePerRow(report: Report): Report {
  let last = 0;
  return (problem) => {
    if (problem.line !== last) report(problem);
    last = problem.line;
  };
}

/** Empty for portfolios; undefined, and reported, if there is no such client. */
function clientIdOfRow(
  { kind, name: file }: Source,
  row: Row,
  clients: ClientIndex,
  report: Report,
): string | undefined {
  if (kind.name === 'portfolios') return '';
  try {
    return kind.name === 'clients' ? clients.idForRow(row.given) : clients.referredId(row.given);
  } catch (error) {
    if (!(error instanceof InvalidCell)) throw error;
    const { serviceId, externalId, clientName, clientEmail } = row.given;
    const byName = clientName == null && clientEmail != null ? 'clientEmail' : 'clientName';
    const isNamed = clientName !== undefined || clientEmail !== undefined;
    const field = serviceId ? 'serviceId' : isNamed && !externalId ? byName : 'externalId';
    const reference = kind.name === 'clients' ? {} : { reference: true as const };
    const about = { kind: kind.name, given: row.given, ...reference };
    report({ file, line: row.line, column: row.headers[field] ?? 'Client ID', message: error.message, ...about });
    return undefined;
  }
}
