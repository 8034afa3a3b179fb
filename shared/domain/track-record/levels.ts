import { type Day, dateOf } from '../dates.ts';
import { historyDays } from '../scoring/model.ts';
import { type Interval, middleOf, resampled, wilson } from './intervals.ts';
import type { Level } from './sources.ts';

// How many clients of each level left within 90 days, on each first of a month and over all of them.

const horizonDays = 90;
/** With fewer leavers a rate says nothing. */
const leastLeavers = 10;

/** How many clients had a level, and what became of them. One that stayed is no error: it may have been saved. */
interface LevelCounts {
  readonly level: Level;
  readonly clients: number;
  readonly left: number;
  /** Of those that left: with an inferred date. */
  readonly inferred: number;
  readonly stayed: number;
  readonly rate?: Rate;
  /** Times the rate of all levels together. */
  readonly multiple?: Rate;
}

/** Of rates in percent, with 95 % bounds. */
interface Rate extends Interval {
  readonly value: number;
}

export interface LevelTable {
  /** Over all months: a client counts in each of them. */
  readonly levels: readonly LevelCounts[];
  readonly months: readonly { readonly date: string; readonly levels: readonly LevelCounts[] }[];
}

/** A client at the firsts of months. */
export interface Course {
  /** The index of its level in each; undefined if it had none, or had left. */
  readonly levels: readonly (number | undefined)[];
  readonly left: Day | undefined;
  readonly inferred: boolean;
}

/** The firsts of months of the last year that have 90 days behind them, oldest first. */
export function firstsOfMonths(day: Day): Day[] {
  const days = Array.from({ length: historyDays - horizonDays }, (_, at) => day - historyDays + 1 + at);
  return days.filter((each) => dateOf(each).endsWith('-01'));
}

/** `courses` in a fixed order, because they are resampled. */
export function levelTable(levels: readonly Level[], firsts: readonly Day[], courses: readonly Course[]): LevelTable {
  const [total, months] = [emptySums(levels), firsts.map(() => emptySums(levels))];
  const kinds = new Map<string, Kind>();
  const ofClient: Kind[] = [];
  for (const course of courses) {
    const own = emptySums(levels);
    for (const [month, level] of course.levels.entries()) {
      if (level === undefined) continue;
      const hasLeft = course.left !== undefined && course.left <= (firsts[month] ?? 0) + horizonDays;
      for (const sums of [own, total, months[month] ?? total]) count(sums, level, hasLeft, course.inferred);
    }
    if (sumOf(own.clients) > 0) ofClient.push(kindOf(kinds, own));
  }
  const leavers = ofClient.filter(({ left }) => sumOf(left) > 0).length;
  const hasRates = leavers >= leastLeavers;
  const rates = hasRates ? ratesOf(total, [...kinds.values()], ofClient) : [];
  return {
    levels: countsOf(levels, total).map((counts, level) => ({ ...counts, ...rates[level] })),
    months: firsts.map((first, month) => {
      const counts = countsOf(levels, months[month] ?? total);
      return { date: dateOf(first), levels: hasRates ? counts.map(withWilson) : counts };
    }),
  };
}

/** Numbers by level: of clients, in each month, and of those among them that left. */
interface Sums {
  readonly clients: number[];
  readonly left: number[];
  readonly inferred: number[];
}

/** Clients with the same sums count alike. */
interface Kind extends Sums {
  readonly place: number;
}

function emptySums(levels: readonly Level[]): Sums {
  const zeros = () => levels.map(() => 0);
  return { clients: zeros(), left: zeros(), inferred: zeros() };
}

function count({ clients, left, inferred }: Sums, level: number, hasLeft: boolean, isInferred: boolean): void {
  clients[level] = (clients[level] ?? 0) + 1;
  if (hasLeft) left[level] = (left[level] ?? 0) + 1;
  if (hasLeft && isInferred) inferred[level] = (inferred[level] ?? 0) + 1;
}

function kindOf(kinds: Map<string, Kind>, own: Sums): Kind {
  const name = `${own.clients} ${own.left}`;
  const kind = kinds.get(name) ?? { ...own, place: kinds.size };
  kinds.set(name, kind);
  return kind;
}

function sumOf(list: readonly number[]): number {
  return list.reduce((sum, each) => sum + each, 0);
}

function countsOf(levels: readonly Level[], { clients, left, inferred }: Sums): LevelCounts[] {
  return levels.map((level, at) => {
    const [all = 0, gone = 0] = [clients[at], left[at]];
    return { level, clients: all, left: gone, inferred: inferred[at] ?? 0, stayed: all - gone };
  });
}

function withWilson(counts: LevelCounts): LevelCounts {
  if (counts.clients === 0) return counts;
  const rate = { value: counts.left / counts.clients, ...wilson(counts.left, counts.clients) };
  return { ...counts, rate: inPercent(rate) };
}

/** Of each level: the rate over all months and how many times the common rate that is, with resampled bounds. */
function ratesOf(total: Sums, kinds: readonly Kind[], ofClient: readonly Kind[]) {
  const places = ofClient.map(({ place }) => place);
  const drawn = resampled(places, kinds.length, (times) => figuresOf(drawnSums(total, kinds, times)));
  return figuresOf(total).map(({ rate, multiple }, level): Pick<LevelCounts, 'rate' | 'multiple'> => {
    const bounds = (name: 'rate' | 'multiple') => middleOf(drawn.flatMap((each) => each[level]?.[name] ?? []));
    const [ofRate, ofMultiple] = [bounds('rate'), bounds('multiple')];
    return {
      ...(rate !== undefined && ofRate && { rate: inPercent({ value: rate, ...ofRate }) }),
      ...(multiple !== undefined && ofMultiple && { multiple: rounded({ value: multiple, ...ofMultiple }) }),
    };
  });
}

function drawnSums(total: Sums, kinds: readonly Kind[], times: Uint32Array): Pick<Sums, 'clients' | 'left'> {
  const sum = (name: 'clients' | 'left') =>
    total[name].map((_, level) =>
      kinds.reduce((all, kind) => all + (kind[name][level] ?? 0) * (times[kind.place] ?? 0), 0),
    );
  return { clients: sum('clients'), left: sum('left') };
}

function figuresOf({ clients, left }: Pick<Sums, 'clients' | 'left'>) {
  const base = sumOf(left) / sumOf(clients);
  return clients.map((all, level) => {
    const rate = all > 0 ? (left[level] ?? 0) / all : undefined;
    return { rate, multiple: rate !== undefined && base > 0 ? rate / base : undefined };
  });
}

function inPercent({ value, low, high }: Rate): Rate {
  return rounded({ value: value * 100, low: low * 100, high: high * 100 });
}

function rounded({ value, low, high }: Rate): Rate {
  const tenth = (number: number) => Math.round(number * 10) / 10;
  return { value: tenth(value), low: tenth(low), high: tenth(high) };
}
