import { currency, day, number, numberBetween, time } from '../../shared/domain/cells/cells.ts';
import type { Format } from '../../shared/domain/cells/dates.ts';
import { openMeasures, stepsText } from '../../shared/domain/scoring/open-signals.ts';
import { signalIdOfRow } from '../../shared/domain/scoring/signal-row.ts';
import type { Row } from '../../shared/table/entities/entity.ts';
import { paidText } from '../../shared/table/entities/signal.ts';
import { recordIdFrom } from '../../shared/table/entities/statement.ts';
import { type CellOf, cellOf, type HeaderIndex, lowerCased } from './columns.ts';
import { type Measured, type Need, polarityReader } from './polarity.ts';
import type { Measure, SignalRule } from './schema.ts';

/** The signal that a rule finds in a row, by the fields of its kind. */
type RuleSignal = Row['given'] & { readonly date: string };

/** Counts from a day until today. */
interface OpenReader {
  readonly since: CellOf;
  readonly steps: string;
  readonly isOpen: (cells: readonly string[]) => boolean;
  readonly hasEnded: (cells: readonly string[]) => boolean;
}

/** How a rule counts what is not over; undefined if its signals do not depend on the day. */
export function openPartOf(polarity: Measure) {
  if (typeof polarity === 'number') return undefined;
  return 'since' in polarity ? polarity : 'open' in polarity ? polarity.open : undefined;
}

export interface BoundRule {
  readonly name: string;
  /** The open signal that a rule finds in a row. Throws `InvalidCell`. */
  readonly readOpen?: (cells: readonly string[]) => Row['given'] | undefined;
  /** Whether a row says that what an earlier file had open came to its end. */
  readonly hasEnded?: (cells: readonly string[]) => boolean;
  /** Undefined if the row has nothing for the rule. Throws `InvalidCell`. */
  readonly read: (cells: readonly string[]) => RuleSignal | undefined;
}

/** Binds a rule to the columns of a file, or returns the columns that are missing. */
export function boundRule(
  rule: SignalRule,
  index: HeaderIndex,
  format: Format,
  date: CellOf | undefined,
): BoundRule | string {
  const missing: string[] = [];
  const need = (headers: string | readonly string[]): CellOf => {
    const found = cellOf(typeof headers === 'string' ? headers : [...headers], index, format);
    if (!found) missing.push([headers].flat().join(' or '));
    const read = found?.read ?? (() => '');
    return (cells) => read(cells).trim();
  };
  const polarity = polarityReader(rule.polarity, need, format);
  const conditions = Object.entries(rule.when ?? {}).map(([header, values]) => ({
    read: need(header),
    fits: oneOf(values),
  }));
  const topic = topicReader(rule.topic, need);
  const topicOf = (cells: readonly string[]) =>
    conditions.every(({ read, fits }) => fits(read(cells))) ? topic(cells) : undefined;
  const weight = weightReader(rule.weight, need, format);
  const paid = paidReader(rule.paid, index, format);
  const open = openReader(rule.polarity, need, index, format);
  const dateOfRow = dateReader(rule, need, format, date);
  const isOpenOnly = typeof rule.polarity === 'object' && 'since' in rule.polarity;
  if (!dateOfRow && !isOpenOnly) missing.push('Date');
  if (missing.length > 0) return [...new Set(missing)].join(', ');
  return {
    name: rule.name,
    ...(open && {
      hasEnded: open.hasEnded,
      readOpen: (cells) => {
        const about = open.isOpen(cells) ? topicOf(cells) : undefined;
        const [since, heavy] = [open.since(cells), weight(cells)];
        if (about === undefined || since === '' || heavy === undefined) return undefined;
        const measure = rule.measure !== undefined && { measure: openMeasureOf(rule) };
        return { since: day.read(since, format), topic: about, steps: open.steps, weight: heavy, ...measure };
      },
    }),
    read: (cells) => {
      const about = topicOf(cells);
      const value = about === undefined ? undefined : polarity(cells);
      const on = value === undefined ? undefined : dateOfRow?.(cells, value);
      const heavy = value === undefined ? undefined : weight(cells);
      if (about === undefined || value === undefined || on === undefined || heavy === undefined) return undefined;
      return {
        date: on,
        topic: about,
        polarity: rounded(value.polarity),
        weight: heavy,
        ...(rule.measure !== undefined && { measured: measureText(rule.measure, value) }),
        ...(paid && { paid: paid(cells) }),
      };
    },
  };
}

/** The id of the signal that a rule makes of a record of another system: the same on every run. */
export function signalIdOf(rule: string, record: string): string {
  return signalIdOfRow({ rule, record }) ?? recordIdFrom('s', [rule, record]);
}

/** Whether a cell is one of the values, or begins with one that ends with `*`. */
function oneOf(values: readonly string[]): (cell: string) => boolean {
  const lower = values.map((value) => value.trim().toLowerCase());
  const beginnings = lower.filter((value) => value.endsWith('*')).map((value) => value.slice(0, -1));
  const whole = new Set(lower);
  return (cell) => {
    const text = cell.trim().toLowerCase();
    return whole.has(text) || beginnings.some((beginning) => text.startsWith(beginning));
  };
}

/** Undefined if the file has no column of dates; of a row whose cell is empty. */
function dateReader({ date, measure }: SignalRule, need: Need, format: Format, ofFile: CellOf | undefined) {
  if (typeof date !== 'object' || Array.isArray(date)) {
    const read = date === undefined ? ofFile : need(date);
    return read && ((cells: readonly string[]) => dayIn(read(cells), format));
  }
  const read = need(date.after);
  const { divide } = measureIn(measure);
  return (cells: readonly string[], { value = 0 }: Measured) => {
    const cell = read(cells);
    if (cell === '') return undefined;
    const start = Date.parse(String(time.read(cell, { ...format, zone: 'Z' })));
    return new Date(start + (value / divide) * 3_600_000).toISOString().slice(0, 10);
  };
}

function dayIn(cell: string, format: Format): string | undefined {
  return cell.trim() === '' ? undefined : String(day.read(cell.trim(), format));
}

function weightReader(
  weight: SignalRule['weight'],
  need: Need,
  format: Format,
): (cells: readonly string[]) => number | null | undefined {
  if (weight === undefined || typeof weight === 'number') return () => weight ?? null;
  const read = need(typeof weight === 'string' ? weight : weight.from);
  return (cells) => {
    const cell = read(cells);
    if (cell === '') return null;
    if (typeof weight === 'string') return Number(columnWeight.read(cell, format));
    const value = Math.min(weight.most, Number(number.read(cell, format)) / weight.divide);
    // what weighs nothing is no signal
    return value > 0 ? rounded(value) || 0.001 : undefined;
  };
}

const columnWeight = numberBetween(0, 1000);

/** A file without amounts, or a row without one, says nothing of what was paid. */
function paidReader(
  paid: SignalRule['paid'],
  index: HeaderIndex,
  format: Format,
): ((cells: readonly string[]) => string | null) | undefined {
  if (!paid) return undefined;
  const cellsOf = (headers: string | string[]) => cellOf(headers, index, format)?.read;
  const amount = cellsOf(paid.amount);
  const unit = paid.currency === undefined ? undefined : cellsOf(paid.currency);
  return (cells) => {
    const cell = amount?.(cells).trim() ?? '';
    if (cell === '') return null;
    const name = unit?.(cells).trim() ?? '';
    return paidText({
      amount: Number(number.read(cell, format)),
      ...(name !== '' && { currency: String(currency.read(name)) }),
    });
  };
}

function openReader(measure: Measure, need: Need, index: HeaderIndex, format: Format): OpenReader | undefined {
  const open = openPartOf(measure);
  if (!open || typeof measure === 'number') return undefined;
  const [from, to] =
    'since' in measure ? [measure.since] : 'days' in measure ? measure.days : 'hours' in measure ? measure.hours : [];
  if (from === undefined) return undefined;
  const since = need(from);
  const end = to === undefined ? undefined : need(to);
  const conditions = (given: Readonly<Record<string, readonly string[]>> = {}) =>
    Object.entries(given).flatMap(([header, values]) => {
      // a file without the column has no row with such a value
      const read = cellOf(header, index, format)?.read;
      const fits = oneOf(values);
      return read ? [(cells: readonly string[]) => fits(read(cells))] : [];
    });
  const excluded = conditions(open.unless);
  const ended = conditions('since' in measure ? measure.ended : undefined);
  const limits = open.steps.map(([most, value]) => ({ most, ...(value !== null && { polarity: value }) }));
  return {
    since,
    steps: stepsText([...limits, open.above === null ? {} : { polarity: open.above }]),
    isOpen: (cells) => (end === undefined || end(cells) === '') && !excluded.some((isSo) => isSo(cells)),
    hasEnded: (cells) => ended.some((isSo) => isSo(cells)),
  };
}

function topicReader(topic: SignalRule['topic'], need: Need): (cells: readonly string[]) => string | undefined {
  if (typeof topic === 'string') return () => topic;
  const read = need(topic.from);
  const values = lowerCased(topic.values);
  return (cells) => {
    const cell = read(cells).toLowerCase();
    return cell === '' ? undefined : (values.get(cell) ?? topic.otherwise);
  };
}

/** What is no number in the file, such as a rating in words, counts from 0 (worst) to 1. */
function measureText(measure: NonNullable<SignalRule['measure']>, { polarity, value }: Measured): string {
  const { name, divide } = measureIn(measure);
  const shown = value === undefined ? (polarity + 1) / 2 : value / divide;
  return `${name}=${Math.round(shown * 1000) / 1000}`;
}

function measureIn(measure: SignalRule['measure']) {
  return typeof measure === 'object' ? measure : { name: measure, divide: 1 };
}

/** Only some measures grow while something is open. */
function openMeasureOf({ measure }: SignalRule): string | null {
  return openMeasures.find((each) => each === measureIn(measure).name) ?? null;
}

function rounded(polarity: number): number {
  return Math.round(polarity * 1000) / 1000 + 0;
}
