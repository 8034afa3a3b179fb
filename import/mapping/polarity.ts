import { day, InvalidCell, number, quoted, time } from '../../shared/domain/cells/cells.ts';
import type { Format } from '../../shared/domain/cells/dates.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { type CellOf, lowerCased } from './columns.ts';
import type { Measure } from './schema.ts';

// How good what a row says is: of ratings, words, numbers, durations, and the time between two columns.

/** How to read the first of these columns that the file has. */
export type Need = (headers: string | readonly string[]) => CellOf;

/** A polarity, and the number that it follows from, if there is one. */
export interface Measured {
  readonly polarity: number;
  readonly value?: number;
}

export function polarityReader(
  measure: Measure,
  need: Need,
  format: Format,
): (cells: readonly string[]) => Measured | undefined {
  if (typeof measure === 'number') return () => ({ polarity: measure });
  if ('since' in measure) return () => undefined;
  if ('scale' in measure) return ratingReader(measure, need, format);
  if ('values' in measure) {
    const read = need(measure.from);
    const values = lowerCased(measure.values);
    return (cells) => {
      const cell = read(cells);
      if (cell === '') return undefined;
      const value = values.get(cell.toLowerCase());
      if (value !== undefined) return { polarity: value };
      throw new InvalidCell(
        `${quoted(cell)} is none of the values of the mapping: ${Object.keys(measure.values).join(', ')}`,
      );
    };
  }
  const read = numberReader(measure, need, format);
  return (cells) => {
    const value = read(cells);
    if (value === undefined) return undefined;
    return { polarity: measure.steps.find(([limit]) => value <= limit)?.[1] ?? measure.above, value };
  };
}

/** A number on a scale, or a rating in words. */
function ratingReader(
  { from, scale: [worst, best], values = {} }: Extract<Measure, { scale: unknown }>,
  need: Need,
  format: Format,
): (cells: readonly string[]) => Measured | undefined {
  const read = need(from);
  const words = lowerCased(values);
  return (cells) => {
    const cell = read(cells);
    if (cell === '') return undefined;
    const inWords = words.get(cell.toLowerCase());
    if (inWords !== undefined) return { polarity: inWords };
    const value = Number(number.read(cell, format));
    const isOnScale = value >= Math.min(worst, best) && value <= Math.max(worst, best);
    if (!isOnScale) throw new InvalidCell(`${quoted(value)} is not on the scale from ${worst} to ${best}`);
    return { polarity: ((value - worst) / (best - worst)) * 2 - 1 };
  };
}

const secondsIn = { days: 86_400, hours: 3600, minutes: 60 } as const;

/** The seconds of a duration like 01:16:47, 76:47:00, 1d 2h 16m 47s or 2h30m; undefined for other cells. */
function durationOf(cell: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = /^(\d+):([0-5]?\d)(?::([0-5]?\d)(?:\.\d+)?)?$/.exec(cell) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const part = /\s*(\d+)\s?([dhms])[a-z]*/iy;
  const text = cell.trim();
  let [total, last] = [0, -1];
  while (part.lastIndex < text.length) {
    const [, count = '', letter = ''] = part.exec(text) ?? [];
    const unit = units.findIndex((each) => each.letter === letter.toLowerCase());
    // each unit at most once, the larger ones first
    if (unit <= last) return undefined;
    total += Number(count) * (units[unit]?.seconds ?? 0);
    last = unit;
  }
  return last < 0 ? undefined : total;
}

const units = [
  { letter: 'd', seconds: 86_400 },
  { letter: 'h', seconds: 3600 },
  { letter: 'm', seconds: 60 },
  { letter: 's', seconds: 1 },
] as const;

const millisecondsPerHour = 3_600_000;

function numberReader(
  measure: Exclude<Extract<Measure, { steps: unknown }>, { since: unknown }>,
  need: Need,
  format: Format,
): (cells: readonly string[]) => number | undefined {
  if ('from' in measure) {
    const read = need(measure.from);
    const { durations } = measure;
    return (cells) => {
      const cell = read(cells);
      if (cell === '') return undefined;
      const seconds = durations && durationOf(cell);
      return seconds === undefined ? Number(number.read(cell, format)) : seconds / secondsIn[durations ?? 'hours'];
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
