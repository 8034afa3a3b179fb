import { dayOf } from '../../shared/domain/dates.ts';
import { day, InvalidCell, number, time } from '../files/cells.ts';
import type { Format } from '../files/format.ts';
import { recordIdFrom } from '../files/ids.ts';
import { type CellOf, cellOf, type HeaderIndex, lowerCased } from './columns.ts';
import type { Measure, SignalRule } from './schema.ts';

/** The signal that a rule finds in a row. */
interface RuleSignal {
  readonly topic: string;
  readonly polarity: string;
  readonly weight: string;
  readonly date: string;
}

export interface BoundRule {
  readonly name: string;
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
    const found = cellOf(typeof headers === 'string' ? headers : [...headers], index);
    if (!found) missing.push([headers].flat().join(' or '));
    const read = found?.read ?? (() => '');
    return (cells) => withoutDeclaredEmpty(read(cells), format);
  };
  const polarity = polarityReader(rule.polarity, need, format);
  const conditions = Object.entries(rule.when ?? {}).map(([header, values]) => ({
    read: need(header),
    values: new Set(values.map((value) => value.trim().toLowerCase())),
  }));
  const topic = topicReader(rule.topic, need);
  const weight = typeof rule.weight === 'string' ? need(rule.weight) : () => String(rule.weight ?? '');
  const dateCell = rule.date ? need(rule.date) : date;
  if (!dateCell) missing.push('Date');
  if (missing.length > 0) return missing.join(', ');
  return {
    name: rule.name,
    read: (cells) => {
      const matches = conditions.every(({ read, values }) => values.has(read(cells).toLowerCase()));
      const about = matches ? topic(cells) : undefined;
      const value = about === undefined ? undefined : polarity(cells);
      const on = dateCell?.(cells).trim() ?? '';
      if (about === undefined || value === undefined || on === '') return undefined;
      return {
        topic: about,
        polarity: number.write(rounded(value)),
        weight: weight(cells),
        date: String(day.read(on, format)),
      };
    },
  };
}

/** The id of the signal that a rule makes of a record of another system: the same on every run. */
export function signalIdOf(rule: string, recordId: string): string {
  return recordIdFrom('s', [rule, recordId]);
}

type Need = (headers: string | readonly string[]) => CellOf;

function topicReader(topic: SignalRule['topic'], need: Need): (cells: readonly string[]) => string | undefined {
  if (typeof topic === 'string') return () => topic;
  const read = need(topic.from);
  const values = lowerCased(topic.values);
  return (cells) => {
    const cell = read(cells).toLowerCase();
    return cell === '' ? undefined : (values.get(cell) ?? topic.otherwise);
  };
}

function polarityReader(
  measure: Measure,
  need: Need,
  format: Format,
): (cells: readonly string[]) => number | undefined {
  if (typeof measure === 'number') return () => measure;
  if ('scale' in measure) return ratingReader(measure, need, format);
  if ('values' in measure) {
    const read = need(measure.from);
    const values = lowerCased(measure.values);
    return (cells) => {
      const cell = read(cells);
      if (cell === '') return undefined;
      const value = values.get(cell.toLowerCase());
      if (value !== undefined) return value;
      throw new InvalidCell(
        `"${cell}" is none of the values of the mapping: ${Object.keys(measure.values).join(', ')}`,
      );
    };
  }
  const read = numberReader(measure, need, format);
  return (cells) => {
    const value = read(cells);
    return value === undefined ? undefined : (measure.steps.find(([limit]) => value <= limit)?.[1] ?? measure.above);
  };
}

/** A number on a scale, or a rating in words. */
function ratingReader(
  { from, scale: [worst, best], values = {} }: Extract<Measure, { scale: unknown }>,
  need: Need,
  format: Format,
): (cells: readonly string[]) => number | undefined {
  const read = need(from);
  const words = lowerCased(values);
  return (cells) => {
    const cell = read(cells);
    if (cell === '') return undefined;
    const inWords = words.get(cell.toLowerCase());
    if (inWords !== undefined) return inWords;
    const value = Number(number.read(cell, format));
    const isOnScale = value >= Math.min(worst, best) && value <= Math.max(worst, best);
    if (!isOnScale) throw new InvalidCell(`"${value}" is not on the scale from ${worst} to ${best}`);
    return ((value - worst) / (best - worst)) * 2 - 1;
  };
}

const millisecondsPerHour = 3_600_000;

function numberReader(
  measure: Extract<Measure, { steps: unknown }>,
  need: Need,
  format: Format,
): (cells: readonly string[]) => number | undefined {
  if ('from' in measure) {
    const read = need(measure.from);
    return (cells) => {
      const cell = read(cells);
      return cell === '' ? undefined : Number(number.read(cell, format));
    };
  }
  const [from, to] = ('days' in measure ? measure.days : measure.hours).map(need);
  // the difference of two times without zones is the same in every zone, except across a clock change
  const zoned = { zone: 'Z', ...format };
  return (cells) => {
    const [start, end] = [from?.(cells) ?? '', to?.(cells) ?? ''];
    if (start === '' || end === '') return undefined;
    if ('days' in measure) return dayOf(String(day.read(end, format))) - dayOf(String(day.read(start, format)));
    return (
      (Date.parse(String(time.read(end, zoned))) - Date.parse(String(time.read(start, zoned)))) / millisecondsPerHour
    );
  };
}

function withoutDeclaredEmpty(cell: string, { empty }: Format): string {
  const text = cell.trim();
  return empty?.includes(text.toLowerCase()) ? '' : text;
}

function rounded(polarity: number): number {
  return Math.round(polarity * 1000) / 1000 + 0;
}
