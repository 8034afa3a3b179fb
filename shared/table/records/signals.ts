import { type Day, isoWeek, mondayOf } from '../../domain/dates.ts';
import { windowDays } from '../../domain/scoring/model.ts';
import type { Signal } from '../../domain/scoring/scoring.ts';
import { type Account, type ItemKey, signalsKey } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';

/** A signal that has a name, so that to store it twice is to store it once. */
export interface NamedSignal extends Signal {
  readonly id: string;
}

const keptDays = 400;

export function toSignalsKey(account: Account, clientId: string, day: Day): ItemKey {
  return signalsKey(account, clientId, isoWeek(day));
}

/**
 * The signals of a client in one ISO week as one text, a line each: a night reads hundreds of them, and one text costs
 * a tenth of the CPU that as many attributes do.
 */
export function mergedSignalsItem(
  account: Account,
  clientId: string,
  stored: Item | undefined,
  signals: readonly NamedSignal[],
): Item {
  const [day = 0] = signals.map((signal) => signal.day);
  // in the order in which they came, so that what is known already changes nothing
  const lines = new Map(stored ? linesIn(stored).map((line) => [line.slice(0, line.indexOf(' ')), line]) : []);
  for (const signal of signals) lines.set(signal.id, toLine(signal));
  // seconds; the whole week goes at once
  const ttl = (mondayOf(day) + 7 + keptDays) * 86_400;
  return { ...toSignalsKey(account, clientId, day), v: 1, clientId, signals: [...lines.values()].join('\n'), ttl };
}

export function fromSignalsItem(item: Item): Signal[] {
  return linesIn(item).map(fromLine);
}

/** With their names, as they came in. */
export function namedSignalsIn(item: Item): NamedSignal[] {
  return linesIn(item).map((line) => ({ id: line.slice(0, line.indexOf(' ')), ...fromLine(line) }));
}

/** The week that holds the oldest signal which a run of that day uses. */
export function firstWeekOf(runDay: Day): string {
  return isoWeek(runDay - windowDays);
}

function linesIn({ signals }: Item): string[] {
  return String(signals).split('\n');
}

function toLine({ id, day, topic, polarity, weight, stream }: NamedSignal): string {
  return [id, day, topic, polarity, weight, ...(stream === undefined ? [] : [stream])].join(' ');
}

/** Cut by hand: to split each of a client's hundreds of lines takes a night twice as long. */
function fromLine(line: string): Signal {
  const day = line.indexOf(' ') + 1;
  const topic = line.indexOf(' ', day) + 1;
  const polarity = line.indexOf(' ', topic) + 1;
  const weight = line.indexOf(' ', polarity) + 1;
  const stream = line.indexOf(' ', weight) + 1;
  const signal = {
    day: Number(line.slice(day, topic - 1)),
    topic: line.slice(topic, polarity - 1),
    polarity: Number(line.slice(polarity, weight - 1)),
    weight: Number(line.slice(weight, stream > 0 ? stream - 1 : line.length)),
  };
  return stream > 0 ? { ...signal, stream: line.slice(stream) } : signal;
}
