import { InvalidCell, quoted } from '../../shared/domain/cells/cells.ts';
import type { Format } from '../../shared/domain/cells/dates.ts';
import { kindOf } from '../../shared/table/entities/kinds.ts';
import { mondayFor } from '../../shared/table/entities/statement.ts';
import { columnOf, hasType, normalizedHeader, oneOfHeaders } from '../files/header.ts';
import type { BoundMapping, MappedRow, Mapping } from '../files/source.ts';
import { askedOf, cellOf, type HeaderIndex, headerIndex } from './columns.ts';
import { dateColumnsOf, hasDateColumns, isDateHeader } from './date-columns.ts';
import type { ColumnSource, FileMapping } from './schema.ts';
import { type BoundRule, boundRule, openPartOf, signalIdOf } from './signals.ts';

/** How an import reads a file whose columns a mapping describes. `all`: what the same file is read for. */
export function mappingOf(file: FileMapping, feed: string, all: readonly FileMapping[] = [file]): Mapping {
  const isRead = (header: string) => all.some((each) => usesOf(each, header) !== undefined);
  const isKnown = oneOfHeaders(knownHeaders(file));
  return {
    isColumn: (header) => isKnown(header) || (file.dateColumns !== undefined && isDateHeader(header)),
    lacks: (header, headers) => lacks(file, header, headers),
    hasOpen: file.signals?.some(({ polarity }) => openPartOf(polarity)) ?? false,
    bind: (headers, format) =>
      file.signals ? boundSignals(file, headers, format, feed) : boundColumns(file, headers, format, isRead),
  };
}

export function knownHeaders(file: FileMapping): string[] {
  const { headers = [], without = [] } = file.match ?? {};
  return [...headers.flat(), ...without, ...placesOf(file).flatMap((place) => place.headers)];
}

/** True unless the file has the header, or another one in each place where the mapping could read it instead. */
function lacks(file: FileMapping, header: string, headers: readonly string[]): boolean {
  const index = headerIndex(headers);
  if (index.find(header) !== undefined) return false;
  const places = placesOf(file).filter((place) => oneOfHeaders(place.headers)(header));
  if (places.length === 0) return file.others === 'metadata';
  return places.some((place) => index.find(place.headers) === undefined);
}

/** A value that the mapping reads, from the first of these headers that a file has. */
interface Place {
  readonly headers: readonly string[];
  readonly target?: string;
  /** The name of a rule of signals. */
  readonly rule?: string;
}

const askedHeaders = (source: ColumnSource) => askedOf((index) => cellOf(source, index, {}));

function placesOf({ columns, signals = [] }: FileMapping): Place[] {
  return [
    ...Object.entries(columns).flatMap(([target, source]) =>
      askedHeaders(source).map((headers) => ({ headers, target })),
    ),
    ...signals.flatMap((rule) => {
      const asked = askedOf((index) => boundRule(rule, index, {}, undefined));
      return asked.map((headers) => ({ headers, rule: rule.name }));
    }),
  ];
}

export function hasHeaders({ match, dateColumns }: FileMapping, headers: readonly string[]): boolean {
  if (dateColumns && !hasDateColumns(headers)) return false;
  const index = headerIndex(headers);
  const has = (header: string | readonly string[]) => index.find(header) !== undefined;
  return (match?.headers ?? []).every(has) && !(match?.without ?? []).some(has);
}

function resolved({ kind, columns }: FileMapping, index: HeaderIndex, headers: readonly string[], format: Format) {
  const problems: string[] = [];
  const found = Object.entries(columns).flatMap(([target, source]) => {
    const cell = cellOf(source, index, format);
    if (cell) return [{ target, ...cell }];
    const isRequired = columnOf(kindOf(kind), target)?.required;
    if (isRequired) {
      const names = askedHeaders(source).flat().join(' or ');
      problems.push(
        `the mapping reads ${target} from ${names}, which is missing; the headers are ${headers.join(', ')}`,
      );
    }
    return [];
  });
  return { problems, found };
}

function boundColumns(
  file: FileMapping,
  headers: readonly string[],
  format: Format,
  isRead: (header: string) => boolean,
): BoundMapping {
  const index = headerIndex(headers);
  const { problems, found } = resolved(file, index, headers, format);
  const { dateColumns } = file;
  const dated = dateColumns ? dateColumnsOf(dateColumns, headers, format) : [];
  const ofDates = dateColumns ? [dateColumns.date, dateColumns.value] : [];
  const read = placesOf(file).flatMap((place) => place.headers);
  const isUsed = oneOfHeaders([...read, ...dated.map(({ header }) => header)]);
  const others = headers
    .map((header, at) => ({ header: header.trim(), at }))
    .filter(({ header }) => header !== '' && !isUsed(header));
  const kept = file.others === 'metadata' ? others : [];
  const dropped = file.others === 'metadata' ? [] : others.filter(({ header }) => !isRead(header));
  return {
    problems,
    notes: dropped.length > 0 ? [`not imported: ${dropped.map(({ header }) => header).join(', ')}`] : [],
    headers: [
      ...found.map(({ target }) => target),
      ...kept.map(({ header }) => (hasType(header) ? header : `${header} (text)`)),
      ...ofDates,
    ],
    labels: [...found.map(({ label }) => label), ...kept.map(({ header }) => header), ...ofDates],
    ...(dateColumns && { usedBy: (header) => (isDateHeader(header) ? dateColumns.value : undefined) }),
    rowsOf: ({ line, cells }) => {
      const own = [...found.map(({ read }) => read(cells)), ...kept.map(({ at }) => cells[at] ?? '')];
      if (!dateColumns) return [{ line, cells: own }];
      return dated.flatMap(({ date, read }) => {
        const value = read(cells).trim();
        return value === '' ? [] : [{ line, cells: [...own, date, value] }];
      });
    },
  };
}

/** The columns whose values the rules of signals make. */
const madeHeaders = ['Signal ID', 'Date', 'Topic', 'Polarity', 'Weight'];

function boundSignals(file: FileMapping, headers: readonly string[], format: Format, feed: string): BoundMapping {
  const { signals = [], sums } = file;
  const index = headerIndex(headers);
  const { found } = resolved(file, index, headers, format);
  const columns = found.filter(({ target }) => !madeHeaders.includes(target));
  const read = (target: string) => found.find((each) => each.target === target)?.read;
  const bound = signals.map((rule) => boundRule(rule, index, format, read('Date')));
  const rules = bound.filter((rule) => typeof rule !== 'string');
  const foundNames = new Set(rules.map(({ name }) => name));
  const missing = signals.flatMap(({ name }, at) =>
    foundNames.has(name) ? [] : [`no signals "${name}": the file has no column ${bound[at]}`],
  );
  const id = read('Signal ID');
  const recordIdOf = (cells: readonly string[]) => id?.(cells).trim() ?? '';
  const openNames = [...new Set(rules.filter(({ readOpen }) => readOpen).map(({ name }) => name))];
  const idOf = (rule: string, recordId: string) => (recordId === '' ? null : signalIdOf(rule, recordId));
  const isUsed = headers.map((header) => usesOf(file, header) !== undefined);
  const columnOfCell = (cells: readonly string[], message: string) => {
    const at = cells.findIndex(
      (cell, at) => isUsed[at] && cell.trim() !== '' && message.startsWith(quoted(cell.trim())),
    );
    return at < 0 ? '' : `, column "${headers[at]?.trim()}"`;
  };
  /** Undefined if the row has nothing for the rule. */
  const stated = (rule: BoundRule, cells: readonly string[]): Pick<MappedRow, 'made' | 'isOpen'> | undefined => {
    const signal = rule.read(cells);
    const recordId = recordIdOf(cells);
    if (!signal) {
      const open = rule.readOpen?.(cells);
      return open && { made: { id: idOf(rule.name, recordId), feed, ...open }, isOpen: true };
    }
    // the rows of a week are one record
    if (sums) {
      const monday = mondayFor(signal.date);
      return { made: { id: idOf(rule.name, monday), ...signal, date: monday } };
    }
    return { made: id ? { id: idOf(rule.name, recordId), ...signal } : signal };
  };
  return {
    problems: rules.length > 0 ? [] : [`the file has the columns of no signal of the mapping. ${missing.join('; ')}`],
    notes: missing,
    headers: columns.map(({ target }) => target),
    labels: columns.map(({ label }) => label),
    made: madeHeaders,
    usedBy: (header) => usesOf(file, header),
    isNumber: (header) =>
      signals.some(({ paid }) =>
        [paid?.amount ?? []].flat().some((each) => normalizedHeader(each) === normalizedHeader(header)),
      ),
    recordIdOf,
    openIdsOf: (cells) => {
      const recordId = recordIdOf(cells);
      return recordId === '' ? [] : openNames.map((name) => signalIdOf(name, recordId));
    },
    endedIdsOf: (cells) => {
      const recordId = recordIdOf(cells);
      const ended = recordId === '' ? [] : rules.filter(({ hasEnded }) => hasEnded?.(cells));
      return ended.map(({ name }) => signalIdOf(name, recordId));
    },
    rowsOf: ({ line, cells }) => {
      const own = columns.map((column) => column.read(cells));
      const rows = new Map<string, MappedRow>();
      for (const rule of rules) {
        // rules of the same name are alternatives
        if (rows.has(rule.name)) continue;
        try {
          const found = stated(rule, cells);
          if (found) rows.set(rule.name, { line, cells: own, ...found });
        } catch (error) {
          if (!(error instanceof InvalidCell)) throw error;
          const problem = `signal "${rule.name}"${columnOfCell(cells, error.message)}: ${error.message}`;
          rows.set(rule.name, { line, cells: [], problem });
        }
      }
      // what is open has an id, so that it can end
      return [...rows.values()].filter(({ isOpen, made }) => !isOpen || made?.id != null);
    },
  };
}

/** The columns and the signals that read a header. */
function usesOf(file: FileMapping, header: string): string | undefined {
  const places = placesOf(file).filter((place) => oneOfHeaders(place.headers)(header));
  const names = new Set(places.flatMap(({ rule = [] }) => rule));
  const uses = [...new Set(places.flatMap(({ target = [] }) => target))];
  if (names.size > 0) uses.push(`signals ${[...names].join(', ')}`);
  return uses.length > 0 ? uses.join(', ') : undefined;
}
