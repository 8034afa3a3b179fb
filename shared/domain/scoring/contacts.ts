import { type Day, mondayOf } from '../dates.ts';
import { type Measure, measures } from './measures.ts';
import { silence } from './model.ts';
import type { Signal } from './signal.ts';

// Weeks in which a client had a ticket, work or a meeting, and the silence after them. A rhythm is one of the client,
// not of a system, and it is kept when a silence begins: what is gone for long does not become usual.

/** The Mondays of such weeks, oldest first. */
export type Contacts = readonly Day[];

/** Those before a day, from signals and from what was known before. Only whole weeks say that nothing came. */
export function contactsOf(signals: Iterable<Signal>, earlier: Contacts, runDay: Day): Day[] {
  const mondays = new Set(earlier.filter((monday) => monday < runDay));
  for (const signal of signals) {
    const day = contactDay(signal);
    if (day !== undefined && day < runDay) mondays.add(mondayOf(day));
  }
  const oldest = mondayOf(runDay) - silence.rememberedWeeks * 7;
  return [...mondays].filter((monday) => monday >= oldest).sort((a, b) => a - b);
}

/**
 * The day on which a client was heard of; undefined if a signal is no contact. A ticket that waits for its reply came on
 * the day on which it began to wait; nothing else that is open is a sign of life.
 */
export function contactDay({ day, measure, value = 0, isOpen }: Signal): Day | undefined {
  if (isOpen) return measure === 'reply-hours' ? day - Math.round(value / 24) : undefined;
  const { rhythm }: Partial<Measure> = measure === undefined ? {} : measures[measure];
  return rhythm?.(value) ? day : undefined;
}

export interface Silence {
  /** The Monday of the last week with a contact. */
  readonly since: Day;
  /** Days from one week with a contact to the next, as it was. */
  readonly interval: number;
  /** How many of these intervals passed without one. */
  readonly missed: number;
}

/** The silence that lasts until a day; undefined without one, or without any contact. */
export function silenceOf(contacts: Contacts, until: Day): Silence | undefined {
  const rhythm = contacts.slice(-silence.rhythmWeeks);
  const [first = until, since = until] = [rhythm[0], rhythm.at(-1)];
  if (rhythm.length === 0) return undefined;
  // one contact alone counts as one in a quarter
  const interval = rhythm.length > 1 ? (since - first) / (rhythm.length - 1) : 7 * silence.rhythmWeeks;
  const missed = (mondayOf(until) - since - 7) / interval;
  return missed > silence.fromIntervals ? { since, interval, missed } : undefined;
}
