import { type Day, isoWeek, mondayOf } from '../domain/dates.ts';
import { windowDays } from '../domain/model.ts';
import type { Signal } from '../domain/scoring.ts';
import { type Account, type Key, signalsKey } from './keys.ts';
import type { Item } from './read.ts';

/** A signal that has a name, so that to store it twice is to store it once. */
export interface NamedSignal extends Signal {
  readonly id: string;
}

const keptDays = 400;

export function toSignalsKey(account: Account, clientId: string, day: Day): Key {
  return signalsKey(account, clientId, isoWeek(day));
}

/**
 * The signals of a client in one ISO week, each a short text: a night reads thousands of them, and a text costs a
 * fifth of the CPU that a list of five attributes does.
 */
export function mergedSignalsItem(
  account: Account,
  clientId: string,
  stored: Item | undefined,
  signals: readonly NamedSignal[],
): Item {
  const [day = 0] = signals.map((signal) => signal.day);
  const texts = Object.fromEntries(signals.map((signal) => [signal.id, toText(signal)]));
  // seconds; the whole week goes at once
  const ttl = (mondayOf(day) + 7 + keptDays) * 86_400;
  const merged = { ...(stored?.signals as Record<string, string> | undefined), ...texts };
  return { ...toSignalsKey(account, clientId, day), v: 1, clientId, signals: merged, ttl };
}

export function fromSignalsItem({ signals }: Item): Signal[] {
  return Object.values(signals as Record<string, string>).map(fromText);
}

/** The week that holds the oldest signal which a run of that day uses. */
export function firstWeekOf(runDay: Day): string {
  return isoWeek(runDay - windowDays);
}

function toText({ day, topic, polarity, weight, stream }: Signal): string {
  return [day, topic, polarity, weight, ...(stream === undefined ? [] : [stream])].join(' ');
}

function fromText(text: string): Signal {
  const [day, topic = '', polarity, weight, stream] = text.split(' ');
  const signal = { day: Number(day), topic, polarity: Number(polarity), weight: Number(weight) };
  return stream === undefined ? signal : { ...signal, stream };
}
