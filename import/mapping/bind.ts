import { dateOf, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import { InvalidCell } from '../files/cells.ts';
import type { Format } from '../files/format.ts';
import { columnOf, kindOf, normalizedHeader } from '../files/kinds.ts';
import { hasType } from '../files/own-columns.ts';
import { quoted } from '../files/quoted.ts';
import type { CsvRow } from '../files/readers/csv.ts';
import type { BoundMapping, Mapping } from '../files/source.ts';
import { cellOf, type HeaderIndex, headerIndex, headersIn } from './columns.ts';
import { dateColumnsOf, hasDateColumns, isDateHeader } from './date-columns.ts';
import type { FileMapping, SignalRule } from './schema.ts';
import { type BoundRule, boundRule, openPartOf, signalIdOf } from './signals.ts';

/** How an import reads a file whose columns a mapping describes. */
export function mappingOf(file: FileMapping, feed: string): Mapping {
  const known = new Set(knownHeaders(file).map(normalizedHeader));
  return {
    isColumn: (header) =>
      known.has(normalizedHeader(header)) || (file.dateColumns !== undefined && isDateHeader(header)),
    lacks: (header, headers) => lacks(file, header, headers),
    bind: (headers, format) => (file.signals ? boundSignals : boundColumns)(file, headers, format),
    ...(file.signals?.some(({ polarity }) => openPartOf(polarity)) && {
      bindOpen: (headers, format) => boundOpenSignals(file, headers, format, feed),
    }),
  };
}

export function knownHeaders({ match, columns, signals = [] }: FileMapping): string[] {
  return [
    ...(match?.headers ?? []).flat(),
    ...(match?.without ?? []),
    ...Object.values(columns).flatMap(headersIn),
    ...signals.flatMap(headersOfRule),
  ];
}

/** True unless the file has the header, or another one in each place where the mapping could read it instead. */
function lacks(file: FileMapping, header: string, headers: readonly string[]): boolean {
  const index = headerIndex(headers);
  if (index.find(header) !== undefined) return false;
  const wanted = normalizedHeader(header);
  const places = placesOf(file).filter((choices) => choices.some((each) => normalizedHeader(each) === wanted));
  if (places.length === 0) return file.others === 'metadata';
  return places.some((choices) => index.find(choices) === undefined);
}

/** For each value that the mapping reads: the headers of which the first found is used. */
function placesOf({ columns, signals = [] }: FileMapping): (readonly string[])[] {
  return [
    ...Object.values(columns).flatMap((source) =>
      typeof source === 'object' && 'join' in source && !Array.isArray(source)
        ? source.join.map((each) => [each])
        : [headersIn(source)],
    ),
    ...signals.flatMap(choicesOfRule),
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
      const names = headersIn(source).join(' or ');
      problems.push(
        `the mapping reads ${target} from ${names}, which is missing; the headers are ${headers.join(', ')}`,
      );
    }
    return [];
  });
  return { problems, found };
}

function boundColumns(file: FileMapping, headers: readonly string[], format: Format): BoundMapping {
  const index = headerIndex(headers);
  const { problems, found } = resolved(file, index, headers, format);
  const { dateColumns } = file;
  const dated = dateColumns ? dateColumnsOf(dateColumns, headers, format) : [];
  const ofDates = dateColumns ? [dateColumns.date, dateColumns.value] : [];
  const used = new Set(
    [...Object.values(file.columns).flatMap(headersIn), ...dated.map(({ header }) => header)].map(normalizedHeader),
  );
  const others = headers
    .map((header, at) => ({ header: header.trim(), at }))
    .filter(({ header }) => header !== '' && !used.has(normalizedHeader(header)));
  const kept = file.others === 'metadata' ? others : [];
  const dropped = file.others === 'metadata' ? [] : others;
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

const plainHeaders = ['Signal ID', 'Date', 'Topic', 'Polarity', 'Weight'];

function boundSignals(file: FileMapping, headers: readonly string[], format: Format): BoundMapping {
  const index = headerIndex(headers);
  const { found } = resolved(file, index, headers, format);
  const hasMeasures = file.signals?.some(({ measure }) => measure !== undefined) ?? false;
  const hasPayments = file.signals?.some(({ paid }) => paid !== undefined) ?? false;
  const signalHeaders = [...plainHeaders, ...(hasMeasures ? ['Measure'] : []), ...(hasPayments ? ['Paid'] : [])];
  const columns = found.filter(({ target }) => !signalHeaders.includes(target));
  const read = (target: string) => found.find((each) => each.target === target)?.read;
  const bound = (file.signals ?? []).map((rule) => boundRule(rule, index, format, read('Date')));
  const rules = bound.filter((rule) => typeof rule !== 'string');
  const foundNames = new Set(rules.map(({ name }) => name));
  const missing = (file.signals ?? []).flatMap(({ name }, at) =>
    foundNames.has(name) ? [] : [`no signals "${name}": the file has no column ${bound[at]}`],
  );
  const id = read('Signal ID');
  const ofWeek = file.sums === 'week';
  const isUsed = headers.map((header) => usesOf(file, header) !== undefined);
  const columnOfCell = ({ cells }: CsvRow, message: string) => {
    const at = cells.findIndex(
      (cell, at) => isUsed[at] && cell.trim() !== '' && message.startsWith(quoted(cell.trim())),
    );
    return at < 0 ? '' : `, column "${headers[at]?.trim()}"`;
  };
  const ownHeaders = id || ofWeek ? signalHeaders : signalHeaders.slice(1);
  return {
    problems: rules.length > 0 ? [] : [`the file has the columns of no signal of the mapping. ${missing.join('; ')}`],
    notes: missing,
    headers: [...columns.map(({ target }) => target), ...ownHeaders],
    labels: [...columns.map(({ label }) => label), ...ownHeaders],
    made: ownHeaders,
    usedBy: (header) => usesOf(file, header),
    isNumber: (header) =>
      (file.signals ?? []).some(({ paid }) =>
        [paid?.amount ?? []].flat().some((each) => normalizedHeader(each) === normalizedHeader(header)),
      ),
    ...(id && { recordIdOf: (cells) => id(cells).trim() }),
    rowsOf: (row) => {
      const client = columns.map((column) => column.read(row.cells));
      const rows = new Map<string, CsvRow>();
      const isOpen = new Set<string>();
      for (const rule of rules) {
        // rules of the same name are alternatives
        if (rows.has(rule.name) || isOpen.has(rule.name)) continue;
        const signal = signalRow(rule, row, client, id?.(row.cells), columnOfCell, ownHeaders, ofWeek);
        if (signal === 'open') isOpen.add(rule.name);
        else if (signal) rows.set(rule.name, signal);
      }
      return [...rows.values()];
    },
  };
}

const plainOpenHeaders = ['Signal ID', 'Feed', 'Since', 'Topic', 'Steps', 'Weight'];

/** The rows that are not over, for the kind open-signals. What is wrong with a row is reported for its signals. */
function boundOpenSignals(file: FileMapping, headers: readonly string[], format: Format, feed: string): BoundMapping {
  const index = headerIndex(headers);
  const { found } = resolved(file, index, headers, format);
  const columns = found.filter(({ target }) => !plainHeaders.includes(target));
  const hasMeasures = file.signals?.some(({ measure }) => measure !== undefined) ?? false;
  const openHeaders = hasMeasures ? [...plainOpenHeaders, 'Measure'] : plainOpenHeaders;
  const read = (target: string) => found.find((each) => each.target === target)?.read;
  const rules = (file.signals ?? [])
    .map((rule) => boundRule(rule, index, format, read('Date')))
    .filter((rule) => typeof rule !== 'string');
  const recordIdOf = (cells: readonly string[]) => read('Signal ID')?.(cells).trim() ?? '';
  const openRules = rules.filter(({ readOpen }) => readOpen);
  return {
    problems: [],
    notes: [],
    headers: [...columns.map(({ target }) => target), ...openHeaders],
    labels: [...columns.map(({ label }) => label), ...openHeaders],
    made: openHeaders,
    recordIdOf,
    signalIdsOf: (cells) => {
      const id = recordIdOf(cells);
      return id === '' ? [] : [...new Set(openRules.map(({ name }) => signalIdOf(name, id)))];
    },
    rowsOf: (row) => {
      const client = columns.map((column) => column.read(row.cells));
      const id = recordIdOf(row.cells);
      const found = new Map<string, CsvRow | undefined>();
      for (const rule of id === '' ? [] : rules) {
        // rules of the same name are alternatives
        if (found.has(rule.name)) continue;
        try {
          if (rule.read(row.cells)) found.set(rule.name, undefined);
          const open = found.has(rule.name) ? undefined : rule.readOpen?.(row.cells);
          if (!open) continue;
          const cells = [
            ...client,
            signalIdOf(rule.name, id),
            feed,
            open.since,
            open.topic,
            open.steps,
            open.weight,
            open.measure,
          ];
          found.set(rule.name, { line: row.line, cells: cells.slice(0, columns.length + openHeaders.length) });
        } catch (error) {
          if (!(error instanceof InvalidCell)) throw error;
          return [];
        }
      }
      return [...found.values()].filter((each) => each !== undefined);
    },
  };
}

/** The columns and the signals that read a header. */
function usesOf({ columns, signals = [] }: FileMapping, header: string): string | undefined {
  const wanted = normalizedHeader(header);
  const isWanted = (each: string) => normalizedHeader(each) === wanted;
  const targets = Object.entries(columns).flatMap(([target, source]) =>
    headersIn(source).some(isWanted) ? [target] : [],
  );
  const names = signals.filter((rule) => headersOfRule(rule).some(isWanted));
  const uses = [...targets, ...(names.length > 0 ? [`signals ${names.map(({ name }) => name).join(', ')}`] : [])];
  return uses.length > 0 ? uses.join(', ') : undefined;
}

function headersOfRule(rule: SignalRule): string[] {
  return choicesOfRule(rule).flat();
}

/** For each value that the rule reads: the headers of which the first found is used. */
function choicesOfRule({ topic, polarity, weight, date = [], when = {}, paid }: SignalRule): string[][] {
  const measured =
    typeof polarity === 'number'
      ? []
      : 'from' in polarity
        ? [[polarity.from].flat()]
        : 'days' in polarity
          ? polarity.days.map((each) => [each])
          : 'hours' in polarity
            ? polarity.hours.map((each) => [each])
            : [[polarity.since].flat()];
  return [
    ...(typeof topic === 'string' ? [] : [[topic.from].flat()]),
    ...measured,
    ...(typeof weight === 'string' ? [[weight]] : typeof weight === 'object' ? [[weight.from].flat()] : []),
    ...Object.keys(openPartOf(polarity)?.unless ?? {}).map((each) => [each]),
    [date].flat(),
    [paid?.amount ?? []].flat(),
    [paid?.currency ?? []].flat(),
    ...Object.keys(when).map((each) => [each]),
  ].filter((choices) => choices.length > 0);
}

function signalRow(
  rule: BoundRule,
  row: CsvRow,
  client: readonly string[],
  id: string | undefined,
  columnOfCell: (row: CsvRow, message: string) => string,
  headers: readonly string[],
  ofWeek: boolean,
): CsvRow | 'open' | undefined {
  const { line, cells } = row;
  try {
    const signal = rule.read(cells);
    if (!signal) return rule.readOpen?.(cells) && 'open';
    const { topic, polarity, weight, measure, paid } = signal;
    const date = ofWeek ? dateOf(mondayOf(dayOf(signal.date))) : signal.date;
    const recordId = ofWeek ? date : (id ?? '').trim();
    const ownId = recordId === '' ? '' : signalIdOf(rule.name, recordId);
    const cellOfHeader: Readonly<Record<string, string>> = {
      'Signal ID': ownId,
      Date: date,
      Topic: topic,
      Polarity: polarity,
      Weight: weight,
      Measure: measure,
      Paid: paid,
    };
    return { line, cells: [...client, ...headers.map((header) => cellOfHeader[header] ?? '')] };
  } catch (error) {
    if (!(error instanceof InvalidCell)) throw error;
    return { line, cells: [], problem: `signal "${rule.name}"${columnOfCell(row, error.message)}: ${error.message}` };
  }
}
