import { type Day, isoWeek, mondayOf } from '../../domain/dates.ts';
import type { Payment } from '../../domain/lists/revenue.ts';
import type { MeasureName } from '../../domain/scoring/measures.ts';
import { habitDays, windowDays } from '../../domain/scoring/model.ts';
import type { Signal } from '../../domain/scoring/scoring.ts';
import { type Account, type ItemKey, signalsKey, signalsRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';

/** A signal with an id, so that storing it again changes nothing. */
export interface NamedSignal extends Signal {
  readonly id: string;
  /** What the client paid with it, such as an invoice. */
  readonly paid?: { readonly amount: number; readonly currency?: string };
}

const signalDays = 400;

export function toSignalsKey(account: Account, clientId: string, day: Day): ItemKey {
  return signalsKey(account, clientId, isoWeek(day));
}

/**
 * Stores the signals of a client in one ISO week as one text, a line each. A night reads hundreds of signals, and
 * decoding one text takes a tenth of the CPU that separate attributes take.
 */
export function mergedSignalsItem(
  account: Account,
  clientId: string,
  stored: Item | undefined,
  signals: readonly NamedSignal[],
): Item {
  const [day = 0] = signals.map((signal) => signal.day);
  // in order of arrival, so that storing known signals again leaves the item unchanged
  const lines = new Map(stored ? linesIn(stored).map((line) => [line.slice(0, line.indexOf(' ')), line]) : []);
  for (const signal of signals) lines.set(signal.id, toLine(signal));
  // in seconds; all signals of a week expire together
  const ttl = (mondayOf(day) + 7 + signalDays) * 86_400;
  return {
    ...toSignalsKey(account, clientId, day),
    v: itemVersion,
    clientId,
    signals: [...lines.values()].join('\n'),
    ttl,
  };
}

export function fromSignalsItem(item: Item): Signal[] {
  return linesIn(item).map(fromLine);
}

/** The signals with their ids, in order of arrival. */
export function namedSignalsIn(item: Item): NamedSignal[] {
  return linesIn(item).map((line) => {
    const paid = paidIn(line);
    return { id: line.slice(0, line.indexOf(' ')), ...fromLine(line), ...(paid && { paid }) };
  });
}

/** Whether the client paid something with a signal of the week. */
export function hasPayments({ signals }: Item): boolean {
  return String(signals).includes(payment);
}

export async function paymentsOfClient(table: Table, account: Account, clientId: string): Promise<Payment[]> {
  const weeks = await readRange(table, signalsRange(account, clientId, ''), { consistent: true });
  return weeks.filter(hasPayments).flatMap((week) =>
    linesIn(week).flatMap((line) => {
      const paid = paidIn(line);
      return paid ? [{ ...paid, day: fromLine(line).day }] : [];
    }),
  );
}

/** The week of the oldest signal that a run for that day uses: habits of clients go back further than polarities. */
export function firstWeekOf(runDay: Day, usesHabits = false): string {
  return isoWeek(runDay - (usesHabits ? habitDays : windowDays));
}

function linesIn(item: Item): string[] {
  checkVersion(item);
  return String(item.signals).split('\n');
}

/** No id, number or topic has it. */
const payment = '$';

/** A measure and its value follow the polarity, `0.5@reply-hours:3.2`; a payment the weight, `1$1200.5EUR`. */
function toLine({ id, day, topic, polarity, weight, stream, measure, value, paid }: NamedSignal): string {
  const measured = measure === undefined ? '' : `@${measure}:${value}`;
  const money = paid === undefined ? '' : `${payment}${paid.amount}${encodeURIComponent(paid.currency ?? '')}`;
  const line = `${id} ${day} ${topic} ${polarity}${measured} ${weight}${money}`;
  return stream === undefined ? line : `${line} ${stream}`;
}

/** Parses by index: `split` on hundreds of lines per client would double the CPU time of a night. */
function fromLine(line: string): Signal {
  const day = line.indexOf(' ') + 1;
  const topic = line.indexOf(' ', day) + 1;
  const polarity = line.indexOf(' ', topic) + 1;
  const weight = line.indexOf(' ', polarity) + 1;
  const stream = line.indexOf(' ', weight) + 1;
  const measure = line.indexOf('@', polarity) + 1;
  const paid = line.indexOf(payment, weight) + 1;
  const signal: Signal = {
    day: Number(line.slice(day, topic - 1)),
    topic: line.slice(topic, polarity - 1),
    polarity: Number(line.slice(polarity, (measure > 0 ? measure : weight) - 1)),
    weight: Number(line.slice(weight, paid > 0 ? paid - 1 : stream > 0 ? stream - 1 : line.length)),
  };
  if (stream > 0) signal.stream = line.slice(stream);
  if (measure > 0) {
    const value = line.indexOf(':', measure) + 1;
    signal.measure = line.slice(measure, value - 1) as MeasureName;
    signal.value = Number(line.slice(value, weight - 1));
  }
  return signal;
}

function paidIn(line: string): NamedSignal['paid'] {
  // most signals have none, and a night reads hundreds of a client
  if (!line.includes(payment)) return undefined;
  const [, amount, currency] = /\$(-?[\d.]+)(\S*)/.exec(line) ?? [];
  if (amount === undefined) return undefined;
  return { amount: Number(amount), ...(currency && { currency: decodeURIComponent(currency) }) };
}
