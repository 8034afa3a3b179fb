// The fixed windows of the rate limit. The index of a window is part of its counter's name, so every window starts with
// a name that does not exist yet and no counter is ever reset.

const second = 1000;

/** Shortest first. */
export const windows = [
  { name: 'minute', letter: 'm', length: 60 * second, limit: 100 },
  { name: 'hour', letter: 'h', length: 3600 * second, limit: 5_000 },
  { name: 'day', letter: 'd', length: 86_400 * second, limit: 50_000 },
] as const;

type WindowLetter = (typeof windows)[number]['letter'];

/** Counters of a calendar month, which limit nothing: the requests that were counted, and those refused with 429. */
const monthLetters = ['M', 'R'] as const;

/** Request ids are stored in windows of ten seconds, one name for each. */
const idsLetter = 'r';
const idsLength = 10 * second;

// How long a name is kept after its window: a counter until no container with a slow clock can still count in it, ids
// until no retry of their requests can still arrive. Removing either too early would make the count wrong.
const counterLinger = 120 * second;
const idsLinger = 10 * second;

export type Names = Record<WindowLetter | (typeof monthLetters)[number] | typeof idsLetter, string>;

export function namesAt(now: number): Names {
  const [minute, hour, day] = windows;
  return {
    m: windowName(minute, now),
    h: windowName(hour, now),
    d: windowName(day, now),
    r: windowName({ letter: idsLetter, length: idsLength }, now),
    M: `M${monthOf(now)}`,
    R: `R${monthOf(now)}`,
  };
}

/** Such as 202611. */
function monthOf(now: number): number {
  const date = new Date(now);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

function windowName({ letter, length }: { letter: string; length: number }, now: number): string {
  return `${letter}${Math.floor(now / length)}`;
}

/** True when no request can be counted under this name any more. */
export function windowHasEnded(name: string, now: number): boolean {
  const letter = name.charAt(0);
  if (monthLetters.some((each) => each === letter)) return Number(name.slice(1)) < monthOf(now - counterLinger);
  const counter = windows.find((window) => window.letter === letter);
  const length = counter?.length ?? idsLength;
  const end = (Number(name.slice(1)) + 1) * length;
  return now >= end + (counter ? counterLinger : idsLinger);
}

/** The start of the newest minute window among the names. */
export function lastMinute(names: readonly string[]): number | undefined {
  const [minute] = windows;
  const indices = names.filter((name) => name.startsWith(minute.letter)).map((name) => Number(name.slice(1)));
  return indices.length > 0 ? Math.max(...indices) * minute.length : undefined;
}

/** True for a minute that was counted by a clock running minutes ahead of this one. */
export function isFarAhead(name: string, now: number): boolean {
  const [minute] = windows;
  return name.startsWith(minute.letter) && Number(name.slice(1)) > Math.floor(now / minute.length) + 2;
}

/** The rate limit as callers see it: the window with the fewest requests left. */
export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, as a Unix timestamp in seconds. */
  readonly reset: number;
}

export type Counts = Readonly<Record<string, unknown>>;

/** What is left in each window. */
export function ratesOf(counts: Counts, now: number): Rate[] {
  return windows.map((window) => rateIn(window, counts, now));
}

/** Of all windows, the one with the fewest requests left. */
export function bindingRate(rates: readonly Rate[]): Rate {
  // in a tie the longer window wins, because it resets later
  return rates.reduce((binding, rate) => (rate.remaining <= binding.remaining ? rate : binding));
}

/** The longest window that is full, if any. */
export function fullWindow(counts: Counts, now: number): Rate | undefined {
  return ratesOf(counts, now).findLast(({ remaining }) => remaining === 0);
}

/** The rate limit in responses without a valid key: none left until the end of the minute. */
export function noRate(now: number): Rate {
  const [minute] = windows;
  return { limit: minute.limit, remaining: 0, reset: endOf(minute.length, now) };
}

export function secondsUntil(reset: number, now: number): number {
  return Math.max(1, Math.ceil(reset - now / second));
}

function rateIn(window: (typeof windows)[number], counts: Counts, now: number): Rate {
  const used = countIn(counts, windowName(window, now));
  return { limit: window.limit, remaining: Math.max(0, window.limit - used), reset: endOf(window.length, now) };
}

function countIn(counts: Counts, name: string): number {
  const count = counts[name];
  return typeof count === 'number' ? count : 0;
}

/** What a holder sees of a key. Days and months are of UTC. */
export function usageOf(counts: Counts, now: number) {
  const { m, h, d, M, R } = namesAt(now);
  const [minute, hour, day, month, refused] = [m, h, d, M, R].map((name) => countIn(counts, name));
  return { minute, hour, day, month, refused } as Record<'minute' | 'hour' | 'day' | 'month' | 'refused', number>;
}

function endOf(length: number, now: number): number {
  return ((Math.floor(now / length) + 1) * length) / second;
}
